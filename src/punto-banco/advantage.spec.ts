import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Card, FACES } from '../cards/card.js';
import { cardsLeft, countCards, fullCounts } from '../cards/composition.js';
import { parseCards } from '../cards/notation.js';
import { amount } from '../money/amount.js';
import { addFractions, fraction, multiplyFractions, percentText } from '../money/fraction.js';
import { advantages, expectedReturn, unseenCards } from './advantage.js';
import { type BetOdds, exactOdds } from './odds.js';
import { chances, payingClasses } from './paying-class.js';
import { CURRENT_PAYTABLE, type Paytable } from './paytable.js';
import { spread } from './spread.js';
import { MODES, type Mode, SPOTS, type Spot } from './spot.js';
import { runs } from '../../test/kit/runs.js';

/** The classes are kept with the paytable. A copy of it has them sorted in each test anew. */
const chancesOf = (counts: readonly number[], paytable = CURRENT_PAYTABLE) => {
  const counted = chances(counts, { ...paytable });
  return counted === 'too_few_cards' ? expect.fail('six cards are enough') : counted;
};

const oddsOf = (counts: readonly number[], paytable = CURRENT_PAYTABLE) => {
  const odds = exactOdds(counts, paytable);
  return odds === 'too_few_cards' ? expect.fail('six cards are enough') : odds;
};

const onOne = (mode: Mode, spot: Spot, stake: number) => ({
  zero_commission: new Map<Spot, never>(),
  normal: new Map<Spot, never>(),
  [mode]: new Map([[spot, amount(stake)]]),
});

/** For a stake of 1: the mean of the square, less the square of the mean. */
const varianceOf = ({ returned, won, expectedReturn: mean }: BetOdds): number => {
  const square = won
    .map(({ odds: { win, stake }, probability }) => {
      const back = fraction(BigInt(stake + win), BigInt(stake));
      return multiplyFractions(multiplyFractions(back, back), probability);
    })
    .reduce(addFractions, returned);
  const { numerator, denominator } = addFractions(
    square,
    multiplyFractions(fraction(-1n), multiplyFractions(mean, mean)),
  );
  return Number((numerator * 10n ** 15n) / denominator) / 1e15;
};

const compositions = fc
  .array(fc.integer({ min: 0, max: 8 }), { minLength: 52, maxLength: 52 })
  .filter((counts) => cardsLeft(counts) >= 6);

/** Every bet pays at odds of its own, for stakes of several sizes. */
const VARIED: Paytable = {
  ...CURRENT_PAYTABLE,
  punto: { win: 4, stake: 5 },
  banco: {
    zero_commission: { won: { win: 2, stake: 3 }, wonWithSix: { win: 1, stake: 7 } },
    normal: { won: { win: 3, stake: 4 }, wonWithSix: { win: 5, stake: 6 } },
  },
  egalite: { win: 17, stake: 2 },
  punto_pair: { win: 23, stake: 2 },
  either_pair: { win: 11, stake: 2 },
  bonus: {
    natural: { win: 6, stake: 5 },
    margin: {
      4: { win: 7, stake: 5 },
      5: { win: 8, stake: 3 },
      6: { win: 9, stake: 2 },
      7: { win: 20, stake: 3 },
      8: { win: 21, stake: 2 },
      9: { win: 31, stake: 1 },
    },
  },
};

describe('a class of results', () => {
  it.each([
    ['today', CURRENT_PAYTABLE],
    ['at other odds for each bet', VARIED],
  ])('is unlike any other, and can be dealt, as they are paid %s', (_, paytable) => {
    const classes = payingClasses({ ...paytable });
    expect(new Set(classes.map((each) => JSON.stringify(each))).size).toBe(classes.length);
    const { ways, deals } = chancesOf(fullCounts(), paytable);
    expect(ways.every((count) => count > 0)).toBe(true);
    expect(ways.reduce((total, count) => total + count)).toBe(deals);
  });
});

describe('the expected return of a bet', () => {
  it('is that of the exact odds, for any cards and any paytable', () => {
    const same = (counts: readonly number[], paytable = CURRENT_PAYTABLE) => {
      const [odds, counted] = [oddsOf(counts, paytable), chancesOf(counts, paytable)];
      for (const mode of MODES) {
        for (const spot of SPOTS) {
          const returned = expectedReturn(counted, mode, spot);
          expect(returned, `${mode} ${spot}`).toEqual(odds[mode][spot].expectedReturn);
        }
      }
    };
    same(fullCounts());
    same(fullCounts(), VARIED);
    same(countCards(['4h', '5h', '6h', '7h', '8h', '9h']));
    fc.assert(
      fc.property(compositions, (counts) => same(counts)),
      { numRuns: runs(15) },
    );
  });

  it('is refused when a coup could not be dealt to its end', () => {
    expect(chances(countCards(['9h', '9d', '4s', 'Kd', '2c']), CURRENT_PAYTABLE)).toBe(
      'too_few_cards',
    );
  });
});

describe('an advantage', () => {
  it('is found nowhere in a full shoe', () => {
    expect(advantages(chancesOf(fullCounts()))).toEqual([]);
  });

  it('is found in Egalité and the naturals when only ten-point cards are left, and listed once for each bet', () => {
    const tens: readonly Card[] =
      parseCards('Ts Js Qs Ks Th Jh Qh Kh Td Jd') ?? expect.fail('cards');
    expect(advantages(chancesOf(countCards(tens))).map(({ mode, spot }) => [mode, spot])).toEqual([
      ['normal', 'egalite'],
      ['normal', 'punto_pair'],
      ['normal', 'banco_pair'],
      ['normal', 'either_pair'],
    ]);
  });

  it('is one of Banco in each mode, and of Super 6 in zero-commission mode only', () => {
    const always = { win: 100, stake: 1 };
    const generous: Paytable = {
      ...CURRENT_PAYTABLE,
      banco: {
        zero_commission: { won: always, wonWithSix: always },
        normal: { won: always, wonWithSix: always },
      },
      super_6: always,
    };
    const found = advantages(chancesOf(fullCounts(), generous));
    expect(found.map(({ mode, spot }) => [mode, spot])).toEqual([
      ['zero_commission', 'banco'],
      ['zero_commission', 'super_6'],
      ['normal', 'banco'],
    ]);
  });

  it('is named with what it returns', () => {
    const pairs: readonly Card[] = parseCards('2s 2s 2s 2s 3h 3h 3h 3h') ?? expect.fail('cards');
    const found = advantages(chancesOf(countCards(pairs)));
    const perfect = found.find(({ spot }) => spot === 'punto_pair');
    expect(percentText(perfect!.expectedReturn, 4)).toBe('514.2857'); // 12 × 3/7
  });
});

describe('the cards unseen', () => {
  it('are the full shoe without those that were seen: a card burned face down may be any of them', () => {
    const seen: readonly Card[] = parseCards('9h 9h Ks') ?? expect.fail('cards');
    const left = unseenCards(8, seen);
    expect(cardsLeft(left)).toBe(413);
    expect(left[FACES.indexOf('9h')]).toBe(6);
    expect(left[FACES.indexOf('Ks')]).toBe(7);
  });
});

describe('the spread of a round', () => {
  it('of one bet is that of its exact odds', () => {
    const odds = oddsOf(fullCounts());
    const counted = chancesOf(fullCounts());
    for (const mode of MODES) {
      for (const spot of SPOTS) {
        const { mean, variance } = spread(counted, onOne(mode, spot, 1_000));
        const exact = odds[mode][spot].expectedReturn;
        const expected = (1_000 * Number(exact.numerator)) / Number(exact.denominator);
        expect(mean, spot).toBeCloseTo(expected, 6);
        expect(variance / 1e6, spot).toBeCloseTo(varianceOf(odds[mode][spot]), 9);
      }
    }
  });

  it('of bets that win together is wider, and of opposite ones narrower, than of each alone', () => {
    const counted = chancesOf(fullCounts());
    const alone = (spot: Spot) => spread(counted, onOne('normal', spot, 100)).variance;
    const both = (one: Spot, other: Spot) =>
      spread(counted, {
        zero_commission: new Map(),
        normal: new Map([
          [one, amount(100)],
          [other, amount(100)],
        ]),
      }).variance;
    expect(both('punto', 'punto_bonus')).toBeGreaterThan(alone('punto') + alone('punto_bonus'));
    expect(both('punto', 'banco')).toBeLessThan(alone('punto'));
    expect(both('punto_pair', 'either_pair')).toBeGreaterThan(
      alone('punto_pair') + alone('either_pair'),
    );
  });
});
