/**
 * Odds `win:stake`, and the only rounding there is: the winnings of each bet are rounded down to
 * the minor unit (RULES 1.5).
 */
import { type Amount, amount } from './amount.js';

/** `{ win: 19, stake: 20 }` is 0.95:1. Both positive whole numbers. */
export interface Odds {
  readonly win: number;
  readonly stake: number;
}

/** Winnings on `stake` at `odds`, without the stake itself, rounded down. */
export const winningsRoundedDown = (stake: Amount, odds: Odds): Amount =>
  amount((stake * BigInt(odds.win)) / BigInt(odds.stake));
