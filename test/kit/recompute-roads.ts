/**
 * All five roads from the whole history, each time anew: what the rule text says, written a second
 * time and differently from `src/roads`, whose tests and bench compare with it.
 */
import type { Bead } from '../../src/roads/bead.js';
import type { BeadPlateCell } from '../../src/roads/bead-plate.js';
import type { BigRoadCell } from '../../src/roads/big-road.js';
import type { Colour, DerivedCell } from '../../src/roads/derived-road.js';
import type { Roads } from '../../src/roads/scoreboard.js';

interface Win {
  bead: Bead;
  ties: number;
}

export const recomputeRoads = (beads: readonly Bead[]): Roads => {
  const columns = logicalColumns(beads);
  return {
    beadPlate: beadPlate(beads),
    bigRoad: bigRoad(beads, columns),
    bigEyeBoy: derivedRoad(columns, 1),
    smallRoad: derivedRoad(columns, 2),
    cockroachRoad: derivedRoad(columns, 3),
  };
};

const beadPlate = (beads: readonly Bead[]): BeadPlateCell[] =>
  beads.map((bead, index) => ({
    column: Math.floor(index / 6) + 1,
    row: (index % 6) + 1,
    bead: notation(bead),
  }));

const notation = ({ outcome, total, natural, puntoPair, bancoPair }: Bead): string => {
  const flags = [natural && 'n', puntoPair && 'p', bancoPair && 'b'].filter(Boolean);
  return [outcome.charAt(0).toUpperCase(), total, ...flags].join('');
};

/**
 * The runs of wins, each win with the ties that followed it. Ties before the first win are its own.
 */
const logicalColumns = (beads: readonly Bead[]): Win[][] => {
  const wins: Win[] = [];
  let leadingTies = 0;
  for (const bead of beads) {
    const last = wins.at(-1);
    if (bead.outcome !== 'egalite') wins.push({ bead, ties: last === undefined ? leadingTies : 0 });
    else if (last === undefined) leadingTies += 1;
    else last.ties += 1;
  }
  return inRuns(wins, (win) => win.bead.outcome);
};

const inRuns = <T>(items: readonly T[], kind: (item: T) => string): T[][] => {
  const runs: T[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    if (run !== undefined && kind(run[0]!) === kind(item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
};

/** Places the runs on a grid of six rows, one cell after another. */
const placedRuns = <T>(
  runs: readonly (readonly T[])[],
): { column: number; row: number; item: T }[] => {
  const taken = new Set<string>();
  const cells: { column: number; row: number; item: T }[] = [];
  let start = 0;
  for (const run of runs) {
    do start += 1;
    while (taken.has(`${start},1`));
    let column = start;
    let row = 1;
    let turned = false;
    for (const [index, item] of run.entries()) {
      if (index > 0) {
        turned = turned || row === 6 || taken.has(`${column},${row + 1}`);
        if (turned) column += 1;
        else row += 1;
      }
      taken.add(`${column},${row}`);
      cells.push({ column, row, item });
    }
  }
  return cells;
};

const bigRoad = (beads: readonly Bead[], columns: readonly Win[][]): BigRoadCell[] => {
  if (columns.length === 0 && beads.length > 0) {
    const ties = beads.length;
    return [{ column: 1, row: 1, outcome: 'egalite', ties, puntoPair: false, bancoPair: false }];
  }
  return placedRuns(columns).map(({ column, row, item: { bead, ties } }) => ({
    column,
    row,
    outcome: bead.outcome,
    ties,
    puntoPair: bead.puntoPair,
    bancoPair: bead.bancoPair,
  }));
};

const derivedRoad = (columns: readonly Win[][], lookBack: number): DerivedCell[] => {
  const colours: Colour[] = [];
  for (const [index, column] of columns.entries()) {
    for (let row = 1; row <= column.length; row += 1) {
      const colour =
        row === 1 ? inFirstRow(columns, index, lookBack) : below(columns, index, lookBack, row);
      if (colour !== undefined) colours.push(colour);
    }
  }
  return placedRuns(inRuns(colours, (colour) => colour)).map(({ column, row, item }) => ({
    column,
    row,
    colour: item,
  }));
};

/**
 * Red if the column before and the column look-back before that are equally long, otherwise blue.
 */
const inFirstRow = (columns: readonly Win[][], index: number, lookBack: number) => {
  const before = columns[index - 1];
  const furtherBack = columns[index - 1 - lookBack];
  if (before === undefined || furtherBack === undefined) return undefined;
  return before.length === furtherBack.length ? 'red' : 'blue';
};

/**
 * Red if the look-back column has that row, or lacks both it and the row above. Blue if it has only
 * the row above.
 */
const below = (columns: readonly Win[][], index: number, lookBack: number, row: number) => {
  const other = columns[index - lookBack];
  if (other === undefined) return undefined;
  const hasRow = other[row - 1] !== undefined;
  const hasRowAbove = other[row - 2] !== undefined;
  return hasRow || !hasRowAbove ? 'red' : 'blue';
};
