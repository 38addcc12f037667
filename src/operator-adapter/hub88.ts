/**
 * The shape of Hub88's wallet API, after its published documents: amounts are a hundred-thousandth
 * of the currency's unit, each movement has a UUID, and the body is signed by RSA and SHA-256.
 */
import { createSign } from 'node:crypto';
import type { WalletReason } from '../protocol/wallet.js';
import { Digits, makeExactJson, parseExactJson } from './exact-json.js';
import {
  type Asked,
  type Shape,
  type AdapterVerdict,
  isMoney,
  isOfTip,
  isTaken,
  refused,
  unknown,
} from './shape.js';
import { scaled, unscaled } from './units.js';
import { uuidOf } from './uuid-of.js';

const DECIMALS = 5;
const GAME = 'sabot';
/** A tip is a bet in a round of its own, which it closes. Its game tells it from a stake. */
const TIP_GAME = 'sabot-tip';

const PATHS: Readonly<Record<Asked['verb'], string>> = {
  // `/user/info` knows neither the token nor the money.
  open: '/user/balance',
  balance: '/user/balance',
  debit: '/transaction/bet',
  tip: '/transaction/bet',
  credit: '/transaction/win',
  cancel: '/transaction/rollback',
  adjust: '/transaction/win',
};

const REASONS: Readonly<Record<string, WalletReason>> = {
  RS_ERROR_NOT_ENOUGH_MONEY: 'funds',
  RS_ERROR_LIMIT_REACHED: 'limit',
  RS_ERROR_USER_DISABLED: 'blocked',
  RS_ERROR_INVALID_TOKEN: 'session',
  RS_ERROR_TOKEN_EXPIRED: 'session',
  RS_ERROR_WRONG_CURRENCY: 'currency',
  RS_ERROR_INVALID_GAME: 'game',
};

const signed = (body: string, secret: string): string =>
  createSign('RSA-SHA256').update(body).sign(secret, 'base64');

export const hub88: Shape = {
  call(asked, secret) {
    const { verb, player, session, requestId, currency, movementId, total, round, refers, closes } =
      asked;
    // Money is taken back by no verb of this protocol.
    if (verb === 'adjust' && total < 0n) return 'game';
    // A stake that can be said may have wins that cannot.
    if (isTaken(verb) && asked.exponent > DECIMALS) return 'currency';
    const amount = scaled(total, asked.exponent, DECIMALS);
    if (amount === undefined) return 'currency';
    const game = isOfTip(asked) ? TIP_GAME : GAME;
    const of = { user: player, request_uuid: requestId, token: session, game_code: game };
    const movement = {
      transaction_uuid: uuidOf(movementId),
      round: round ?? refers ?? movementId,
      round_closed: closes,
      ...(refers !== undefined && { reference_transaction_uuid: uuidOf(refers) }),
      ...(verb !== 'cancel' && { currency, amount: new Digits(`${amount}`), is_free: false }),
    };
    const body = makeExactJson({ ...of, ...(isMoney(verb) && movement) });
    return {
      path: PATHS[verb],
      contentType: 'application/json',
      headers: { 'x-hub88-signature': signed(body, secret) },
      body,
    };
  },

  read(asked, status, body): AdapterVerdict {
    if (status !== 200) return unknown(`status ${status}`);
    const said = parseExactJson(body);
    if (said === undefined || said['request_uuid'] !== asked.requestId) {
      return unknown('an answer to something else');
    }
    const code = String(said['status']);
    if (code === 'RS_OK') {
      const balance = unscaled(String(said['balance']), asked.exponent, DECIMALS);
      if (balance === undefined || said['user'] !== asked.player) return unknown('no balance');
      return said['currency'] === asked.currency
        ? { status: 'done', balance }
        : unknown('a balance in another currency');
    }
    if (asked.verb === 'cancel') {
      if (code === 'RS_ERROR_TRANSACTION_ROLLED_BACK') return { status: 'done', balance: 0n };
      if (code === 'RS_ERROR_TRANSACTION_DOES_NOT_EXIST') {
        return { status: 'no_such_debit', why: code };
      }
    }
    if (isTaken(asked.verb) && code === 'RS_ERROR_TRANSACTION_ROLLED_BACK') {
      return refused('session');
    }
    const reason = REASONS[code];
    return reason === undefined ? unknown(code) : refused(reason);
  },
};
