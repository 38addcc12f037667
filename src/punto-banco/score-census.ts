/** The census of scores: totals, naturals and outcomes over every ordered deal of six cards. */
import { FACES } from '../cards/card.js';
import type { FaceCounts } from '../cards/composition.js';
import type { Census } from './census.js';
import { outcomeOf } from './coup.js';
import { isNatural, pointsOf } from './hand.js';
import { bancoDraws, puntoDraws } from './tableau.js';

/** Cards left of each value from 0 to 9 points. */
type PointCounts = readonly number[];

/** One side's first two cards: their total, the ordered ways to deal them, and the cards left. */
interface FirstTwo {
  readonly total: number;
  readonly ways: number;
  readonly left: PointCounts;
}

/**
 * The tableau depends on points alone, so cards of equal points are counted together. A coup of
 * fewer than six cards counts once for each way to deal on to six. The pairs of these results are
 * blank. `pairCensus` counts them.
 */
export const scoreCensus = (counts: FaceCounts): Census => {
  const withNatural = new Array<bigint>(100).fill(0n);
  const without = new Array<bigint>(100).fill(0n);
  for (const punto of firstTwo(pointCounts(counts))) {
    for (const banco of firstTwo(punto.left)) {
      const ended = isNatural(punto.total) || isNatural(banco.total) ? withNatural : without;
      const ways = BigInt(punto.ways * banco.ways);
      playOut(punto.total, banco.total, banco.left, (puntoTotal, bancoTotal, furtherWays) => {
        ended[(puntoTotal % 10) * 10 + (bancoTotal % 10)]! += ways * BigInt(furtherWays);
      });
    }
  }
  return [...resultsOf(withNatural, isNatural), ...resultsOf(without, () => false)];
};

/**
 * Calls `end` with each pair of final totals, before they are taken modulo 10, and with the ordered
 * ways to deal two more cards to it.
 */
const playOut = (
  punto: number,
  banco: number,
  left: PointCounts,
  end: (puntoTotal: number, bancoTotal: number, ways: number) => void,
): void => {
  const cards = left.reduce((total, count) => total + count, 0);
  if (!puntoDraws(punto, banco)) {
    if (!bancoDraws(punto, banco, undefined)) return end(punto, banco, cards * (cards - 1));
    return left.forEach((count, third) => end(punto, banco + third, count * (cards - 1)));
  }
  for (const [third, count] of left.entries()) {
    if (!bancoDraws(punto, banco, third)) {
      end(punto + third, banco, count * (cards - 1));
      continue;
    }
    for (const [sixth, others] of left.entries()) {
      end(punto + third, banco + sixth, count * (sixth === third ? others - 1 : others));
    }
  }
};

/** Every two cards by points. Both orders of the two are counted in `ways`. */
const firstTwo = (counts: PointCounts): readonly FirstTwo[] => {
  const hands: FirstTwo[] = [];
  for (const [high, ofHigh] of counts.entries()) {
    for (const [low, ofLow] of counts.slice(0, high + 1).entries()) {
      const ways = high === low ? ofHigh * (ofHigh - 1) : 2 * ofHigh * ofLow;
      if (ways === 0) continue;
      const left = counts.with(high, ofHigh - 1);
      hands.push({ total: (high + low) % 10, ways, left: left.with(low, left[low]! - 1) });
    }
  }
  return hands;
};

export const pointCounts = (counts: FaceCounts): PointCounts => {
  const points = new Array<number>(10).fill(0);
  for (const [index, face] of FACES.entries()) points[pointsOf(face)]! += counts[index]!;
  return points;
};

/** `ways` is indexed by Punto's total in tens and Banco's in ones. */
const resultsOf = (ways: readonly bigint[], natural: (total: number) => boolean): Census =>
  ways.flatMap((count, totals) => {
    if (count === 0n) return [];
    const puntoTotal = Math.floor(totals / 10);
    const bancoTotal = totals % 10;
    const result = {
      puntoTotal,
      bancoTotal,
      outcome: outcomeOf(puntoTotal, bancoTotal),
      naturals: { punto: natural(puntoTotal), banco: natural(bancoTotal) },
      pairs: { punto: undefined, banco: undefined },
    };
    return [{ result, ways: count }];
  });
