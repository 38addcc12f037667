/**
 * Good roads: the patterns that a lobby marks, as the Big Road's logical columns end in them now.
 * Ties do not break a pattern. The thresholds are those usual in the trade.
 */
import type { Side } from '../punto-banco/outcome.js';
import type { Bead } from './bead.js';

export const GOOD_ROADS = [
  'dragon', // One side wins again and again.
  'chop', // The sides win in turn: columns of one.
  'pairs', // columns of two
  'one_two', // columns of one and of two in turn, known as a room with a door
] as const;
type GoodRoadKind = (typeof GOOD_ROADS)[number];

/** From this length on a pattern is marked. It counts wins for a dragon, columns for the others. */
const GOOD_FROM: Readonly<Record<GoodRoadKind, number>> = {
  dragon: 4,
  chop: 4,
  pairs: 3,
  one_two: 4,
};

export interface GoodRoad {
  readonly kind: GoodRoadKind;
  /** Whose the dragon is, or whose the columns of two are. Null where neither side is meant. */
  readonly side: Side | null;
  /**
   * Wins for a dragon. Columns for the others, where a column that has only begun does not count
   * yet.
   */
  readonly length: number;
}

type Outcomes = readonly Pick<Bead, 'outcome'>[];

/**
 * In the order of `GOOD_ROADS`. Most often there is none. Looks back no further than the patterns
 * reach.
 */
export const goodRoads = (beads: Outcomes): readonly GoodRoad[] => {
  const columns = new Columns(beads);
  return [dragon(columns), chop(columns), pairs(columns), oneTwo(columns)].filter(
    (found): found is GoodRoad => found !== undefined && found.length >= GOOD_FROM[found.kind],
  );
};

/**
 * The lengths of the logical columns, read from the last one back and only as far as they are asked
 * for.
 */
class Columns {
  readonly #lengths: number[] = [];
  #side: Side | undefined;
  #lastSide: Side | undefined;
  #next: number;

  constructor(private readonly beads: Outcomes) {
    this.#next = beads.length - 1;
    this.#skipTies();
    this.#lastSide = this.#side;
  }

  /** Undefined before the first win. */
  get lastSide(): Side | undefined {
    return this.#lastSide;
  }

  /** `back` is 0 for the last column. Returns 0 where there are not so many columns. */
  lengthOf(back: number): number {
    while (this.#lengths.length <= back) this.#readColumn();
    return this.#lengths[back]!;
  }

  #readColumn(): void {
    const side = this.#side;
    let length = 0;
    while (this.#next >= 0 && this.#side === side) {
      length += 1;
      this.#next -= 1;
      this.#skipTies();
    }
    this.#lengths.push(length);
  }

  #skipTies(): void {
    while (this.#next >= 0) {
      const { outcome } = this.beads[this.#next]!;
      if (outcome !== 'egalite') {
        this.#side = outcome;
        return;
      }
      this.#next -= 1;
    }
  }
}

const otherSide = (side: Side | undefined): Side => (side === 'punto' ? 'banco' : 'punto');

const dragon = (columns: Columns): GoodRoad | undefined => {
  const side = columns.lastSide;
  return side && { kind: 'dragon', side, length: columns.lengthOf(0) };
};

const chop = (columns: Columns): GoodRoad => {
  let length = 0;
  while (columns.lengthOf(length) === 1) length += 1;
  return { kind: 'chop', side: null, length };
};

const pairs = (columns: Columns): GoodRoad => {
  const begun = columns.lengthOf(0) === 1 ? 1 : 0;
  let length = 0;
  while (columns.lengthOf(begun + length) === 2) length += 1;
  return { kind: 'pairs', side: null, length };
};

/**
 * A last column of one counts as a whole one where one is due, and as a column of two that has
 * begun where two is due.
 */
const oneTwo = (columns: Columns): GoodRoad => {
  const begun = columns.lengthOf(0) === 1 && columns.lengthOf(1) === 1 ? 1 : 0;
  let due = columns.lengthOf(begun);
  const isTwoLast = due === 2;
  let length = 0;
  while ((due === 1 || due === 2) && columns.lengthOf(begun + length) === due) {
    length += 1;
    due = 3 - due;
  }
  const twosAreLastSides = isTwoLast !== (begun === 1);
  const last = columns.lastSide;
  return { kind: 'one_two', side: twosAreLastSides ? (last ?? null) : otherSide(last), length };
};
