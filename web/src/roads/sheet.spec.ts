import { describe, expect, it } from 'vitest';
import { coups } from '../../../test/kit/shoes.js';
import { rebuild } from '../../../src/roads/scoreboard.js';
import { beginsAt, ghostsOf, makeSheet, placeKey } from './sheet.js';

describe('the sheet of a road', () => {
  const { bigRoad } = rebuild(coups('PP B PPP BBBBBBBB P'));

  it('contains every cell and a free column after the newest', () => {
    const sheet = makeSheet(bigRoad, undefined);
    expect(sheet).toEqual({ skipped: 0, columns: 7, cells: bigRoad, ghost: undefined });
  });

  it('can be its last columns only', () => {
    const sheet = makeSheet(bigRoad, undefined, 3);
    expect(sheet.skipped).toBe(4);
    expect(sheet.columns).toBe(3);
    expect(sheet.cells.map(({ column, row }) => `${column}.${row}`)).toEqual(['5.6', '6.6', '5.1']);
  });

  it('shows the newest cell where the tail of a long run reaches further', () => {
    const board = rebuild(coups('B PPPPPPPPPPPPPPPPPPPP B'));
    const newest = board.bigRoad.at(-1)!;
    expect(newest).toMatchObject({ column: 3, row: 1 });
    const sheet = makeSheet(board.bigRoad, undefined, 8);
    expect(sheet.cells).toContain(newest);
    expect(sheet.skipped).toBe(2);
    expect(Math.max(...sheet.cells.map(({ column }) => column))).toBe(10);
    const ghost = board.ask('punto').bigRoad;
    expect(makeSheet(board.bigRoad, ghost, 8).skipped).toBe(ghost.column - 1);
  });

  it('is scrolled to a column before the newest cell, and never past it', () => {
    const board = rebuild(coups('B PPPPPPPPPPPPPPPPPPPP B'));
    expect(beginsAt(board.bigRoad, undefined)).toBe(1 / 17);
    expect(beginsAt(board.bigRoad, { column: 7, row: 2 })).toBe(5 / 17);
    expect(beginsAt(bigRoad, undefined)).toBe(3 / 7);
    expect(beginsAt([], undefined)).toBe(0);
  });

  it('is one free column where nothing has come', () => {
    expect(makeSheet([], undefined)).toEqual({
      skipped: 0,
      columns: 1,
      cells: [],
      ghost: undefined,
    });
  });

  it('is widened for the cell that would come', () => {
    const ghost = rebuild(coups('P B')).ask('punto').bigRoad;
    const { columns } = makeSheet(rebuild(coups('P B')).bigRoad, ghost);
    expect(ghost).toMatchObject({ column: 3, row: 1 });
    expect(columns).toBe(4);
  });

  it('lets the cell that would come replace the one it would replace', () => {
    const board = rebuild(coups('EE'));
    const ghost = board.ask('banco').bigRoad;
    expect(makeSheet(board.bigRoad, ghost)).toMatchObject({ cells: [], ghost: { ties: 2 } });
  });

  it('names each cell of a road once', () => {
    expect(new Set(bigRoad.map(placeKey)).size).toBe(bigRoad.length);
  });
});

describe('the cells of an Ask', () => {
  it('are those of the Ask, and whose coup it would be on the Bead Plate', () => {
    const board = rebuild(coups('PP B PPP BB'));
    const ask = board.ask('banco');
    const ghosts = ghostsOf(ask, board.beads.length);
    expect(ghosts).toMatchObject({ ...ask, beadPlate: { column: 2, row: 3, bead: 'B' } });
    expect(ghosts.bigRoad).toMatchObject({ column: 4, row: 3, outcome: 'banco' });
  });

  it('start a column of the Bead Plate where the last one is full', () => {
    const board = rebuild(coups('PBPBPB'));
    expect(ghostsOf(board.ask('punto'), 6).beadPlate).toEqual({ column: 2, row: 1, bead: 'P' });
  });
});
