/** The scoreboard of one shoe: all five roads, updated coup by coup. */
import type { Side } from '../punto-banco/outcome.js';
import { type Ask, askRoads } from './ask.js';
import type { Bead } from './bead.js';
import { BeadPlate, type BeadPlateCell } from './bead-plate.js';
import { BigRoad, type BigRoadCell } from './big-road.js';
import { DERIVED_ROADS, type DerivedCell, DerivedRoad } from './derived-road.js';
import { type Statistics, Tally } from './statistics.js';

export const ROADS = ['beadPlate', 'bigRoad', ...DERIVED_ROADS] as const;
export type RoadName = (typeof ROADS)[number];

/** Every cell of every road, in the order the coups placed them. */
export interface Roads {
  readonly beadPlate: readonly BeadPlateCell[];
  readonly bigRoad: readonly BigRoadCell[];
  readonly bigEyeBoy: readonly DerivedCell[];
  readonly smallRoad: readonly DerivedCell[];
  readonly cockroachRoad: readonly DerivedCell[];
}

/**
 * Mutable. `add` costs the same at the first coup and at the eightieth, and allocates only the
 * cells it places. The road arrays that it hands out are its own and grow with it. Cells and asks
 * never change once handed out. A new shoe takes a new scoreboard.
 */
export class Scoreboard implements Roads {
  readonly #beads: Bead[] = [];
  readonly #tally = new Tally();
  readonly #beadPlate = new BeadPlate();
  readonly #bigRoad = new BigRoad();
  readonly #derived = {
    bigEyeBoy: new DerivedRoad('bigEyeBoy'),
    smallRoad: new DerivedRoad('smallRoad'),
    cockroachRoad: new DerivedRoad('cockroachRoad'),
  };

  add(bead: Bead): void {
    this.#tally.add(bead);
    this.#beads.push(bead);
    this.#beadPlate.add(bead);
    this.#bigRoad.add(bead);
    if (bead.outcome === 'egalite') return;
    for (const road of DERIVED_ROADS) this.#derived[road].add(this.#bigRoad.runs);
  }

  /** What each road would gain if the next win were `side`'s. */
  ask(side: Side): Ask {
    return askRoads(this.#bigRoad, this.#derived, side);
  }

  /** The coups of the shoe so far. `rebuild` makes the same scoreboard from these alone. */
  get beads(): readonly Bead[] {
    return this.#beads;
  }

  get statistics(): Statistics {
    return this.#tally.counts;
  }

  get beadPlate(): readonly BeadPlateCell[] {
    return this.#beadPlate.cells;
  }

  get bigRoad(): readonly BigRoadCell[] {
    return this.#bigRoad.cells;
  }

  get bigEyeBoy(): readonly DerivedCell[] {
    return this.#derived.bigEyeBoy.cells;
  }

  get smallRoad(): readonly DerivedCell[] {
    return this.#derived.smallRoad.cells;
  }

  get cockroachRoad(): readonly DerivedCell[] {
    return this.#derived.cockroachRoad.cells;
  }
}

export const rebuild = (beads: Iterable<Bead>): Scoreboard => {
  const scoreboard = new Scoreboard();
  for (const bead of beads) scoreboard.add(bead);
  return scoreboard;
};
