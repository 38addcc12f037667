/**
 * The shape of Evolution's One Wallet API, after its published documents: decimals of six places,
 * a token in the query, and of each bet one credit, which is zero where it was lost.
 */
import type { WalletReason } from '../protocol/wallet.js';
import { Digits, makeExactJson, parseExactJson } from './exact-json.js';
import { type Asked, type Shape, type AdapterVerdict, isMoney, refused, unknown } from './shape.js';
import { makeDecimal, parseDecimal } from './units.js';

const DECIMALS = 6;
const TABLE = { id: 'sabot', vid: 'sabot' };
/** Played on a page, whatever it is shown on. */
const CHANNEL = { type: 'P' };
/** Where a verb has another name there. */
const NAMES: Readonly<Partial<Record<Asked['verb'], string>>> = { open: 'check', adjust: 'credit' };

const REASONS: Readonly<Record<string, WalletReason>> = {
  INSUFFICIENT_FUNDS: 'funds',
  ACCOUNT_LOCKED: 'blocked',
  INVALID_SID: 'session',
  INVALID_TOKEN_ID: 'session',
  FATAL_ERROR_CLOSE_USER_SESSION: 'session',
  FINAL_ERROR_ACTION_FAILED: 'session',
  CASINO_LIMIT_EXCEEDED_TURNOVER: 'limit',
  CASINO_LIMIT_EXCEEDED_SESSION_TIME: 'limit',
  CASINO_LIMIT_EXCEEDED_STAKE: 'limit',
  CASINO_LIMIT_EXCEEDED_LOSS: 'limit',
  GAMING_PROHIBITED: 'excluded',
};

/**
 * Codes that say that the same was done before. For an adjustment or a cancel they may mean another
 * movement of the round, the credit, so they are not trusted there.
 */
const REPEATED: Readonly<Partial<Record<Asked['verb'], readonly string[]>>> = {
  debit: ['BET_ALREADY_EXIST'],
  credit: ['BET_ALREADY_SETTLED'],
};

export const evolution: Shape = {
  opensWithoutBalance: true,

  call(asked, secret) {
    const { verb, player, session, requestId, currency, exponent, movementId } = asked;
    const { total, round, game, refers } = asked;
    // Each bet needs a credit, and one request of ours may be one bet or one credit.
    if (verb === 'tip') return 'game';
    // A hand has one credit, and in Blackjack a bet more for each double, split and insurance.
    if (verb === 'debit' && game === 'blackjack') return 'game';
    // Money is taken back by no verb of this protocol.
    if (verb === 'adjust' && total < 0n) return 'game';
    // A stake that can be said may have wins that cannot.
    if (verb === 'debit' && exponent > DECIMALS) return 'currency';
    const amount = makeDecimal(total, exponent, DECIMALS);
    if (amount === undefined) return 'currency';
    const known = { sid: session, userId: player, uuid: requestId };
    const of = verb === 'open' ? { ...known, channel: CHANNEL } : { ...known, currency };
    const movement = {
      game: { id: round ?? refers ?? movementId, type: 'baccarat', details: { table: TABLE } },
      transaction: { id: movementId, refId: refers ?? movementId, amount: new Digits(amount) },
    };
    return {
      path: `/${NAMES[verb] ?? verb}?authToken=${encodeURIComponent(secret)}`,
      contentType: 'application/json',
      headers: {},
      body: makeExactJson({ ...of, ...(isMoney(verb) && movement) }),
    };
  },

  read(asked, status, body): AdapterVerdict {
    const said = parseExactJson(body);
    if (status !== 200 || said === undefined) return unknown(`status ${status}`);
    if (said['uuid'] !== asked.requestId) return unknown('an answer to something else');
    const code = String(said['status']);
    const balance = parseDecimal(String(said['balance']), asked.exponent);
    if (code === 'OK' && asked.verb === 'open') {
      const sid = said['sid'];
      return { status: 'done', balance: 0n, ...(typeof sid === 'string' && { session: sid }) };
    }
    if (code === 'OK') {
      return balance === undefined ? unknown('no balance') : { status: 'done', balance };
    }
    if (REPEATED[asked.verb]?.includes(code) === true)
      return { status: 'done', balance: balance ?? 0n };
    if (code === 'TEMPORARY_ERROR') return { status: 'busy' };
    if (asked.verb === 'cancel' && code === 'BET_DOES_NOT_EXIST') {
      return { status: 'no_such_debit', why: code };
    }
    const reason = REASONS[code];
    return reason === undefined ? unknown(code) : refused(reason);
  },
};
