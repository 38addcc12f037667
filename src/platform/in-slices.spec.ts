import { expect, it } from 'vitest';
import { inSlices } from './in-slices.js';

it('comes to the same as a map, and lets others come to their turn', async () => {
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const all = Array.from({ length: 1_001 }, (_, index) => index);
  expect(await inSlices(all, (each) => 2 * each)).toEqual(all.map((each) => 2 * each));
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(5);
  expect(await inSlices([], (each) => each)).toEqual([]);
});
