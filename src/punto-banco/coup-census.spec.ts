import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from '../cards/card.js';
import { cardsLeft, countCards, fullCounts } from '../cards/composition.js';
import { parseCards } from '../cards/notation.js';
import { type Census, dealsIn } from './census.js';
import { coupCensus } from '../../test/kit/coup-census.js';
import { type CoupResult, dealCoup, nextSeat } from './coup.js';
import { pairCensus } from './pair-census.js';
import { scoreCensus } from './score-census.js';
import { runs } from '../../test/kit/runs.js';

const counted = (counts: readonly number[]): Census => {
  const census = coupCensus(counts);
  return census === 'too_few_cards' ? expect.fail('six cards are enough') : census;
};

const written = ({ puntoTotal, bancoTotal, naturals, pairs }: CoupResult): string =>
  [puntoTotal, bancoTotal, naturals.punto, naturals.banco, pairs.punto, pairs.banco].join(' ');

/** The ways of every name, added up. */
const tally = (census: Census, name: (result: CoupResult) => string): Record<string, bigint> => {
  const ways: Record<string, bigint> = {};
  for (const { result, ways: count } of census) {
    ways[name(result)] = (ways[name(result)] ?? 0n) + count;
  }
  return ways;
};

const scores = (result: CoupResult): string =>
  written({ ...result, pairs: { punto: undefined, banco: undefined } });
const pairs = ({ pairs: { punto, banco } }: CoupResult): string => `${punto} ${banco}`;

/**
 * Every order in which six of these cards can lie, each physical card counted separately, dealt
 * through the coup.
 */
const dealtOut = (faces: readonly (typeof FACES)[number][]): Record<string, bigint> => {
  const ways: Record<string, bigint> = {};
  const place = (lying: typeof faces, rest: typeof faces): void => {
    if (lying.length < 6) {
      for (const [index, card] of rest.entries()) place([...lying, card], rest.toSpliced(index, 1));
      return;
    }
    const length = [4, 5, 6].find((many) => nextSeat(lying.slice(0, many)) === undefined);
    const result = written(dealCoup(lying.slice(0, length))!);
    ways[result] = (ways[result] ?? 0n) + 1n;
  };
  place([], faces);
  return ways;
};

const compositions = fc
  .array(fc.integer({ min: 0, max: 8 }), { minLength: 52, maxLength: 52 })
  .filter((counts) => cardsLeft(counts) >= 6);

describe('the census of whole coups', () => {
  it('is, without the pairs, the census of scores', () => {
    const same = (counts: readonly number[]) => {
      expect(tally(counted(counts), scores)).toEqual(tally(scoreCensus(counts), scores));
    };
    same(fullCounts());
    fc.assert(fc.property(compositions, same), { numRuns: runs(10), seed: 1 });
  });

  it('is, without the scores, the census of pairs, times the ways to deal two more cards', () => {
    const same = (counts: readonly number[]) => {
      const cards = BigInt(counts.reduce((total, count) => total + count, 0));
      const ofFour = pairCensus(counts).map(({ result, ways }) => ({
        result,
        ways: ways * (cards - 4n) * (cards - 5n),
      }));
      expect(tally(counted(counts), pairs)).toEqual(tally(ofFour, pairs));
    };
    same(fullCounts());
    fc.assert(fc.property(compositions, same), { numRuns: runs(10), seed: 2 });
  });

  it.each([
    ['9h 9h 9d 4s 4c Kd Kd'],
    ['As Ac Ad 3h 3h 5s 8d'],
    ['7h 7h 7h 7h 2s 2s Qd'],
    ['Kh Kh Kd Qd Qd Th Js 8c'],
  ])('of %s is that of dealing it out in every order', (text) => {
    const cards = parseCards(text) ?? expect.fail(`${text} are cards`);
    expect(tally(counted(countCards(cards)), written)).toEqual(dealtOut(cards));
  });

  it('of any few cards is that of dealing them out in every order', () => {
    const few = fc.array(fc.constantFrom(...FACES), { minLength: 6, maxLength: 7 });
    const alike = fc.array(fc.constantFrom(...FACES.slice(9, 16)), { minLength: 6, maxLength: 7 });
    fc.assert(
      fc.property(fc.oneof(few, alike), (cards) => {
        expect(tally(counted(countCards(cards)), written)).toEqual(dealtOut(cards));
      }),
      { numRuns: runs(25) },
    );
  });

  it('counts every order of six cards of a full shoe once', () => {
    expect(dealsIn(counted(fullCounts()))).toBe(4_998_398_275_503_360n);
  });

  it('has no pair beside a natural nine', () => {
    const nines = counted(fullCounts()).filter(
      ({ result }) => result.naturals.punto && result.puntoTotal === 9,
    );
    expect(nines.length).toBeGreaterThan(0);
    expect(nines.every(({ result }) => result.pairs.punto === undefined)).toBe(true);
  });

  it('is exact up to eight decks, and counts no more', () => {
    expect(() => coupCensus(fullCounts(9))).toThrow('eight decks at most are counted exactly');
  });

  it('is refused when a coup could not be dealt to its end', () => {
    expect(coupCensus(countCards(['9h', '9d', '4s', 'Kd', '2c']))).toBe('too_few_cards');
  });
});
