/**
 * The roads as text: six lines, a cell for each column, `.` where a cell is empty. A bead is drawn
 * in its notation. A Big Road cell is drawn as `P` or `B` (`E` when only ties have come), its ties,
 * and p and b for the pairs: `B2p`. A derived cell is `r` or `b`.
 */
import { OUTCOME_LETTERS } from './bead.js';
import type { BeadPlateCell } from './bead-plate.js';
import type { BigRoadCell } from './big-road.js';
import type { DerivedCell } from './derived-road.js';
import { type GridPlace, ROWS } from './run-layout.js';

interface DrawOptions {
  /** Draws only this many columns, the last ones. All by default. */
  readonly columns?: number;
}

export const drawBeadPlate = (cells: readonly BeadPlateCell[], options: DrawOptions = {}): string =>
  drawGrid(cells, ({ bead }) => bead, options);

export const drawBigRoad = (cells: readonly BigRoadCell[], options: DrawOptions = {}): string =>
  drawGrid(cells, bigRoadText, options);

export const drawDerivedRoad = (cells: readonly DerivedCell[], options: DrawOptions = {}): string =>
  drawGrid(cells, ({ colour }) => (colour === 'red' ? 'r' : 'b'), options);

const bigRoadText = ({ outcome, ties, puntoPair, bancoPair }: BigRoadCell): string =>
  OUTCOME_LETTERS[outcome] +
  (ties > 0 ? String(ties) : '') +
  (puntoPair ? 'p' : '') +
  (bancoPair ? 'b' : '');

const drawGrid = <Cell extends GridPlace>(
  cells: readonly Cell[],
  text: (cell: Cell) => string,
  { columns = Infinity }: DrawOptions,
): string => {
  const lastColumn = Math.max(0, ...cells.map(({ column }) => column));
  const skipped = Math.max(0, lastColumn - columns);
  const texts = new Map(cells.map((cell) => [`${cell.column} ${cell.row}`, text(cell)]));
  const grid = Array.from({ length: ROWS }, (_, above) =>
    Array.from(
      { length: lastColumn - skipped },
      (_, before) => texts.get(`${skipped + before + 1} ${above + 1}`) ?? '.',
    ),
  );
  const width = Math.max(0, ...grid.flat().map(({ length }) => length));
  return grid
    .map((line) =>
      line
        .map((cell) => cell.padEnd(width))
        .join(' ')
        .trimEnd(),
    )
    .join('\n');
};
