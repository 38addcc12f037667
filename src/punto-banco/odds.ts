/**
 * The exact odds of every bet: everything that a composition can deal, judged by the same verdicts
 * that pay the players.
 */
import { type FaceCounts, cardsLeft } from '../cards/composition.js';
import { type Fraction, addFractions, fraction, multiplyFractions } from '../money/fraction.js';
import type { Odds } from '../money/odds.js';
import { type Verdict, comesBack } from '../money/verdict.js';
import { type Census, dealsIn } from './census.js';
import { COUP_CARDS_MAX, type CoupResult } from './coup.js';
import { pairCensus } from './pair-census.js';
import type { Paytable } from './paytable.js';
import { scoreCensus } from './score-census.js';
import { verdict } from './settle.js';
import { type Mode, PAIR_SPOTS, type Spot, eachMode, eachSpot } from './spot.js';

/** The probabilities of each verdict on one bet. They add up to 1. */
export interface BetOdds {
  readonly lost: Fraction;
  readonly returned: Fraction;
  /** One for each of the odds at which the bet can win. */
  readonly won: readonly { readonly odds: Odds; readonly probability: Fraction }[];
  /** The mean return on a stake of 1, stake included and without rounding. */
  readonly expectedReturn: Fraction;
}

export type ExactOdds = Readonly<Record<Mode, Readonly<Record<Spot, BetOdds>>>>;

/** Refuses `too_few_cards` when a coup of six cards could not be dealt to its end. */
export const exactOdds = (counts: FaceCounts, paytable: Paytable): ExactOdds | 'too_few_cards' => {
  if (cardsLeft(counts) < COUP_CARDS_MAX) return 'too_few_cards';
  const scores = scoreCensus(counts);
  const pairs = pairCensus(counts);
  return eachMode((mode) =>
    eachSpot((spot) => {
      const census = isPairSpot(spot) ? pairs : scores;
      return betOdds(census, (result) => verdict(result, spot, mode, paytable));
    }),
  );
};

const isPairSpot = (spot: Spot): boolean => PAIR_SPOTS.some((pairSpot) => pairSpot === spot);

type Judge = (result: CoupResult) => Verdict;

const betOdds = (census: Census, judge: Judge): BetOdds => {
  const deals = dealsIn(census);
  const waysOf = new Map<string, { readonly given: Verdict; ways: bigint }>();
  for (const { result, ways } of census) {
    const given = judge(result);
    const counted = waysOf.get(nameOf(given));
    if (counted === undefined) waysOf.set(nameOf(given), { given, ways });
    else counted.ways += ways;
  }

  const probability = (name: string) => fraction(waysOf.get(name)?.ways ?? 0n, deals);
  const all = [...waysOf.values()];
  return {
    lost: probability('lost'),
    returned: probability('returned'),
    won: all.flatMap(({ given, ways }) =>
      given.kind === 'won' ? [{ odds: given.odds, probability: fraction(ways, deals) }] : [],
    ),
    expectedReturn: all
      .map(({ given, ways }) => multiplyFractions(fraction(ways, deals), comesBack(given)))
      .reduce(addFractions, fraction(0n)),
  };
};

const nameOf = (given: Verdict): string =>
  given.kind === 'won' ? `${given.odds.win}:${given.odds.stake}` : given.kind;
