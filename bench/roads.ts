/**
 * D1: five roads updated coup by coup, against recomputing them at each coup from the shoe's whole
 * history with the popular npm engine (baccarat-engine), over the same shoes of 70–80 coups. Two
 * more rows show where the difference comes from. `plain` is a recompute written as well as we
 * could (test/kit). `rebuild` builds the history anew by the incremental code itself.
 */
import { type GameResult, RoadmapGenerator } from 'baccarat-engine';
import { recomputeRoads } from '../test/kit/recompute-roads.js';
import type { Bead } from '../src/roads/bead.js';
import { rebuild, Scoreboard } from '../src/roads/scoreboard.js';
import { comparePairs, nanosecondsEach, report, rounded, seeded } from './kit.js';

const GOAL = 500;
const SHOES = 100;
/**
 * How many times more the incremental side plays the shoes, to fill a sample of some milliseconds.
 */
const REPEATS = 20;

const random = seeded(20);

/** A coup by the published chances of eight decks. A natural's total is 8 or 9. */
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

/** Read at the end, so that no work can be optimised away as useless. */
let cells = 0;

const incremental = () => {
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    for (const shoe of shoes) {
      const scoreboard = new Scoreboard();
      for (const bead of shoe) {
        scoreboard.add(bead);
        cells += scoreboard.bigRoad.length;
      }
    }
  }
};

/** `recompute` is given the history after each coup. */
const recomputing =
  <T>(histories: readonly (readonly T[])[], recompute: (history: T[]) => number) =>
  () => {
    for (const coupsOfShoe of histories) {
      const history: T[] = [];
      for (const coup of coupsOfShoe) {
        history.push(coup);
        cells += recompute(history);
      }
    }
  };

const engine = new RoadmapGenerator();
/** Room for the longest shoe. */
const PLATE = { columns: 14, rows: 6 };
const BIG_ROAD = { columns: 80, rows: 6, scroll: false };

/**
 * A coup as the engine takes it, prepared before the clock runs. Its types name enums that do not
 * exist at run time, so it takes these words.
 */
const resultOf = ({ outcome, natural, puntoPair, bancoPair }: Bead): GameResult => {
  const result = {
    outcome: { punto: 'player', banco: 'banker', egalite: 'tie' }[outcome],
    natural: natural ? 'banker8' : 'none',
    pair: puntoPair ? (bancoPair ? 'both' : 'player') : bancoPair ? 'banker' : 'none',
  };
  return result as unknown as GameResult;
};

let drawn: readonly unknown[] = [];
const byEngine = recomputing(
  shoes.map((shoe) => shoe.map(resultOf)),
  (history) => {
    const bigRoad = engine.bigRoad(history, BIG_ROAD);
    drawn = [
      engine.beadPlate(history, PLATE),
      bigRoad,
      engine.bigEyeRoad(bigRoad),
      engine.smallRoad(bigRoad),
      engine.cockroachPig(bigRoad),
    ];
    return drawn.length;
  },
);
const plain = recomputing(shoes, (history) => recomputeRoads(history).bigRoad.length);
const rebuilt = recomputing(shoes, (history) => rebuild(history).bigRoad.length);

const against = (recompute: () => void) =>
  comparePairs(
    {
      baseline: () => nanosecondsEach(coups, recompute),
      candidate: () => nanosecondsEach(coups * REPEATS, incremental),
    },
    { pairs: 15, warmUps: 3 },
  );
const popular = await against(byEngine);
const ours = await against(plain);
const again = await against(rebuilt);

report({
  goal: 'D1',
  ratio: rounded(1 / popular.costRatio),
  goalRatio: GOAL,
  met: 1 / popular.costRatio >= GOAL,
  incrementalNs: rounded(popular.candidate),
  engineNs: rounded(popular.baseline),
  spread: popular.costRatios.map((ratio) => rounded(1 / ratio)),
  plainNs: rounded(ours.baseline),
  plainRatio: rounded(1 / ours.costRatio),
  rebuildNs: rounded(again.baseline),
  rebuildRatio: rounded(1 / again.costRatio),
  coupsAShoe: rounded(coups / SHOES),
  pairs: popular.pairs,
  cells,
});
