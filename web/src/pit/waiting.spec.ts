/** Who is called for what. */
import { expect, test } from 'vitest';
import type { Approval } from '../../../src/protocol/approval.js';
import type { Incident } from '../../../src/protocol/incident.js';
import { isUnderWay, needsOf } from './waiting.js';

const NOW = 1_000_000;
const MARA = { id: 'mara', mayApprove: true, mayTake: true };

const asked: Approval = {
  id: '7',
  kind: 'void',
  table: 'pb-1',
  game: '1000000001',
  hand: null,
  case: null,
  hands: null,
  coup: null,
  player: null,
  card: null,
  seat: null,
  reason: 'misdeal',
  note: '',
  state: 'pending',
  requestedBy: 'nils',
  requestedAtMs: NOW - 1,
  expiresAtMs: NOW + 1,
  stands: true,
  decidedBy: null,
  decidedAtMs: null,
  doneSeq: null,
};
const opened: Incident = {
  id: '12',
  table: 'pb-1',
  game: null,
  kind: 'misread',
  detail: '',
  state: 'open',
  openedBy: 'studio',
  openedAtMs: NOW - 1,
  seq: 1,
  timecodeMs: null,
  takenBy: null,
  closedBy: null,
  actions: [],
};

const needs = (approval: Partial<Approval>, incident: Partial<Incident> = {}, who = MARA) =>
  needsOf(
    {
      approvals: new Map([['7', { ...asked, ...approval }]]),
      incidents: new Map([['12', { ...opened, ...incident }]]),
    },
    who,
    NOW,
  );

test('an incident that nobody has, and a request of somebody else', () => {
  expect(needs({})).toEqual(['incident 12', 'request 7']);
});

test.each<[string, Partial<Approval>]>([
  ['one’s own', { requestedBy: 'mara' }],
  ['decided', { state: 'approved' }],
  ['expired', { expiresAtMs: NOW }],
  ['about a round that has moved on', { stands: false }],
])('no request that is %s', (_, approval) => {
  expect(needs(approval)).toEqual(['incident 12']);
});

test('no incident that somebody has in hand', () => {
  expect(needs({}, { state: 'taken' })).toEqual(['request 7']);
});

test('an auditor is called for nothing', () => {
  expect(needs({}, {}, { id: 'aldo', mayApprove: false, mayTake: false })).toEqual([]);
});

test.each<[boolean, string, Partial<Approval>]>([
  [true, 'waits for a second person', {}],
  [true, 'was approved, and could not be carried out yet', { state: 'approved' }],
  [true, 'was approved in time', { state: 'approved', expiresAtMs: NOW }],
  [false, 'was refused', { state: 'refused' }],
  [false, 'ran out', { state: 'expired' }],
  [false, 'ran out, which was not announced yet', { expiresAtMs: NOW }],
  [false, 'was carried out', { state: 'done' }],
  [false, 'is about a round that has moved on', { stands: false }],
  [false, 'was approved for a round that has moved on', { state: 'approved', stands: false }],
])('it is %s that a request is under way that %s', (isSo, _, approval) => {
  expect(isUnderWay({ ...asked, ...approval }, NOW)).toBe(isSo);
});
