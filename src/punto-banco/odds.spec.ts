import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Card, FACES } from '../cards/card.js';
import { type FaceCounts, countCards, fullCounts } from '../cards/composition.js';
import { parseCards } from '../cards/notation.js';
import { type Fraction, addFractions, fraction, percentText } from '../money/fraction.js';
import { dealsIn } from './census.js';
import { dealCoup, nextSeat } from './coup.js';
import { type BetOdds, type ExactOdds, exactOdds } from './odds.js';
import { OUTCOMES } from './outcome.js';
import { pairCensus } from './pair-census.js';
import { CURRENT_PAYTABLE } from './paytable.js';
import { scoreCensus } from './score-census.js';
import { verdicts } from './settle.js';
import { MODES, SPOTS } from './spot.js';
import { IS_QUICK, runs } from '../../test/kit/runs.js';

const oddsOf = (counts: FaceCounts): ExactOdds => {
  const odds = exactOdds(counts, CURRENT_PAYTABLE);
  if (odds === 'too_few_cards') expect.fail('six cards are enough');
  return odds;
};

/**
 * Calls `dealt` with every order in which six of these cards can lie, each physical card counted
 * separately.
 */
const everyDeal = (
  cards: readonly Card[],
  dealt: (six: readonly Card[]) => void,
  lying: readonly Card[] = [],
): void => {
  if (lying.length === 6) return dealt(lying);
  cards.forEach((card, index) => everyDeal(cards.toSpliced(index, 1), dealt, [...lying, card]));
};

type Tally = Map<string, bigint>;

/** The verdicts on every bet, dealt out card by card through the coup itself. */
const tallied = (cards: readonly Card[]): { tally: Tally; deals: bigint } => {
  const tally: Tally = new Map();
  let deals = 0n;
  everyDeal(cards, (six) => {
    const length = [4, 5, 6].find((many) => nextSeat(six.slice(0, many)) === undefined);
    const given = verdicts(dealCoup(six.slice(0, length))!, CURRENT_PAYTABLE);
    deals += 1n;
    for (const mode of MODES) {
      for (const spot of SPOTS) {
        const one = given[mode][spot];
        const name = one.kind === 'won' ? `${one.odds.win}:${one.odds.stake}` : one.kind;
        const key = `${mode} ${spot} ${name}`;
        tally.set(key, (tally.get(key) ?? 0n) + 1n);
      }
    }
  });
  return { tally, deals };
};

/** The mean return on the stake, from the counted verdicts of one bet. */
const returnOf = (tally: Tally, bet: string, deals: bigint): Fraction => {
  let back = fraction(0n);
  for (const [key, count] of tally) {
    if (!key.startsWith(`${bet} `)) continue;
    const name = key.slice(bet.length + 1);
    const [win, stake] = name === 'lost' ? [-1, 1] : name === 'returned' ? [0, 1] : parts(name);
    back = addFractions(back, fraction(count * BigInt(win + stake), deals * BigInt(stake)));
  }
  return back;
};

const parts = (odds: string): [number, number] => {
  const [win, stake] = odds.split(':').map(Number);
  return [win!, stake!];
};

const expectSameAsDealt = (cards: readonly Card[]) => {
  const { tally, deals } = tallied(cards);
  const odds = oddsOf(countCards(cards));
  for (const mode of MODES) {
    for (const spot of SPOTS) {
      const bet = `${mode} ${spot}`;
      const share = (name: string) => fraction(tally.get(`${bet} ${name}`) ?? 0n, deals);
      const { lost, returned, won, expectedReturn } = odds[mode][spot];
      expect(lost, bet).toEqual(share('lost'));
      expect(returned, bet).toEqual(share('returned'));
      for (const each of won) {
        expect(each.probability, bet).toEqual(share(`${each.odds.win}:${each.odds.stake}`));
      }
      expect(expectedReturn, bet).toEqual(returnOf(tally, bet, deals));
    }
  }
};

const sumOf = ({ lost, returned, won }: BetOdds): Fraction =>
  won.map((each) => each.probability).reduce(addFractions, addFractions(lost, returned));

describe('the census of a full shoe', () => {
  it('agrees with the published totals for eight decks', () => {
    const census = scoreCensus(fullCounts());
    const wins = (side: string) => dealsIn(census.filter(({ result }) => result.outcome === side));
    expect(OUTCOMES.map(wins)).toEqual([
      2_230_518_282_592_256n,
      2_292_252_566_437_888n,
      475_627_426_473_216n,
    ]);
    expect(dealsIn(census)).toBe(4_998_398_275_503_360n);
  });

  it('counts every ordered deal of four cards', () => {
    expect(dealsIn(pairCensus(fullCounts()))).toBe(416n * 415n * 414n * 413n);
  });
});

describe('a result that no deal leads to', () => {
  it('is not listed', () => {
    const sixKings = countCards(['Kh', 'Kh', 'Kh', 'Kh', 'Kh', 'Kh']);
    expect(scoreCensus(sixKings).map(({ ways }) => ways)).toEqual([720n]);
    expect(pairCensus(sixKings).map(({ ways }) => ways)).toEqual([360n]);
  });
});

describe('the odds of a full shoe', () => {
  it.each([
    ['punto', 'zero_commission', '98.7649'],
    ['punto', 'normal', '98.7649'],
    ['banco', 'zero_commission', '98.5419'],
    ['banco', 'normal', '98.9421'],
    ['egalite', 'normal', '85.6404'],
    ['punto_pair', 'normal', '89.6386'],
    ['banco_pair', 'normal', '89.6386'],
  ] as const)('return on %s in %s mode %s %%', (spot, mode, percent) => {
    expect(percentText(oddsOf(fullCounts())[mode][spot].expectedReturn, 4)).toBe(percent);
  });

  it.each([
    ['either_pair', '86.29'],
    ['punto_bonus', '97.35'],
    ['banco_bonus', '90.63'],
  ] as const)('return on %s %s %%, as published', (spot, percent) => {
    expect(percentText(oddsOf(fullCounts()).normal[spot].expectedReturn, 2)).toBe(percent);
  });

  it('make a pair of 31 and a perfect pair of 7 of the 415 cards that can follow', () => {
    const { punto_pair: pair } = oddsOf(fullCounts()).normal;
    expect(pair.won[0]?.probability).toEqual(fraction(31n, 415n));
    const perfect = pairCensus(fullCounts()).filter(
      ({ result }) => result.pairs.banco === 'perfect',
    );
    expect(fraction(dealsIn(perfect), 416n * 415n * 414n * 413n)).toEqual(fraction(7n, 415n));
  });

  it('add up to certainty on every bet', () => {
    const odds = oddsOf(fullCounts());
    for (const mode of MODES) {
      for (const spot of SPOTS) expect(sumOf(odds[mode][spot])).toEqual(fraction(1n));
    }
  });
});

describe('the odds of any composition', () => {
  const few = [['9h 9h 9d 4s 4c Kd Kd'], ['7h 7h 7h 7h 2s 2s Qd Qd'], ['4h 5h 6h 7h 8h 9h']];
  const more = [['9h 9h 9d 4s 4c Kd Kd 6h 6c'], ['As Ac Ad 3h 3h 5s 8d Tc Jc']];

  it.each(IS_QUICK ? few : [...few, ...more])('of %s are those of every order', (text) => {
    expectSameAsDealt(parseCards(text) ?? expect.fail(`${text} are cards`));
  });

  it('are those of dealing it out in every order', () => {
    const anyFew = fc.array(fc.constantFrom(...FACES), { minLength: 6, maxLength: 7 });
    fc.assert(fc.property(anyFew, expectSameAsDealt), { numRuns: runs(25) });
  });

  it('are refused when a coup could not be dealt to its end', () => {
    const five = countCards(['9h', '9d', '4s', 'Kd', '2c']);
    expect(exactOdds(five, CURRENT_PAYTABLE)).toBe('too_few_cards');
    expect(exactOdds(fullCounts(0), CURRENT_PAYTABLE)).toBe('too_few_cards');
  });
});
