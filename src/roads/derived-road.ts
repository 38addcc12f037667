/**
 * Big Eye Boy, Small Road, Cockroach Road: how regular the Big Road's logical columns are, in red
 * and blue.
 */
import { type GridPlace, RunLayout } from './run-layout.js';

const COLOURS = ['red', 'blue'] as const;
export type Colour = (typeof COLOURS)[number];

export const DERIVED_ROADS = ['bigEyeBoy', 'smallRoad', 'cockroachRoad'] as const;
export type DerivedRoadName = (typeof DERIVED_ROADS)[number];

/** How many logical columns back each road looks. */
const LOOK_BACKS: Readonly<Record<DerivedRoadName, number>> = {
  bigEyeBoy: 1,
  smallRoad: 2,
  cockroachRoad: 3,
};

export interface DerivedCell extends GridPlace {
  readonly colour: Colour;
}

/** Its cells lie in runs of one colour, by the same layout as the Big Road's. */
export class DerivedRoad {
  readonly #cells: DerivedCell[] = [];
  readonly #layout = new RunLayout();
  readonly #lookBack: number;
  #lastColour: Colour | undefined;

  constructor(name: DerivedRoadName) {
    this.#lookBack = LOOK_BACKS[name];
  }

  get cells(): readonly DerivedCell[] {
    return this.#cells;
  }

  /**
   * The cell for a win in `row` of the logical column `column`; undefined before the road starts.
   */
  next(runs: readonly number[], column: number, row: number): DerivedCell | undefined {
    const colour = colourOf(runs, this.#lookBack, column, row);
    if (colour === undefined) return undefined;
    const newRun = colour !== this.#lastColour;
    return { column: this.#layout.nextColumn(newRun), row: this.#layout.nextRow(newRun), colour };
  }

  /** Adds the cell for the last win, which `runs` counts already. */
  add(runs: readonly number[]): DerivedCell | undefined {
    const colour = colourOf(runs, this.#lookBack, runs.length, runs[runs.length - 1]!);
    if (colour === undefined) return undefined;
    this.#layout.take(colour !== this.#lastColour);
    this.#lastColour = colour;
    const cell = { column: this.#layout.column, row: this.#layout.row, colour };
    this.#cells.push(cell);
    return cell;
  }
}

/**
 * The colour for a win in `row` of `column`, both logical. Reads only the columns before it.
 * Undefined where there is no column to compare with. So a road starts at the second win of column
 * look-back + 1 or, where that column has only one, at the first of the next.
 */
const colourOf = (
  runs: readonly number[],
  lookBack: number,
  column: number,
  row: number,
): Colour | undefined => {
  const compared = row === 1 ? column - 1 - lookBack : column - lookBack;
  if (compared < 1) return undefined;
  const length = runs[compared - 1]!;
  if (row === 1) return runs[column - 2] === length ? 'red' : 'blue';
  // Blue when that column has the row above but not this one. Red when it has both, or neither.
  return length === row - 1 ? 'blue' : 'red';
};
