/** The roads with what an Ask would add to them. */
import type { Ask } from '../../src/roads/ask.js';
import type { GridPlace } from '../../src/roads/run-layout.js';
import type { Roads } from '../../src/roads/scoreboard.js';

/**
 * `roads` with the cells of an Ask placed on them. `roads` itself is not changed.
 */
export const withCells = (roads: Roads, added: Ask): Roads => ({
  beadPlate: roads.beadPlate,
  bigRoad: withCell(roads.bigRoad, added.bigRoad),
  bigEyeBoy: withCell(roads.bigEyeBoy, added.bigEyeBoy),
  smallRoad: withCell(roads.smallRoad, added.smallRoad),
  cockroachRoad: withCell(roads.cockroachRoad, added.cockroachRoad),
});

/** Only the last cell of a road is ever replaced. */
const withCell = <Cell extends GridPlace>(
  cells: readonly Cell[],
  cell: Cell | undefined,
): readonly Cell[] => {
  if (cell === undefined) return cells;
  const last = cells.at(-1);
  const replaces = last?.column === cell.column && last.row === cell.row;
  return [...(replaces ? cells.slice(0, -1) : cells), cell];
};
