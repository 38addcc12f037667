/**
 * The chart of accounts: which accounts there are, what they are called, and which may be negative.
 */

export const ACCOUNT_KINDS = [
  'outside',
  'house',
  'game',
  'session',
  'shortfall',
  'stakes',
  'hands',
] as const;
export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * - `outside`: where money comes from and goes to beyond the studio
 * - `house`: the bank that players win from and lose to
 * - `player:7:game`: a player's money when not at the tables
 * - `player:7:session`: a player's credit at the tables
 * - `player:7:shortfall`: what a player owes, as zero or less, because a correction clawed back
 *   money that had been spent (RULES 1.13)
 * - `player:7:hands`: the stakes of a player's hands in play at solo games
 * - `round:1000000001:stakes`: the stakes of one round; zero when the round has ended
 *
 * Nearly every entry of every table has to do with the outside or the house. A row with their
 * balance would be what all payments wait for. So no row keeps it: they hold the sum of their
 * postings.
 */
export type AccountName =
  | 'outside'
  | 'house'
  | `player:${string}:game`
  | `player:${string}:session`
  | `player:${string}:shortfall`
  | `player:${string}:hands`
  | `round:${string}:stakes`;

export const OUTSIDE = 'outside' satisfies AccountName;
export const HOUSE = 'house' satisfies AccountName;
export const gameAccount = (playerId: string): AccountName => `player:${playerId}:game`;
export const sessionAccount = (playerId: string): AccountName => `player:${playerId}:session`;
export const shortfallAccount = (playerId: string): AccountName => `player:${playerId}:shortfall`;
export const stakesAccount = (gameNumber: string): AccountName => `round:${gameNumber}:stakes`;

/**
 * Invariant I4: only the house and the outside may owe. What a player owes is kept in an account of
 * its own.
 */
export const mayBeNegative = (kind: AccountKind): boolean =>
  kind === 'outside' || kind === 'house' || kind === 'shortfall';
