import { expect, it } from 'vitest';
import { GivenTables } from './given-tables.js';

const LEASE = { table: 'pb-1', epoch: 7n };
const held = (owner: string, epoch: bigint) => new Map([['pb-1', { owner, epoch, leftMs: 500 }]]);
const NOBODY = new Map<string, never>();

/** What is seen of a table that `one` was given. */
const look = (given: GivenTables, elsewhere: ReturnType<typeof held>, nowMs = 0) =>
  given.look(elsewhere, given.beginReading(), nowMs);

it('a process that has taken the table goes on to be given others', () => {
  const given = new GivenTables();
  given.note(LEASE, 'one');
  expect(look(given, held('one', 7n)), 'it may still take it').toEqual([]);
  expect([given.waitingAt('one'), given.waitingAt('two')]).toEqual([1, 0]);
  expect(look(given, held('one', 8n))).toEqual([]);
  expect(given.waitingAt('one')).toBe(0);
  expect(look(given, NOBODY), 'it was seen to run there').toEqual([]);
  given.note(LEASE, 'one');
  expect(look(given, held('two', 9n)), 'which has given it on').toEqual([]);
  expect(given.isTaker('one', 0)).toBe(true);
});

it.each([
  ['nobody has it', NOBODY],
  ['another has taken it', held('two', 8n)],
])('one that has not is given none for a while: %s', (_, elsewhere) => {
  const given = new GivenTables();
  given.note(LEASE, 'one');
  expect(look(given, elsewhere)).toEqual([{ table: 'pb-1', to: 'one' }]);
  expect([given.isTaker('one', 29_999), given.isTaker('two', 0)]).toEqual([false, true]);
});

it('that is half a minute, then a minute, and ten at most', () => {
  const given = new GivenTables();
  let nowMs = 0;
  const pausesMs = Array.from({ length: 7 }, () => {
    given.note(LEASE, 'one');
    look(given, NOBODY, nowMs);
    const fromMs = nowMs;
    while (!given.isTaker('one', nowMs)) nowMs += 1_000;
    return nowMs - fromMs;
  });
  expect(pausesMs).toEqual([30, 60, 120, 240, 480, 600, 600].map((seconds) => seconds * 1_000));
});

it('several tables of one attempt count once, and one that is taken ends it', () => {
  const given = new GivenTables();
  given.note(LEASE, 'one');
  given.note({ table: 'pb-2', epoch: 3n }, 'one');
  look(given, new Map([['pb-2', { owner: 'one', epoch: 3n, leftMs: 20 }]]), 0);
  look(given, NOBODY, 20);
  expect([given.isTaker('one', 30_000), given.hasLeft('one')]).toEqual([true, true]);
  given.note(LEASE, 'one');
  look(given, held('one', 8n), 30_000);
  expect(given.hasLeft('one')).toBe(false);
  given.note(LEASE, 'one');
  look(given, NOBODY, 40_000);
  expect(given.isTaker('one', 70_000)).toBe(true);
});

it('what was read before a table was given says nothing of it', () => {
  const given = new GivenTables();
  const reading = given.beginReading();
  given.note(LEASE, 'one');
  expect(given.look(NOBODY, reading, 0)).toEqual([]);
  expect(given.waitingAt('one')).toBe(1);
});
