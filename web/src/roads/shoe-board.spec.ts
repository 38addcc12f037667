import { describe, expect, it } from 'vitest';
import { parseBeads } from '../../../test/kit/beads.js';
import { ROADS, rebuild } from '../../../src/roads/scoreboard.js';
import { ShoeBoard, type PublishedShoe } from './shoe-board.js';

const BEADS = 'P6 P7p B8nb E5 B4 P9n P3 P2 B1 E0 E8nb P6 B7 B6'.split(' ');
const published = (
  beads: readonly string[],
  changes: Partial<PublishedShoe> = {},
): PublishedShoe => ({
  table: 'pb-1',
  shoe: 3,
  beads,
  ...changes,
});

describe('the board of a shoe', () => {
  it('draws coup by coup what is drawn of the whole shoe at once', () => {
    const board = new ShoeBoard();
    for (let coups = 0; coups <= BEADS.length; coups += 1) {
      const { roads, statistics, asks } = board.follow(published(BEADS.slice(0, coups)));
      const whole = rebuild(parseBeads(BEADS.slice(0, coups).join(' '))!);
      for (const road of ROADS) expect(roads[road], `${road} ${coups}`).toEqual(whole[road]);
      expect(statistics).toEqual(whole.statistics);
      expect(asks).toEqual({ punto: whole.ask('punto'), banco: whole.ask('banco') });
    }
    expect(board.rebuilds).toBe(1); // the first shoe
  });

  it('keeps the cells that stay: a coup draws its own and no others', () => {
    const board = new ShoeBoard();
    const before = board.follow(published(BEADS.slice(0, 8)));
    const after = board.follow(published(BEADS.slice(0, 9)));
    for (const road of ROADS) {
      for (const [index, cell] of before.roads[road].entries()) {
        expect(after.roads[road][index]).toBe(cell);
      }
    }
    expect(before.roads.beadPlate).toHaveLength(8);
    expect(after.roads.beadPlate).toHaveLength(9);
  });

  it('replaces the one cell that a tie marks', () => {
    const board = new ShoeBoard();
    const before = board.follow(published(BEADS.slice(0, 9)));
    const after = board.follow(published(BEADS.slice(0, 10)));
    const last = before.roads.bigRoad.length - 1;
    expect(after.roads.bigRoad[last]).not.toBe(before.roads.bigRoad[last]);
    expect(before.roads.bigRoad[last]?.ties).toBe(0);
    expect(after.roads.bigRoad.slice(0, last)).toEqual(before.roads.bigRoad.slice(0, last));
  });

  it('is the same drawing when the same is received again, as after a lost connection', () => {
    const board = new ShoeBoard();
    const drawn = board.follow(published(BEADS));
    expect(board.follow(published([...BEADS]))).toBe(drawn);
    expect(board.rebuilds).toBe(1);
  });

  it.each<[string, PublishedShoe]>([
    ['another shoe', published([...BEADS, 'P6'], { shoe: 4 })],
    ['another table', published([...BEADS, 'P6'], { table: 'pb-2' })],
    ['a coup that is another', published(['B6', ...BEADS.slice(1)])],
    ['a coup that is gone', published(BEADS.slice(0, -1))],
  ])('is built anew for %s', (_what, next) => {
    const board = new ShoeBoard();
    board.follow(published(BEADS));
    const { roads } = board.follow(next);
    expect(roads.bigRoad).toEqual(rebuild(parseBeads(next.beads.join(' '))!).bigRoad);
    expect(board.rebuilds).toBe(2);
  });

  it('drops the old shoe’s cells with the new shoe', () => {
    const board = new ShoeBoard();
    board.follow(published(BEADS));
    const { roads, statistics } = board.follow(published([], { shoe: 4 }));
    for (const road of ROADS) expect(roads[road]).toEqual([]);
    expect(statistics.coups).toBe(0);
  });
});
