/**
 * A posting moves money from one account to another, so an unbalanced one cannot be written. An
 * entry is postings that stand together.
 */
import type { Amount } from './amount.js';
import type { AccountName } from './chart-of-accounts.js';

export interface Posting {
  readonly source: AccountName;
  readonly destination: AccountName;
  /** Minor units, above zero. */
  readonly amount: Amount;
}

export const ENTRY_KINDS = [
  'deposit',
  'withdrawal',
  'buy_in',
  'cash_out',
  'bets',
  'settlement',
  'refund',
  'reversal',
  'clawback', // what a round had paid, back to the house
  'correction', // what it pays instead
  'cover', // what was spent already: from the game account, then from the shortfall
  'recovery', // of a shortfall, from later credit
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface Entry {
  /**
   * Unique for ever: the same key with the same postings is the same entry, with others it is
   * refused.
   */
  readonly key: string;
  readonly kind: EntryKind;
  readonly postings: readonly Posting[];
}

/**
 * What each account gains (or, negative, loses) by `postings`. The gains of all accounts sum to
 * zero.
 */
export const gains = (postings: readonly Posting[]): ReadonlyMap<AccountName, bigint> => {
  const byAccount = new Map<AccountName, bigint>();
  const add = (account: AccountName, change: bigint): void => {
    byAccount.set(account, (byAccount.get(account) ?? 0n) + change);
  };
  for (const { source, destination, amount } of postings) {
    add(source, 0n - amount);
    add(destination, amount);
  }
  return byAccount;
};

/** The postings that take `postings` back: same amounts, the other way. */
export const reversed = (postings: readonly Posting[]): Posting[] =>
  postings.map(({ source, destination, amount }) => ({
    source: destination,
    destination: source,
    amount,
  }));
