/**
 * A posting moves money from one account to another, so it cannot be unbalanced. An entry is a set
 * of postings that belong together.
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
  'reversal', // the database knows the kind; nothing makes one
  'clawback', // what a round had paid, moved back to the house
  'correction', // what the round pays instead
  // What had been spent already: taken from the game account, then from the shortfall, or from what
  // was advanced on a wallet.
  'cover',
  'recovery', // what later credit pays towards a shortfall
  'hands', // what a batch of commands of solo hands takes and pays
  'tip', // from a player to the dealers
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

export interface Entry {
  /**
   * Unique for ever. The same key with the same postings is the same entry. With other postings it
   * is refused.
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
