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

export const NO_ROADS: Roads = {
  beadPlate: [],
  bigRoad: [],
  bigEyeBoy: [],
  smallRoad: [],
  cockroachRoad: [],
};

/**
 * What one coup did to the roads, as plain data for the wire. Each cell goes where its column and
 * row say and replaces what is there, as a Big Road cell does that a tie marks. A derived road that
 * gained nothing is left out.
 */
export interface ScoreboardDelta {
  /** The coup's number in the shoe, from 1. A gap tells a viewer that a coup was missed. */
  readonly coup: number;
  readonly beadPlate: BeadPlateCell;
  readonly bigRoad: BigRoadCell;
  readonly bigEyeBoy?: DerivedCell;
  readonly smallRoad?: DerivedCell;
  readonly cockroachRoad?: DerivedCell;
}

/**
 * Mutable. `add` costs the same at the first coup and at the eightieth, and allocates only the
 * cells it places. The road arrays that it hands out are its own and grow with it. Cells, deltas
 * and asks never change once handed out. A new shoe takes a new scoreboard.
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

  add(bead: Bead): ScoreboardDelta {
    this.#tally.add(bead);
    const coup = this.#beads.push(bead);
    const beadPlate = this.#beadPlate.add(bead);
    const bigRoad = this.#bigRoad.add(bead);
    if (bead.outcome === 'egalite') return { coup, beadPlate, bigRoad };
    const { runs } = this.#bigRoad;
    const bigEyeBoy = this.#derived.bigEyeBoy.add(runs);
    const smallRoad = this.#derived.smallRoad.add(runs);
    const cockroachRoad = this.#derived.cockroachRoad.add(runs);
    // They start in this order, so after a road without a cell no other has one.
    if (bigEyeBoy === undefined) return { coup, beadPlate, bigRoad };
    if (smallRoad === undefined) return { coup, beadPlate, bigRoad, bigEyeBoy };
    if (cockroachRoad === undefined) return { coup, beadPlate, bigRoad, bigEyeBoy, smallRoad };
    return { coup, beadPlate, bigRoad, bigEyeBoy, smallRoad, cockroachRoad };
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
