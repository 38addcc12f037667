/**
 * E1: what the shift report needs of each round, against `exactOdds` over the same compositions, as
 * a shoe is dealt down. The report needs the chances of every class of results with the cards that
 * are left, and whether a bet favours the players. One more figure is the cost of a round's
 * exposure in microseconds, which the pit's wall counts on every change of the stakes.
 */
import { FACES } from '../src/cards/card.js';
import { type FaceCounts, fullCounts } from '../src/cards/composition.js';
import { amount } from '../src/money/amount.js';
import { advantages } from '../src/punto-banco/advantage.js';
import { exposure } from '../src/punto-banco/exposure.js';
import { exactOdds } from '../src/punto-banco/odds.js';
import { chances } from '../src/punto-banco/paying-class.js';
import { CURRENT_PAYTABLE } from '../src/punto-banco/paytable.js';
import { SPOTS } from '../src/punto-banco/spot.js';
import { comparePairs, nanosecondsEach, report, rounded, seeded } from './kit.js';

const GOAL = 0.2;
/** One for each round of a shoe. */
const ROUNDS = 60;
const CARDS_A_ROUND = 5;
const EXPOSURES = 2_000;

const random = seeded(4);

/** The compositions of one shoe, each with the cards of one round fewer. */
const compositions: readonly FaceCounts[] = (() => {
  const left = [...fullCounts()];
  return Array.from({ length: ROUNDS }, () => {
    const counts = [...left];
    for (let dealt = 0; dealt < CARDS_A_ROUND;) {
      const face = Math.floor(random() * FACES.length);
      if (left[face] === 0) continue;
      left[face]! -= 1;
      dealt += 1;
    }
    return counts;
  });
})();

/** Read at the end, so that no work can be optimised away as useless. */
let kept = 0;

const all = SPOTS.map((spot) => [spot, amount(1_000)] as const);
const stakes = {
  zero_commission: new Map(all),
  normal: new Map(all.filter(([spot]) => spot !== 'super_6')),
};

const watch = () => {
  for (const counts of compositions) {
    const counted = chances(counts, CURRENT_PAYTABLE);
    if (counted !== 'too_few_cards') kept += advantages(counted).length;
  }
};
const odds = () => {
  for (const counts of compositions) {
    const counted = exactOdds(counts, CURRENT_PAYTABLE);
    if (counted !== 'too_few_cards') kept += counted.normal.punto.won.length;
  }
};
const expose = () => {
  for (let turn = 0; turn < EXPOSURES; turn += 1) {
    kept += Number(exposure(stakes, CURRENT_PAYTABLE).egalite % 7n);
  }
};

const { costRatio, candidate, baseline, pairs } = await comparePairs(
  {
    candidate: () => nanosecondsEach(ROUNDS, watch),
    baseline: () => nanosecondsEach(ROUNDS, odds),
  },
  { pairs: 9, warmUps: 2 },
);
expose();
const exposureNs = nanosecondsEach(EXPOSURES, expose);

report({
  goal: `E1 ≤ ${GOAL}`,
  ratio: rounded(costRatio),
  met: costRatio <= GOAL,
  watchMs: rounded(candidate / 1e6),
  exactOddsMs: rounded(baseline / 1e6),
  exposureUs: rounded(exposureNs / 1e3),
  rounds: ROUNDS,
  pairs,
  kept,
});
