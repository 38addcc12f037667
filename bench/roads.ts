/**
 * D1: five roads kept up coup by coup, against recomputing them from the shoe's whole history at each
 * coup, over the same shoes of 70–80 coups. `rebuildNs` is the milder baseline: the history laid anew by
 * the incremental code itself, which shows how much is due to not recomputing at all.
 */
import { recomputeRoads } from '../test/kit/recompute-roads.js';
import type { Bead } from '../src/roads/bead.js';
import { rebuild, Scoreboard } from '../src/roads/scoreboard.js';
import { comparePairs, nanosecondsEach, report, rounded, seeded } from './kit.js';

const GOAL = 500;
const SHOES = 100;
/** The incremental side plays the shoes so many times more, to fill a sample of some milliseconds. */
const REPEATS = 20;

const random = seeded(20);

/** A coup by the published chances of eight decks; a natural's total is 8 or 9. */
const deal = (): Bead => {
  const draw = random();
  const natural = random() < 0.34;
  return {
    outcome: draw < 0.4462 ? 'punto' : draw < 0.9048 ? 'banco' : 'egalite',
    total: natural ? 8 + Math.floor(random() * 2) : 1 + Math.floor(random() * 9),
    natural,
    puntoPair: random() < 0.0747,
    bancoPair: random() < 0.0747,
  };
};

const shoes = Array.from({ length: SHOES }, () =>
  Array.from({ length: 70 + Math.floor(random() * 11) }, deal),
);
const coups = shoes.reduce((sum, shoe) => sum + shoe.length, 0);

/** Read at the end, so that no work can be left out as useless. */
let cells = 0;

const incremental = () => {
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const shoe of shoes) {
      const scoreboard = new Scoreboard();
      for (const bead of shoe) cells += scoreboard.add(bead).bigRoad.row;
    }
  }
};

const recomputed = () => {
  for (const shoe of shoes) {
    const history: Bead[] = [];
    for (const bead of shoe) {
      history.push(bead);
      cells += recomputeRoads(history).bigRoad.length;
    }
  }
};

const rebuilt = () => {
  for (const shoe of shoes) {
    const history: Bead[] = [];
    for (const bead of shoe) {
      history.push(bead);
      cells += rebuild(history).bigRoad.length;
    }
  }
};

const candidate = () => nanosecondsEach(coups * REPEATS, incremental);
const sizes = { pairs: 15, warmUps: 3 };
const recompute = await comparePairs(
  { baseline: () => nanosecondsEach(coups, recomputed), candidate },
  sizes,
);
const again = await comparePairs(
  { baseline: () => nanosecondsEach(coups, rebuilt), candidate },
  sizes,
);

report({
  goal: 'D1',
  ratio: rounded(1 / recompute.costRatio),
  goalRatio: GOAL,
  met: 1 / recompute.costRatio >= GOAL,
  incrementalNs: rounded(recompute.candidate),
  recomputeNs: rounded(recompute.baseline),
  rebuildNs: rounded(again.baseline),
  rebuildRatio: rounded(1 / again.costRatio),
  coupsAShoe: rounded(coups / SHOES),
  pairs: recompute.pairs,
  cells,
});
