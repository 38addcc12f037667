/** Which table needs somebody first. */
import { expect, test } from 'vitest';
import type { WallTable } from '../../../../src/protocol/wall.js';
import { type TableTrouble, byTrouble } from './trouble.js';

const NOW = 1_000_000_000;

const calm: WallTable = {
  table: 'pb-1',
  name: 'Salon 1',
  currency: 'EUR',
  phase: 'betting',
  phaseSinceMs: NOW,
  dealer: 'Dora',
  players: 3,
  game: '1000000001',
  roundInShoe: 1,
  bets: 0,
  stakes: '0',
  exposure: null,
  stillUrl: null,
  suspended: null,
  incidents: 0,
  stalled: false,
  stall: null,
  connection: { dealer: true, lastScanAtMs: null },
  stream: 'none',
  closing: false,
  cardsDueAtMs: null,
  shoe: null,
  beads: [],
};

const SUSPENDED = { from: 'dealing', reason: 'misread', sinceMs: NOW } as const;

/** Each is also part of every trouble that is listed after it. */
const CASES: readonly (readonly [TableTrouble, Partial<WallTable>])[] = [
  ['none', {}],
  ['none', { cardsDueAtMs: NOW + 3_600_000 }],
  ['notice', { cardsDueAtMs: NOW + 3_599_999 }],
  ['notice', { closing: true }],
  ['incident', { incidents: 1, closing: true }],
  ['line', { stream: 'lost', incidents: 1 }],
  ['line', { connection: { dealer: false, lastScanAtMs: null } }],
  ['suspended', { suspended: SUSPENDED, phase: 'suspended', stream: 'lost' }],
  ['stalled', { stalled: true, suspended: SUSPENDED }],
  ['closed', { phase: 'closed', connection: { dealer: false, lastScanAtMs: null } }],
  ['closed', { phase: null }],
  ['stalled', { phase: null, stalled: true }],
];

test.each(CASES)('%s: %j', (trouble, published) => {
  expect(byTrouble([{ ...calm, ...published }], NOW)).toEqual([{ table: 'pb-1', trouble }]);
});

test('the worst come first, and among equals names in the order in which people count', () => {
  const tables = [
    { ...calm, table: 'a', name: 'Salon 10' },
    { ...calm, table: 'b', name: 'Salon 2' },
    { ...calm, table: 'c', name: 'Salon 3', phase: 'closed' as const },
    { ...calm, table: 'd', name: 'Salon 9', stalled: true },
    { ...calm, table: 'e', name: 'Salon 1', incidents: 1 },
  ];
  expect(byTrouble(tables, NOW).map(({ table }) => table)).toEqual(['d', 'e', 'b', 'a', 'c']);
});
