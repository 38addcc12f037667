/**
 * Where our journal and what an operator's wallet has listed differ about a movement (W8). Nothing
 * is said of one that has not ended, nor of one of 0 that is not listed, since it moves nothing. A
 * credit that two persons have settled by hand, and that the wallet has booked after all, may have
 * reached the player twice.
 */
import type { WalletCaseKind } from '../protocol/wallet-cases.js';

/** A movement as our journal has it. */
export interface OwnMovement {
  /** What the wallet was asked for. */
  readonly kind: 'debit' | 'credit' | 'cancel' | 'adjust' | 'tip';
  readonly status: 'due' | 'done' | 'refused' | 'void' | 'cancelled' | 'by_hand';
  /** Minor units. */
  readonly amount: string;
  readonly ref: string;
  readonly currency: string;
  /** It ended so long before the list was read that it must be in it. */
  readonly isListable: boolean;
}

/** The same movement as the operator has listed it. */
export interface ListedLine {
  readonly kind: string;
  readonly status: string;
  readonly total: string;
  readonly ref: string;
  readonly currency: string;
}

export interface Difference {
  readonly kind: Extract<
    WalletCaseKind,
    'missing_there' | 'missing_here' | 'amount_differs' | 'outcome_differs'
  >;
  /** What the operator says. Empty where it says nothing. */
  readonly detail: string;
}

const shown = ({ kind, total, currency, ref }: ListedLine): string =>
  `${kind} ${total} ${currency} ${ref}`;

/**
 * `isUndone`: a cancel of it is done there that is no movement of our journal. Null where both say
 * the same.
 */
export const differenceOf = (
  own: OwnMovement | null,
  line: ListedLine | null,
  isUndone: boolean,
): Difference | null => {
  const isDoneThere =
    line?.status === 'done' && !(isUndone && (line.kind === 'debit' || line.kind === 'tip'));
  if (own === null) {
    return isDoneThere ? { kind: 'missing_here', detail: shown(line) } : null;
  }
  if (own.status === 'due' || own.status === 'void') return null;
  if (own.status === 'by_hand') {
    const isTwice = own.kind !== 'debit' && own.kind !== 'tip' && isDoneThere;
    return isTwice ? { kind: 'outcome_differs', detail: 'done' } : null;
  }
  if (own.status !== 'done') {
    // Refused, or cancelled: neither side may have moved anything in sum.
    return isDoneThere && own.isListable ? { kind: 'outcome_differs', detail: 'done' } : null;
  }
  if (line === null && BigInt(own.amount) === 0n) return null;
  if (line === null) return own.isListable ? { kind: 'missing_there', detail: '' } : null;
  if (!isDoneThere) {
    return { kind: 'outcome_differs', detail: isUndone ? 'cancelled' : 'refused' };
  }
  const isSame =
    line.kind === own.kind &&
    line.total === own.amount &&
    line.ref === own.ref &&
    line.currency === own.currency;
  return isSame ? null : { kind: 'amount_differs', detail: shown(line) };
};
