/** What a movement in the journal asks of the wallet: a verb, and its body. */
import { exponentOf } from '../money/currency.js';
import { assert } from '../money/assert.js';
import { parseCoup } from '../punto-banco/notation.js';
import type { WalletVerb } from '../protocol/wallet.js';
import type { Due } from './wallet-rows.js';

interface WalletOrder {
  readonly verb: WalletVerb;
  readonly order: Readonly<Record<string, unknown>>;
}

/** The same in every try. What a round has paid for a stake is a credit, and a void cancels it. */
export const walletOrder = (due: Due): WalletOrder => {
  const { movementId, kind, status, currency, game, hand, session } = due;
  const exponent = exponentOf(currency);
  const known = session === null ? {} : { session };
  const plain = { player: due.ref, currency, exponent, ...known, total: due.amount, movementId };
  const ofGame = due.soloGame === null ? {} : { game: due.soloGame };
  const ofHand = hand === null ? {} : { hand, ...ofGame };
  const round = game === null ? ofHand : { round: game };
  if (status === 'void') {
    const undone = { movementId: `${movementId}.cancel`, refers: movementId };
    return { verb: 'cancel', order: { ...plain, ...round, ...undone, reason: 'no_answer' } };
  }
  if (hand !== null) return handOrder(due, { ...plain, ...ofHand });
  if (kind === 'tip') return { verb: 'tip', order: { ...plain, table: due.table } };
  if (due.tipDealer !== null) {
    return { verb: 'tip', order: { ...plain, table: due.table, takes: true } };
  }
  if (game === null) return { verb: kind, order: plain };
  const refers = `${movementId.split('.').slice(0, 3).join('.')}.debit`;
  switch (kind) {
    case 'debit':
      return { verb: kind, order: { ...plain, ...round, table: due.table, bets: due.bets } };
    case 'adjust': {
      const correction = Number(movementId.split('.')[4]);
      return { verb: kind, order: { ...plain, ...round, refers, correction } };
    }
    case 'credit': {
      const given = { ...plain, ...round, refers };
      if (movementId.endsWith('.cancel')) {
        return { verb: 'cancel', order: { ...given, reason: 'round_void' } };
      }
      return { verb: kind, order: { ...given, closes: true, outcome: outcomeOf(due) } };
    }
  }
};

/** Each action of a hand has a debit of its own, and the hand one credit. */
const handOrder = (
  { movementId, kind, firstDebit, closesHand }: Due,
  of: WalletOrder['order'],
): WalletOrder => {
  if (kind === 'debit') return { verb: kind, order: of };
  if (movementId.endsWith('.cancel')) {
    const refers = movementId.slice(0, -'.cancel'.length);
    const undone = { ...of, refers, reason: 'round_void' };
    return { verb: 'cancel', order: closesHand ? { ...undone, closes: true } : undone };
  }
  assert(firstDebit !== null, `movement ${movementId} is of a stake`);
  const given = { ...of, refers: firstDebit };
  if (kind === 'credit') return { verb: kind, order: { ...given, closes: true } };
  return { verb: kind, order: { ...given, correction: Number(movementId.split('.').at(-1)) } };
};

const outcomeOf = ({ coup, game }: Due): string => {
  if (coup === null) return 'void';
  const dealt = parseCoup(coup);
  assert(dealt !== undefined, `the coup of round ${game} can be read`);
  return dealt.outcome;
};
