import { expect, it } from 'vitest';
import { GivenTables } from './given-tables.js';
import { GIVEN_MS } from './lease.js';

const heldBy = (owner: string) => new Map([['pb-1', { owner, leftMs: 500 }]]);
const NOBODY = new Map<string, never>();

it('a process that has taken the table goes on to be given others', () => {
  const given = new GivenTables();
  given.note('pb-1', 'one', 0);
  expect(given.look(heldBy('one'), 1)).toEqual([]);
  expect(given.look(heldBy('one'), GIVEN_MS)).toEqual([]);
  expect(given.isTaker('one', GIVEN_MS)).toBe(true);
  expect(given.look(NOBODY, 2 * GIVEN_MS), 'it was seen to run there').toEqual([]);
});

it('one that has not is given none for half a minute, then a minute, and ten at most', () => {
  const given = new GivenTables();
  let nowMs = 0;
  const pausesMs = Array.from({ length: 7 }, () => {
    given.note('pb-1', 'one', nowMs);
    nowMs += GIVEN_MS;
    expect(given.look(NOBODY, nowMs)).toEqual([{ table: 'pb-1', to: 'one' }]);
    const fromMs = nowMs;
    while (!given.isTaker('one', nowMs)) nowMs += 1_000;
    expect(given.isTaker('two', fromMs)).toBe(true);
    return nowMs - fromMs;
  });
  expect(pausesMs).toEqual([30, 60, 120, 240, 480, 600, 600].map((seconds) => seconds * 1_000));
});

it('a table that nobody has any more was given in vain, however much time is left by this clock', () => {
  const given = new GivenTables();
  given.note('pb-1', 'one', 10);
  expect(given.look(NOBODY, 10), 'read before it was given').toEqual([]);
  expect(given.look(NOBODY, 11)).toEqual([{ table: 'pb-1', to: 'one' }]);
  expect(given.isTaker('one', 12)).toBe(false);
});
