/** Who waits first in the queue of incidents. */
import { expect, test } from 'vitest';
import type { Incident } from '../../../../src/protocol/incident.js';
import { type Stoppage, queue, stopsTable } from './queue.js';

const incident = (
  id: string,
  state: Incident['state'],
  openedAtMs: number,
  more: Partial<Incident> = {},
): Incident => ({
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
  ...more,
});

const ALL = [
  incident('1', 'closed', 1),
  incident('2', 'taken', 2),
  incident('3', 'open', 4),
  incident('4', 'open', 3),
  incident('5', 'closed', 5),
];
const ids = (incidents: readonly Incident[]) => incidents.map(({ id }) => id).join('');

const GOES_ON: Stoppage = { suspended: null, stalled: false };
const STALLS: Stoppage = { suspended: null, stalled: true };
const suspended = (reason: string, sinceMs: number): Stoppage => ({
  suspended: { from: 'dealing', reason, sinceMs },
  stalled: false,
});

test('the oldest that nobody took is first, the newest that is closed comes after all that wait', () => {
  expect(ids(queue(ALL, false, new Map()))).toBe('43251');
});

test('what is closed is left out where that is asked for', () => {
  expect(ids(queue(ALL, true, new Map([['pb-1', GOES_ON]])))).toBe('432');
});

test('what stops a table now is before everything that does not, taken or not', () => {
  const here = { table: 'pb-2' };
  const stopping = [incident('6', 'taken', 9, here), incident('7', 'open', 8, here)];
  const tables = new Map([
    ['pb-1', GOES_ON],
    ['pb-2', suspended('misread', 8)],
  ]);
  expect(ids(queue([...ALL, ...stopping], false, tables))).toBe('7643251');
});

test.each<[string, boolean, Incident, Stoppage | undefined]>([
  [
    'a table that is stalled, by its own',
    true,
    incident('1', 'open', 1, { kind: 'stalled' }),
    STALLS,
  ],
  ['nor by another', false, incident('1', 'open', 1), STALLS],
  ['that went on', false, incident('1', 'open', 1, { kind: 'stalled' }), GOES_ON],
  ['suspended with it', true, incident('1', 'open', 8), suspended('extra_card', 8)],
  ['since it', true, incident('1', 'open', 9), suspended('extra_card', 8)],
  ['by this very fault', true, incident('1', 'open', 7), suspended('misread', 8)],
  [
    'in somebody’s words',
    true,
    incident('1', 'open', 7, { kind: 'suspended', detail: 'the light' }),
    suspended('the light', 8),
  ],
  ['by another, later', false, incident('1', 'open', 7), suspended('extra_card', 8)],
  ['closed', false, incident('1', 'closed', 8), suspended('misread', 8)],
  ['of a table that nobody knows', false, incident('1', 'open', 8), undefined],
])('a table is stopped: %s is %s', (_, isSo, of, table) => {
  expect(stopsTable(of, table)).toBe(isSo);
});
