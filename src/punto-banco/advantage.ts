/**
 * Advantage: what every bet is worth with the cards that are left, and whether any bet favours the
 * players.
 */
import { type Card } from '../cards/card.js';
import { type FaceCounts, countCards, fullCounts } from '../cards/composition.js';
import { type Fraction, fraction } from '../money/fraction.js';
import { type Chances } from './paying-class.js';
import { type Mode, MODES, type Spot, SPOTS } from './spot.js';

/** A bet that returns more than its stake on average. */
export interface Advantage {
  readonly mode: Mode;
  readonly spot: Spot;
  /** The mean return on a stake of 1. It is above 1. */
  readonly expectedReturn: Fraction;
}

/**
 * The cards that may come next, to somebody who has seen every card that was shown. A card burned
 * face down may be any of them, so it is counted among them: which of the unknown cards are in the
 * shoe does not change the odds.
 */
export const unseenCards = (decks: number, seen: readonly Card[]): FaceCounts => {
  const known = countCards(seen);
  return fullCounts(decks).map((count, index) => count - known[index]!);
};

/** The mean return on a stake of 1, stake included and without rounding, as `exactOdds` has it. */
export const expectedReturn = (chances: Chances, mode: Mode, spot: Spot): Fraction => {
  const { numerator, denominator } = unreduced(chances, mode, spot);
  return fraction(numerator, denominator);
};

/**
 * The bets in the players' favour. A bet that pays the same in both modes is listed once, in normal
 * mode.
 */
export const advantages = (chances: Chances): readonly Advantage[] =>
  BETS.flatMap(({ mode, spot }) => {
    const { numerator, denominator } = unreduced(chances, mode, spot);
    return numerator > denominator
      ? [{ mode, spot, expectedReturn: fraction(numerator, denominator) }]
      : [];
  });

/** Only Banco pays differently by mode. Super 6 exists in zero-commission mode only. */
const BETS = MODES.flatMap((mode) =>
  SPOTS.filter(
    (spot) => spot === 'banco' || (mode === 'zero_commission') === (spot === 'super_6'),
  ).map((spot) => ({ mode, spot })),
);

/**
 * The ways are added up as plain numbers, which is exact, and multiplied as integers of any size.
 */
const unreduced = ({ paying, ways, deals }: Chances, mode: Mode, spot: Spot): Fraction => {
  let numerator = 0n;
  let parts = 1n;
  for (const { given, classes } of paying[mode][spot]) {
    let count = 0;
    for (const index of classes) count += ways[index]!;
    const { win, stake } = given.kind === 'won' ? given.odds : { win: 0, stake: 1 };
    numerator = numerator * BigInt(stake) + BigInt(count) * BigInt(stake + win) * parts;
    parts *= BigInt(stake);
  }
  return { numerator, denominator: BigInt(deals) * parts };
};
