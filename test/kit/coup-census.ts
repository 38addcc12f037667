/**
 * The census of whole coups, each result with its ways: the plain list of what production counts by
 * position.
 */
import type { FaceCounts } from '../../src/cards/composition.js';
import type { Census } from '../../src/punto-banco/census.js';
import { COUP_RESULTS, coupWays } from '../../src/punto-banco/coup-census.js';

/** Refuses `too_few_cards` when a coup of six cards could not be dealt to its end. */
export const coupCensus = (counts: FaceCounts): Census | 'too_few_cards' => {
  const ways = coupWays(counts);
  if (ways === 'too_few_cards') return ways;
  return [...ways.entries()].flatMap(([index, count]) =>
    count === 0 ? [] : [{ result: COUP_RESULTS[index]!, ways: BigInt(count) }],
  );
};
