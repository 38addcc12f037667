import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Card, FACES } from '../cards/card.js';
import { parseCards } from '../cards/notation.js';
import { COUP_CARDS_MAX, type CardSeat, dealCoup, nextSeat } from './coup.js';
import { totalOf } from './hand.js';
import { SIDES } from './outcome.js';
import { runs } from '../../test/kit/runs.js';

const cards = (text: string) => parseCards(text) ?? expect.fail(`${text} are cards`);
const written = (seat: CardSeat | undefined) => seat && `${seat.side} ${seat.position}`;

/** Six faces. A coup takes as many of them as it needs. */
const sixCards = fc.array(fc.constantFrom(...FACES), { minLength: 6, maxLength: 6 });

const seatsOf = (dealt: readonly Card[]) =>
  dealt.map((_, index) => written(nextSeat(dealt.slice(0, index))));

describe('the order of the deal', () => {
  it.each([
    ['', 'punto 1'],
    ['9h', 'banco 1'],
    ['9h 2d', 'punto 2'],
    ['9h 2d Kd', 'banco 2'],
    ['9h 2d Kd 4c', undefined],
    ['2h 9d Kd Kc', undefined],
    ['6h 7d Kd Kc', undefined],
    ['6h 5d Kd Kc', 'banco 3'],
    ['6h 5d Kd Kc 9s', undefined],
    ['2h 4c Kd Ks', 'punto 3'],
    ['2h 4c Kd Ks 5s', 'banco 3'],
    ['2h 4c Kd Ks 8s', undefined],
    ['2h 4c Kd Ks 5s 7d', undefined],
    ['2h 4c Kd Ks 5s 7d 7d', undefined],
  ])('after %j is %s', (dealt, seat) => {
    expect(written(nextSeat(cards(dealt)))).toBe(seat);
  });

  it('is side by side for the first four cards: Punto, Banco, Punto, Banco', () => {
    const sides = ['9h', '9h 2d', '9h 2d Kd', '9h 2d Kd 4c'].map(
      (dealt) => nextSeat(cards(dealt), cards(dealt).length - 1)?.side,
    );
    expect(sides).toEqual([...SIDES, ...SIDES]);
  });
});

describe('a coup', () => {
  it('ends after four cards with a natural', () => {
    expect(dealCoup(cards('9h 4c Kd 2s'))).toMatchObject({
      punto: ['9h', 'Kd'],
      banco: ['4c', '2s'],
      puntoTotal: 9,
      bancoTotal: 6,
      outcome: 'punto',
      naturals: { punto: true, banco: false },
      pairs: { punto: undefined, banco: undefined },
    });
  });

  it('places the fifth card on Banco when Punto stands', () => {
    expect(dealCoup(cards('6h 5d Kd Kc 4s'))).toMatchObject({
      punto: ['6h', 'Kd'],
      banco: ['5d', 'Kc', '4s'],
      outcome: 'banco',
    });
  });

  it('does not call a 9 with a third card a natural', () => {
    expect(dealCoup(cards('2h 7c Kd Ks 7s'))).toMatchObject({
      puntoTotal: 9,
      naturals: { punto: false, banco: false },
    });
  });

  it("names the pair of each side's first two cards, and never one with a third card", () => {
    expect(dealCoup(cards('2h Kc 2h Ks 5s 5d'))?.pairs).toEqual({
      punto: 'perfect',
      banco: 'colour',
    });
    expect(dealCoup(cards('2h 7c Kh Ks Kh'))?.pairs).toEqual({
      punto: undefined,
      banco: undefined,
    });
  });

  it('is refused while a card is missing, and with a card too many', () => {
    fc.assert(
      fc.property(sixCards, fc.constantFrom(...FACES), (deck, extra) => {
        const length = [4, 5, 6].find((many) => nextSeat(deck.slice(0, many)) === undefined);
        const complete = deck.slice(0, length);
        expect(dealCoup(complete)?.cards).toEqual(complete);
        expect(dealCoup([...complete, extra])).toBeUndefined();
        for (let short = 0; short < complete.length; short += 1) {
          expect(dealCoup(complete.slice(0, short))).toBeUndefined();
        }
      }),
    );
  });

  it('always ends with four to six cards, each card seat taken once and in order', () => {
    const lawful = [
      'punto 1,banco 1,punto 2,banco 2',
      'punto 1,banco 1,punto 2,banco 2,punto 3',
      'punto 1,banco 1,punto 2,banco 2,banco 3',
      'punto 1,banco 1,punto 2,banco 2,punto 3,banco 3',
    ];
    const seen = new Set<string>();
    fc.assert(
      fc.property(sixCards, (deck) => {
        const dealt: Card[] = [];
        while (nextSeat(dealt) !== undefined) dealt.push(deck[dealt.length]!);
        expect(dealt.length).toBeLessThanOrEqual(COUP_CARDS_MAX);
        seen.add(seatsOf(dealt).join(','));
      }),
      { numRuns: Math.max(50, runs(500)), seed: 1 },
    );
    expect([...seen].sort()).toEqual(lawful.sort());
  });

  it('goes to the higher total, and to neither when they are equal', () => {
    fc.assert(
      fc.property(sixCards, (deck) => {
        const length = [4, 5, 6].find((many) => nextSeat(deck.slice(0, many)) === undefined);
        const { punto, banco, outcome } = dealCoup(deck.slice(0, length))!;
        const margin = Math.sign(totalOf(punto) - totalOf(banco));
        expect(outcome).toBe({ 1: 'punto', 0: 'egalite', [-1]: 'banco' }[margin]);
      }),
    );
  });
});
