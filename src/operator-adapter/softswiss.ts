/**
 * The shape of SoftSwiss' wallet API (GCP), as public integrations of it read and write it: actions
 * in minor units, each with an id of its own, and the body is signed by HMAC and SHA-256. The
 * launch says who the player is. There is no request for that, so the balance is asked for instead.
 */
import { createHmac } from 'node:crypto';
import type { WalletReason } from '../protocol/wallet.js';
import { Digits, makeExactJson, parseExactJson } from './exact-json.js';
import {
  type Asked,
  type Shape,
  type AdapterVerdict,
  isMoney,
  isOfTip,
  refused,
  unknown,
} from './shape.js';
import { unscaled } from './units.js';

const GAME = 'sabot:table';
/** A tip is a bet in a round of its own, which it ends. Its game tells it from a stake. */
const TIP_GAME = 'sabot:tip';

const REASONS: Readonly<Record<string, WalletReason>> = {
  100: 'funds',
  101: 'session',
  105: 'limit',
  106: 'limit',
  107: 'game',
  110: 'blocked',
  153: 'game',
  154: 'currency',
  405: 'game',
};

const actionsOf = ({ verb, movementId, total, refers }: Asked) => {
  const id = { action_id: movementId };
  switch (verb) {
    case 'open':
    case 'balance':
      return [];
    case 'debit':
    case 'tip':
      return [{ action: 'bet', amount: new Digits(`${total}`), ...id }];
    case 'credit':
    case 'adjust':
      // A round that was lost is finished, and nothing is won in it.
      return total === 0n ? [] : [{ action: 'win', amount: new Digits(`${total}`), ...id }];
    case 'cancel':
      return [{ action: 'rollback', ...id, original_action_id: refers ?? '' }];
  }
};

export const softswiss: Shape = {
  call(asked, secret) {
    const { verb, player, session, currency, round, refers, movementId } = asked;
    // Money is taken back by no action of this protocol.
    if (verb === 'adjust' && asked.total < 0n) return 'game';
    const game = isOfTip(asked) ? TIP_GAME : GAME;
    const of = { session_id: session, user_id: player, currency, game };
    const play = {
      game_id: round ?? refers ?? movementId,
      finished: asked.closes,
      actions: actionsOf(asked),
    };
    const body = makeExactJson({ ...of, ...(isMoney(verb) && play) });
    return {
      path: verb === 'cancel' ? '/rollback' : '/play',
      contentType: 'application/json',
      headers: { 'x-request-sign': createHmac('sha256', secret).update(body).digest('hex') },
      body,
    };
  },

  read(asked, status, body): AdapterVerdict {
    const said = parseExactJson(body);
    if (said === undefined) return unknown(`status ${status}`);
    // Some wallets say an error with status 200.
    const { code } = said;
    if (status !== 200 || code !== undefined) {
      const reason = REASONS[String(code)];
      return reason === undefined ? unknown(`status ${status}`) : refused(reason);
    }
    const balance = unscaled(String(said['balance']), asked.exponent, asked.exponent);
    if (balance === undefined) return unknown('no balance');
    const due = actionsOf(asked).map(({ action_id: id }) => id);
    const given = Array.isArray(said['transactions']) ? (said['transactions'] as unknown[]) : [];
    const ids = given.map((each) => (each as { readonly action_id?: unknown } | null)?.action_id);
    return due.every((id) => ids.includes(id))
      ? { status: 'done', balance }
      : unknown('an answer to something else');
  },
};
