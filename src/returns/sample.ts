/**
 * Hands played by the code that deals and pays, to compare with the exact return. Chance alone
 * moves the mean away from it: by how much is the confidence band.
 */
import type { Entropy } from '../cards/shuffle.js';
import type { Fraction } from '../money/fraction.js';
import { columns } from './report.js';

/** One bet of a game. */
export interface Sampled {
  readonly bet: string;
  /** For a stake of 1. */
  readonly exact: number;
  /** Plays the next hand: what it brings back for a first stake of 1. */
  readonly play: () => number;
}

/** How many standard errors a mean may be away from the exact return: 1 in 15,787 is, by chance. */
const STANDARD_ERRORS_MAX = 4;

interface SampleReport {
  readonly lines: readonly string[];
  readonly isWithin: boolean;
}

/** Plays so many hands with these bytes. */
export const sample = (
  of: (entropy: Entropy) => readonly Sampled[],
  hands: number,
  entropy: Entropy,
): SampleReport => {
  const bets = of(entropy);
  const sums = bets.map(() => ({ sum: 0, squares: 0 }));
  for (let hand = 0; hand < hands; hand += 1) {
    for (const [index, { play }] of bets.entries()) {
      const back = play();
      sums[index]!.sum += back;
      sums[index]!.squares += back * back;
    }
  }
  const results = bets.map(({ bet, exact }, index) => {
    const { sum, squares } = sums[index]!;
    const mean = sum / hands;
    const error = Math.sqrt((squares / hands - mean * mean) / hands);
    return { bet, exact, mean, error, distance: (mean - exact) / error };
  });
  return {
    lines: columns([
      [`${hands} hands played`, 'exact', 'mean', 'standard error', 'errors away'],
      ...results.map(({ bet, exact, mean, error, distance }) => [
        bet,
        percent(exact),
        percent(mean),
        percent(error),
        distance.toFixed(2),
      ]),
    ]),
    isWithin: results.every(({ distance }) => Math.abs(distance) <= STANDARD_ERRORS_MAX),
  };
};

/** The nearest number, for statistics. */
export const toNumber = ({ numerator, denominator }: Fraction): number =>
  Number((numerator * 10n ** 18n) / denominator) / 1e18;

const percent = (share: number): string => (share * 100).toFixed(4);
