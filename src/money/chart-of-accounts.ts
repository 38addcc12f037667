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
  'advance',
  'tips',
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
 * - `player:7:advance`: what the player's wallet has given for rounds and hands, less what it was
 *   given and what was advanced on it as credit at the tables; below zero by what is not asked of
 *   the wallet yet, or a correction has yet to get back from it
 * - `round:1000000001:stakes`: the stakes of one round in its table's own currency; zero when the
 *   round has ended. `round:1000000001:stakes:CHF`: those in a further one, the same
 * - `tips:EUR`: what players have given the dealers, in one currency; the studio hands it out
 *   outside of the studio
 *
 * Nearly every entry of every table has to do with the outside or the house, and every tip with the
 * account of tips. A row with their balance would be what all others wait for. So no row keeps it:
 * they hold the sum of their postings.
 */
export type AccountName =
  | 'outside'
  | 'house'
  | `player:${string}:game`
  | `player:${string}:session`
  | `player:${string}:shortfall`
  | `player:${string}:hands`
  | `player:${string}:advance`
  | `round:${string}:stakes`
  | `round:${string}:stakes:${string}`
  | `tips:${string}`;

export const OUTSIDE = 'outside' satisfies AccountName;
export const HOUSE = 'house' satisfies AccountName;
export const gameAccount = (playerId: string): AccountName => `player:${playerId}:game`;
export const sessionAccount = (playerId: string): AccountName => `player:${playerId}:session`;
export const shortfallAccount = (playerId: string): AccountName => `player:${playerId}:shortfall`;
export const advanceAccount = (playerId: string): AccountName => `player:${playerId}:advance`;
export const stakesAccount = (gameNumber: string): AccountName => `round:${gameNumber}:stakes`;
export const tipsAccount = (currency: string): AccountName => `tips:${currency}`;

/**
 * Invariant I4: only the house and the outside may owe. What a player owes is kept in an account of
 * its own, and so is what is advanced on an operator's wallet.
 */
export const mayBeNegative = (kind: AccountKind): boolean =>
  kind === 'outside' || kind === 'house' || kind === 'shortfall' || kind === 'advance';
