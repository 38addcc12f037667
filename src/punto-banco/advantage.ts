/**
 * Advantage: what every bet is worth from the cards that are left, and whether one has turned in
 * the players' favour.
 */
import { type Card } from '../cards/card.js';
import { type FaceCounts, countCards, fullCounts } from '../cards/composition.js';
import { type Fraction, fraction } from './fraction.js';
import { type Chances } from './paying-class.js';
import { type Mode, MODES, type Spot, SPOTS } from './spot.js';

/** A bet that returns more than its stake on average. */
export interface Advantage {
  readonly mode: Mode;
  readonly spot: Spot;
  /** What comes back of a stake of 1 on average, above 1. */
  readonly expectedReturn: Fraction;
}

/**
 * The cards that may come next, as somebody who saw all that was shown knows them. A card burned
 * face down may be any of them, so it stays among them: which of the unknown cards lie in the shoe
 * does not change the odds.
 */
export const unseenCards = (decks: number, seen: readonly Card[]): FaceCounts => {
  const known = countCards(seen);
  return fullCounts(decks).map((count, index) => count - known[index]!);
};

/**
 * What comes back of a stake of 1 on average, the stake included and nothing rounded: as
 * `exactOdds` has it.
 */
export const expectedReturn = (chances: Chances, mode: Mode, spot: Spot): Fraction => {
  const { numerator, denominator } = unreduced(chances, mode, spot);
  return fraction(numerator, denominator);
};

/**
 * The bets in the players' favour. A bet that both modes pay alike is named once, in normal mode.
 */
export const advantages = (chances: Chances): readonly Advantage[] =>
  BETS.flatMap(({ mode, spot }) => {
    const { numerator, denominator } = unreduced(chances, mode, spot);
    return numerator > denominator
      ? [{ mode, spot, expectedReturn: fraction(numerator, denominator) }]
      : [];
  });

/** Banco alone is paid by the mode; Super 6 is there in zero-commission mode only. */
const BETS = MODES.flatMap((mode) =>
  SPOTS.filter(
    (spot) => spot === 'banco' || (mode === 'zero_commission') === (spot === 'super_6'),
  ).map((spot) => ({ mode, spot })),
);

/** The ways are added up as plain numbers, exactly, and multiplied as whole ones of any size. */
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
