/** The census of pairs: both sides' pairs over every ordered deal of four cards. */
import { FACES } from '../cards/card.js';
import type { FaceCounts } from '../cards/composition.js';
import type { Census } from './census.js';
import { PAIRS, type Pair, pairOf } from './pair.js';

const PAIRS_OR_NONE = [...PAIRS, 'none'] as const;
type PairOrNone = (typeof PAIRS_OR_NONE)[number];

/** The ordered ways to deal two cards that make each kind of pair, or none. */
type PairWays = Record<PairOrNone, number>;

/** The scores of these results are blank. `scoreCensus` counts them. */
export const pairCensus = (counts: FaceCounts): Census => {
  const waysBoth: Record<PairOrNone, PairWays> = {
    perfect: noWays(),
    colour: noWays(),
    mixed: noWays(),
    none: noWays(),
  };
  for (const [first, ofFirst] of counts.entries()) {
    const afterFirst = counts.with(first, ofFirst - 1);
    for (const [second, ofSecond] of afterFirst.entries()) {
      const ways = ofFirst * ofSecond;
      if (ways === 0) continue;
      const forPunto = waysBoth[pairOf(FACES[first]!, FACES[second]!) ?? 'none'];
      const forBanco = pairWays(afterFirst.with(second, ofSecond - 1));
      for (const pair of PAIRS_OR_NONE) forPunto[pair] += ways * forBanco[pair];
    }
  }
  return PAIRS_OR_NONE.flatMap((punto) =>
    PAIRS_OR_NONE.flatMap((banco) => resultOf(punto, banco, waysBoth[punto][banco])),
  );
};

/** The 208 ordered pairs of faces that have the same rank, by their indexes in `FACES`. */
const SAME_RANK: readonly (readonly [number, number, Pair])[] = FACES.flatMap((first, i) =>
  FACES.flatMap((second, j) => {
    const pair = pairOf(first, second);
    return pair === undefined ? [] : [[i, j, pair] as const];
  }),
);

const pairWays = (counts: FaceCounts): PairWays => {
  const ways = noWays();
  for (const [i, j, pair] of SAME_RANK) {
    ways[pair] += counts[i]! * (i === j ? counts[j]! - 1 : counts[j]!);
  }
  const cards = counts.reduce((total, count) => total + count, 0);
  ways.none = cards * (cards - 1) - ways.perfect - ways.colour - ways.mixed;
  return ways;
};

const resultOf = (punto: PairOrNone, banco: PairOrNone, ways: number): Census => {
  if (ways === 0) return [];
  const result = {
    puntoTotal: 0,
    bancoTotal: 0,
    outcome: 'egalite',
    naturals: { punto: false, banco: false },
    pairs: { punto: kindOf(punto), banco: kindOf(banco) },
  } as const;
  return [{ result, ways: BigInt(ways) }];
};

const kindOf = (pair: PairOrNone): Pair | undefined => (pair === 'none' ? undefined : pair);

const noWays = (): PairWays => ({ perfect: 0, colour: 0, mixed: 0, none: 0 });
