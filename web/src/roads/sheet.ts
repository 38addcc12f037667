/**
 * How a road’s cells are placed on the sheet that is drawn: all of it or its last columns, with the
 * cell that an Ask shows.
 */
import type { Ask } from '../../../src/roads/ask.js';
import type { BeadPlateCell } from '../../../src/roads/bead-plate.js';
import { type GridPlace, ROWS } from '../../../src/roads/run-layout.js';
import type { RoadName, Roads } from '../../../src/roads/scoreboard.js';

interface Sheet<Cell extends GridPlace> {
  /** The columns left of the sheet. */
  readonly skipped: number;
  /** Its width in columns. The last one is free, so that the next coup appears in sight. */
  readonly columns: number;
  readonly cells: readonly Cell[];
  /** The cell that would come. It covers none of `cells`. */
  readonly ghost: Cell | undefined;
}

export const makeSheet = <Cell extends GridPlace>(
  cells: readonly Cell[],
  ghost: Cell | undefined,
  shown = Infinity,
): Sheet<Cell> => {
  const last = cells.reduce((most, { column }) => Math.max(most, column), ghost?.column ?? 0);
  const columns = Math.min(last + 1, shown);
  // A long tail to the right of it does not push the newest cell out of sight.
  const newest = (ghost ?? cells.at(-1))?.column ?? 1;
  const skipped = Math.min(last + 1 - columns, newest - 1);
  const isSeen = (cell: Cell): boolean =>
    cell.column > skipped && cell.column <= skipped + columns && !isSamePlace(cell, ghost);
  return { skipped, columns, cells: cells.filter(isSeen), ghost };
};

/**
 * Where a sheet that is scrolled begins, as a share of its width: a column before the newest cell,
 * or the one that would come. A long tail to the right of it does not push it out of sight.
 */
export const beginsAt = (cells: readonly GridPlace[], ghost: GridPlace | undefined): number => {
  const { columns } = makeSheet(cells, ghost);
  const newest = (ghost ?? cells.at(-1))?.column ?? 1;
  return Math.max(0, newest - 2) / columns;
};

const isSamePlace = (cell: GridPlace, other: GridPlace | undefined): boolean =>
  cell.column === other?.column && cell.row === other.row;

/** Names a cell among those of its road. */
export const placeKey = ({ column, row }: GridPlace): number => column * ROWS + row;

/** What an Ask places on each road. */
export type Ghosts = { readonly [Name in RoadName]?: Roads[Name][number] };

/** The Bead Plate, too, shows whose coup it would be. Its total is not known. */
export const ghostsOf = (ask: Ask, coups: number): Ghosts => ({
  ...ask,
  beadPlate: nextBead(coups, ask.bigRoad.outcome === 'punto' ? 'P' : 'B'),
});

const nextBead = (coups: number, bead: string): BeadPlateCell => ({
  column: Math.floor(coups / ROWS) + 1,
  row: (coups % ROWS) + 1,
  bead,
});
