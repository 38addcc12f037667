/**
 * The scoreboard of the shoe that a table deals. It grows by the new coups, and is rebuilt only
 * where they do not follow on from the old.
 */
import type { Side } from '../../../src/punto-banco/outcome.js';
import type { Ask } from '../../../src/roads/ask.js';
import { parseBead } from '../../../src/roads/bead.js';
import { type Roads, Scoreboard } from '../../../src/roads/scoreboard.js';
import type { Statistics } from '../../../src/roads/statistics.js';

/** A shoe as the studio sends it. */
export interface PublishedShoe {
  readonly table: string;
  /** Counts the table’s shoes. Null before the first. */
  readonly shoe: number | null;
  /** Its coups, in notation. */
  readonly beads: readonly string[];
}

/**
 * What is drawn of it. Nothing in it changes any more. A cell that stays is the same object in the
 * next.
 */
export interface DrawnShoe {
  readonly beads: readonly string[];
  readonly roads: Roads;
  readonly statistics: Statistics;
  readonly asks: Readonly<Record<Side, Ask>>;
}

export class ShoeBoard {
  #scoreboard = new Scoreboard();
  #published: PublishedShoe = { table: '', shoe: null, beads: [] };
  #drawn: DrawnShoe = drawn(this.#scoreboard, []);
  #rebuilds = 0;

  /** How often the old cells were dropped. */
  get rebuilds(): number {
    return this.#rebuilds;
  }

  /** The same shoe received again is the same drawing. */
  follow(published: PublishedShoe): DrawnShoe {
    const isNext = goesOn(this.#published, published);
    if (isNext && published.beads.length === this.#published.beads.length) return this.#drawn;
    if (!isNext) {
      this.#scoreboard = new Scoreboard();
      this.#rebuilds += 1;
    }
    for (const text of published.beads.slice(this.#scoreboard.beads.length)) {
      const bead = parseBead(text);
      if (bead === undefined) break; // A newer studio’s notation. What is known stays drawn.
      this.#scoreboard.add(bead);
    }
    this.#published = published;
    this.#drawn = drawn(this.#scoreboard, published.beads);
    return this.#drawn;
  }
}

/** Whether every coup of `before` is where it was. */
const goesOn = (before: PublishedShoe, { table, shoe, beads }: PublishedShoe): boolean =>
  before.table === table &&
  before.shoe === shoe &&
  before.beads.length <= beads.length &&
  before.beads.every((bead, index) => bead === beads[index]);

const drawn = (scoreboard: Scoreboard, beads: readonly string[]): DrawnShoe => ({
  beads,
  roads: copied(scoreboard),
  statistics: scoreboard.statistics,
  asks: { punto: scoreboard.ask('punto'), banco: scoreboard.ask('banco') },
});

/** The board’s own lists grow while others hold them. */
const copied = (roads: Roads): Roads => ({
  beadPlate: [...roads.beadPlate],
  bigRoad: [...roads.bigRoad],
  bigEyeBoy: [...roads.bigEyeBoy],
  smallRoad: [...roads.smallRoad],
  cockroachRoad: [...roads.cockroachRoad],
});
