/** A verdict: whether a bet is won, and at what odds, is returned, or is lost. */
import { type Amount, ZERO, amount } from './amount.js';
import { type Fraction, fraction } from './fraction.js';
import { type Odds, winningsRoundedDown } from './odds.js';

export type Verdict =
  | { readonly kind: 'lost' }
  | { readonly kind: 'returned' }
  | { readonly kind: 'won'; readonly odds: Odds };

export const LOST: Verdict = Object.freeze({ kind: 'lost' });
export const RETURNED: Verdict = Object.freeze({ kind: 'returned' });

export const won = (odds: Odds): Verdict => ({ kind: 'won', odds });

export const wonIf = (condition: boolean, odds: Odds): Verdict => (condition ? won(odds) : LOST);

/** Everything that comes back, in minor units. Winnings are rounded down. */
export const paid = (given: Verdict, stake: Amount): Amount => {
  switch (given.kind) {
    case 'lost':
      return ZERO;
    case 'returned':
      return stake;
    case 'won':
      return amount(stake + winningsRoundedDown(stake, given.odds));
  }
};

/** Everything that comes back for a stake of 1, exactly: without rounding. */
export const comesBack = (given: Verdict): Fraction => {
  switch (given.kind) {
    case 'lost':
      return fraction(0n);
    case 'returned':
      return fraction(1n);
    case 'won':
      return fraction(BigInt(given.odds.stake + given.odds.win), BigInt(given.odds.stake));
  }
};
