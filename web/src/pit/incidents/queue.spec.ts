/** Who waits first in the queue of incidents. */
import { expect, test } from 'vitest';
import type { Incident } from '../../../../src/protocol/incident.js';
import { queue } from './queue.js';

const incident = (id: string, state: Incident['state'], openedAtMs: number): Incident => ({
  id,
  table: 'pb-1',
  game: null,
  kind: 'misread',
  detail: '',
  state,
  openedBy: 'studio',
  openedAtMs,
  seq: 1,
  timecodeMs: null,
  takenBy: null,
  closedBy: null,
  actions: [],
});

const ALL = [
  incident('1', 'closed', 1),
  incident('2', 'taken', 2),
  incident('3', 'open', 4),
  incident('4', 'open', 3),
  incident('5', 'closed', 5),
];
const ids = (incidents: readonly Incident[]) => incidents.map(({ id }) => id).join('');

test('the oldest that nobody took is first, the newest that is closed comes after all that wait', () => {
  expect(ids(queue(ALL, false))).toBe('43251');
});

test('what is closed is left out where it is asked so', () => {
  expect(ids(queue(ALL, true))).toBe('432');
});
