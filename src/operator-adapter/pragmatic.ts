/**
 * The shape of Pragmatic Play's seamless wallet API, after its published documents: forms with
 * decimals, and an MD5 of the sorted parameters with the secret behind them.
 */
import { createHash } from 'node:crypto';
import type { WalletReason } from '../protocol/wallet.js';
import { parseExactJson } from './exact-json.js';
import { type Asked, type Shape, type AdapterVerdict, isMoney, refused, unknown } from './shape.js';
import { makeDecimal, parseDecimal } from './units.js';

const PROVIDER = 'sabot';
const GAME = 'sabot';

const PATHS: Readonly<Record<Exclude<Asked['verb'], 'tip'>, string>> = {
  open: '/authenticate.html',
  balance: '/balance.html',
  debit: '/bet.html',
  credit: '/result.html',
  cancel: '/refund.html',
  adjust: '/adjustment.html',
};

const REASONS: Readonly<Record<string, WalletReason>> = {
  1: 'funds',
  2: 'session',
  3: 'limit',
  4: 'session',
  6: 'blocked',
  8: 'game',
  50: 'limit',
};

/** The published error that asks for another try. */
const AGAIN = '100';

const hashOf = (fields: Readonly<Record<string, string>>, secret: string): string => {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return createHash('md5').update(`${text}${secret}`).digest('hex');
};

export const pragmatic: Shape = {
  call(asked, secret) {
    const { verb, player, session, currency, exponent, movementId } = asked;
    const { total, round, refers, atMs } = asked;
    // Each bet needs a result, and one request of ours may be one bet or one result.
    if (verb === 'tip') return 'game';
    const amount = makeDecimal(total, exponent, exponent);
    if (amount === undefined) return 'currency';
    // A launch without a session brings no token either.
    const token = session === player ? {} : { token: session };
    const of =
      verb === 'open'
        ? { providerId: PROVIDER, gameId: GAME, token: session }
        : { providerId: PROVIDER, userId: player, ...token };
    const movement = {
      gameId: GAME,
      roundId: round ?? refers ?? movementId,
      // A refund is of the bet, and has no reference of its own.
      reference: verb === 'cancel' ? (refers ?? '') : movementId,
      amount,
      timestamp: `${atMs}`,
      ...(verb === 'adjust' && { validBetAmount: '0', currency }),
      ...(verb === 'credit' && { roundDetails: 'ended', currency }),
    };
    const fields: Readonly<Record<string, string>> = {
      ...of,
      ...(isMoney(verb) && movement),
    };
    const form = new URLSearchParams({ ...fields, hash: hashOf(fields, secret) });
    return {
      path: PATHS[verb],
      contentType: 'application/x-www-form-urlencoded',
      headers: {},
      body: form.toString(),
    };
  },

  read(asked, status, body): AdapterVerdict {
    const said = parseExactJson(body);
    if (status !== 200 || said === undefined) return unknown(`status ${status}`);
    const code = String(said['error']);
    if (code === AGAIN) return { status: 'busy' };
    if (code !== '0') {
      const reason = REASONS[code];
      return reason === undefined ? unknown(`error ${code}`) : refused(reason);
    }
    // A refund says no balance.
    if (asked.verb === 'cancel') return { status: 'done', balance: 0n };
    const cash = parseDecimal(String(said['cash']), asked.exponent);
    if (cash === undefined || said['currency'] !== asked.currency) return unknown('no balance');
    if (asked.verb !== 'open') return { status: 'done', balance: cash };
    // The token is another player's: nobody comes in by it.
    if (said['userId'] !== asked.player) return refused('session');
    const { token } = said;
    return { status: 'done', balance: cash, ...(typeof token === 'string' && { session: token }) };
  },
};
