import { expect, it } from 'vitest';
import { LOAD_FAULTS, readFaults } from './load-faults.js';

it('all faults are named by one word, and some with commas', () => {
  expect(readFaults('', false)).toEqual([]);
  expect(readFaults('all', false)).toEqual(LOAD_FAULTS);
  expect(readFaults('redis-frozen,owner-killed', false)).toEqual(['owner-killed', 'redis-frozen']);
});

it.each(['owner', 'owner-killed,', 'all,owner-killed', 'owner-killed,owner-killed'])(
  '“%s” is refused',
  (names) => expect(readFaults(names, false)).toMatch(/^--faults: all, or some of owner-killed, /),
);

it('a studio that is not the load’s own is not hurt, and the load says so', () => {
  expect(readFaults('', true)).toEqual([]);
  for (const names of ['all', 'owner-killed', 'owner']) {
    expect(readFaults(names, true)).toMatch(/^--faults: not with --url/);
  }
});
