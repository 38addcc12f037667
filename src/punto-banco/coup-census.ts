/**
 * The census of whole coups: scores and pairs together, over every ordered deal of six cards. They
 * depend on each other: a side that holds a 9 in two cards has no pair.
 */
import { FACES } from '../cards/card.js';
import { type FaceCounts, cardsLeft } from '../cards/composition.js';
import { assert } from '../money/assert.js';
import { COUP_CARDS_MAX, type CoupResult, outcomeOf } from './coup.js';
import { isNatural, pointsOf } from './hand.js';
import { PAIRS, pairOf } from './pair.js';
import { pointCounts } from './score-census.js';
import { bancoDraws, puntoDraws } from './tableau.js';

const KINDS = [...PAIRS, undefined] as const;
const NO_PAIR = KINDS.indexOf(undefined);
const NO_PAIRS = NO_PAIR * KINDS.length + NO_PAIR;
const POINTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

/**
 * Everything that a bet can depend on, for every possible coup. `coupWays` counts by the positions
 * in this list.
 */
export const COUP_RESULTS: readonly CoupResult[] = KINDS.flatMap((punto) =>
  KINDS.flatMap((banco) =>
    [false, true].flatMap((withNatural) =>
      Array.from({ length: 100 }, (_, totals) => {
        const puntoTotal = Math.floor(totals / 10);
        const bancoTotal = totals % 10;
        return {
          puntoTotal,
          bancoTotal,
          outcome: outcomeOf(puntoTotal, bancoTotal),
          naturals: {
            punto: withNatural && isNatural(puntoTotal),
            banco: withNatural && isNatural(bancoTotal),
          },
          pairs: { punto, banco },
        };
      }),
    ),
  ),
);

/**
 * The ordered deals of six cards that lead to each of `COUP_RESULTS`. They are counted in plain
 * numbers, which are exact: there are fewer than 2^53 ordered deals of six cards from eight decks.
 * This runs for every round of a shift, so nothing is copied on the way.
 */
export const coupWays = (counts: FaceCounts): Float64Array | 'too_few_cards' => {
  const cards = cardsLeft(counts);
  if (cards < COUP_CARDS_MAX) return 'too_few_cards';
  assert(ordersOfSix(cards) <= Number.MAX_SAFE_INTEGER, 'eight decks at most are counted exactly');

  const left = Int16Array.from(pointCounts(counts));
  const pairs = pairsByPoints(counts);
  const ways = new Float64Array(COUP_RESULTS.length);
  for (const punto of HANDS) {
    for (const banco of HANDS) {
      const natural = isNatural(punto.total) || isNatural(banco.total) ? 1 : 0;
      if (punto.isAlike || banco.isAlike) {
        const dealt = waysToDeal(punto, banco, left, pairs);
        take(left, punto, banco);
        for (const { pair, ways: first } of dealt) {
          playOut(punto, banco, left, cards - 4, first, ways, placeOf(pair, natural));
        }
        putBack(left, punto, banco);
      } else {
        const first = waysOfTwo(left, punto) * waysAfter(left, punto, banco);
        take(left, punto, banco);
        playOut(punto, banco, left, cards - 4, first, ways, placeOf(NO_PAIRS, natural));
        putBack(left, punto, banco);
      }
    }
  }
  return ways;
};

/** Where the 100 totals of these pairs begin, Punto's in tens. */
const placeOf = (pair: number, natural: number): number => (pair * 2 + natural) * 100;

/** All the orders in which six of so many cards can lie. */
export const ordersOfSix = (cards: number): number => {
  let orders = 1;
  for (let taken = 0; taken < COUP_CARDS_MAX; taken += 1) orders *= cards - taken;
  return orders;
};

/**
 * Adds to each pair of final totals, starting at `place`, `first` for each ordered way to deal it
 * two more of the `cards` left.
 */
const playOut = (
  { total: punto }: Hand,
  { total: banco }: Hand,
  left: Int16Array,
  cards: number,
  first: number,
  ways: Float64Array,
  place: number,
): void => {
  const oneMore = first * (cards - 1);
  if (!PUNTO_DRAWS[punto * 10 + banco]!) {
    if (!BANCO_DRAWS_AFTER_STAND[punto * 10 + banco]!) {
      ways[place + punto * 10 + banco]! += oneMore * cards;
      return;
    }
    for (let third = 0; third < 10; third += 1) {
      ways[place + punto * 10 + ((banco + third) % 10)]! += oneMore * left[third]!;
    }
    return;
  }
  for (let third = 0; third < 10; third += 1) {
    const count = left[third]!;
    const here = place + ((punto + third) % 10) * 10;
    if (!BANCO_DRAWS[banco * 10 + third]!) {
      ways[here + banco]! += oneMore * count;
      continue;
    }
    for (let sixth = 0; sixth < 10; sixth += 1) {
      const others = sixth === third ? count - 1 : left[sixth]!;
      ways[here + ((banco + sixth) % 10)]! += first * count * others;
    }
  }
};

/** The tableau on two-card totals, `[punto * 10 + banco]`. */
const PUNTO_DRAWS = POINTS.flatMap((punto) => POINTS.map((banco) => puntoDraws(punto, banco)));
const BANCO_DRAWS_AFTER_STAND = POINTS.flatMap((punto) =>
  POINTS.map((banco) => bancoDraws(punto, banco, undefined)),
);

/** The tableau after Punto has drawn, `[banco * 10 + third]`. */
const BANCO_DRAWS = POINTS.flatMap((banco) => POINTS.map((third) => bancoDraws(0, banco, third)));

/** Two cards by their points, in either order. */
interface Hand {
  readonly high: number;
  readonly low: number;
  readonly total: number;
  /** Of the same points, so that they may be a pair. */
  readonly isAlike: boolean;
}

const HANDS: readonly Hand[] = POINTS.flatMap((high) =>
  POINTS.slice(0, high + 1).map((low) => ({
    high,
    low,
    total: (high + low) % 10,
    isAlike: high === low,
  })),
);

const take = (left: Int16Array, one: Hand, other: Hand): void => {
  for (const { high, low } of [one, other]) {
    left[high]! -= 1;
    left[low]! -= 1;
  }
};

const putBack = (left: Int16Array, one: Hand, other: Hand): void => {
  for (const { high, low } of [one, other]) {
    left[high]! += 1;
    left[low]! += 1;
  }
};

/** The ordered ways to deal both sides' first two cards so that they make these kinds of pair. */
interface FirstFour {
  readonly pair: number;
  readonly ways: number;
}

/**
 * Two cards of the same points, for each number of points: the ways to their pairs and, where all
 * four cards have these points, to those of both sides.
 */
interface PairsOfPoints {
  readonly one: readonly number[];
  readonly both: readonly FirstFour[];
}

const pairIndex = (punto: number, banco: number): number => punto * KINDS.length + banco;

const pairsByPoints = (counts: FaceCounts): readonly PairsOfPoints[] =>
  FACES_OF.map((faces) => {
    const alike = faces.map((face) => counts[face]!);
    return { one: waysOfOne(alike, faces), both: waysOfBoth(alike, faces) };
  });

/** The faces of each number of points, by their indexes in `FACES`. */
const FACES_OF = POINTS.map((points) =>
  FACES.flatMap((face, index) => (pointsOf(face) === points ? [index] : [])),
);

/** The kind of pair of every two faces, by its position in `KINDS`. */
const KIND_OF = FACES.map((first) => FACES.map((second) => KINDS.indexOf(pairOf(first, second))));

/** Two cards of `faces`, of which there are `counts`: the ordered ways to each kind of pair. */
const waysOfOne = (counts: readonly number[], faces: readonly number[]): readonly number[] => {
  const ways = KINDS.map(() => 0);
  for (const [i, first] of faces.entries()) {
    for (const [j, second] of faces.entries()) {
      ways[KIND_OF[first]![second]!]! += counts[i]! * (i === j ? counts[j]! - 1 : counts[j]!);
    }
  }
  return ways;
};

/** Four cards of `faces`: the ordered ways to each two kinds of pair, Punto's two cards first. */
const waysOfBoth = (counts: readonly number[], faces: readonly number[]): readonly FirstFour[] => {
  const ways = new Float64Array(KINDS.length ** 2);
  const left = [...counts];
  for (const [i, first] of faces.entries()) {
    for (const [j, second] of faces.entries()) {
      const dealt = left[i]! * (i === j ? left[j]! - 1 : left[j]!);
      left[i]! -= 1;
      left[j]! -= 1;
      const punto = KIND_OF[first]![second]!;
      for (const [banco, others] of waysOfOne(left, faces).entries()) {
        ways[pairIndex(punto, banco)]! += dealt * others;
      }
      left[i]! += 1;
      left[j]! += 1;
    }
  }
  return some([...ways.entries()].map(([pair, count]) => ({ pair, ways: count })));
};

/**
 * One side's two cards, or each side's, have the same points. The order in which the four were
 * dealt does not change the count.
 */
const waysToDeal = (
  punto: Hand,
  banco: Hand,
  left: Int16Array,
  pairs: readonly PairsOfPoints[],
): readonly FirstFour[] => {
  if (punto.isAlike && banco.isAlike) {
    if (punto.high === banco.high) return pairs[punto.high]!.both;
    const [forPunto, forBanco] = [pairs[punto.high]!.one, pairs[banco.high]!.one];
    return some(
      forPunto.flatMap((ways, p) =>
        forBanco.map((others, b) => ({ pair: pairIndex(p, b), ways: ways * others })),
      ),
    );
  }
  const [one, other] = punto.isAlike ? [punto, banco] : [banco, punto];
  const others = waysAfter(left, one, other);
  return some(
    pairs[one.high]!.one.map((ways, kind) => ({
      pair: one === punto ? pairIndex(kind, NO_PAIR) : pairIndex(NO_PAIR, kind),
      ways: ways * others,
    })),
  );
};

/** Of different points, in either order. */
const waysOfTwo = (left: Int16Array, { high, low }: Hand): number => 2 * left[high]! * left[low]!;

/**
 * The same, once the two cards of `first` are gone. Where there is no way to deal `first`, this
 * counts for nothing, and may be below zero.
 */
const waysAfter = (left: Int16Array, first: Hand, { high, low }: Hand): number => {
  const gone = (points: number): number =>
    (first.high === points ? 1 : 0) + (first.low === points ? 1 : 0);
  return 2 * (left[high]! - gone(high)) * (left[low]! - gone(low));
};

const some = (dealt: readonly FirstFour[]): readonly FirstFour[] =>
  dealt.filter(({ ways }) => ways > 0);
