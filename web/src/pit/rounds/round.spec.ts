/** What the page makes of a round that the studio reports. */
import { expect, test } from 'vitest';
import type { ReplayStep, RoundReport } from '../../../../src/protocol/report.js';
import { betsAt, dealingOrder, isGameNumber, statusOf, stopsOf } from './round.js';

const step = (seq: number, kind: string): ReplayStep => ({
  seq,
  atMs: seq,
  kind,
  phase: 'betting',
  suspended: null,
  punto: [],
  banco: [],
  puntoTotal: 0,
  bancoTotal: 0,
  next: null,
  commands: 0,
  stakes: '0',
  cutCardOut: false,
  dealer: null,
});

test('the replay stops at every event, and once for bets that came in a row', () => {
  const kinds = ['betting_opened', 'bets_accepted', 'bets_accepted', 'betting_closed'];
  const stops = stopsOf([...kinds, 'bets_accepted'].map((kind, index) => step(index, kind)));
  expect(stops.map(({ seq }) => seq)).toEqual([0, 2, 3, 4]);
});

test('cards are put back into the order in which they were dealt, whoever has a third', () => {
  expect(dealingOrder({ punto: ['2h', 'Kd'], banco: ['2c', 'Ts', '4d'] })).toEqual([
    '2h',
    '2c',
    'Kd',
    'Ts',
    '4d',
  ]);
  expect(dealingOrder({ punto: ['2h'], banco: [] })).toEqual(['2h']);
});

test('stakes are counted by player and spot, whatever was placed, taken back, or moved to another mode', () => {
  const bet = (seq: number, player: string, spot: 'punto' | 'banco', amount: string) => ({
    ...{ seq, player, spot, amount },
    ...{ name: player, betId: `${seq}`, kind: 'place' as const },
    ...{ mode: 'normal' as const, balance: '0' },
  });
  const bets = [
    bet(2, '1', 'punto', '500'),
    bet(2, '1', 'punto', '500'),
    bet(3, '1', 'banco', '100'),
    bet(3, '2', 'punto', '100'),
    bet(5, '1', 'banco', '-100'),
    bet(6, '2', 'punto', '-100'),
    bet(6, '2', 'punto', '100'),
  ];
  expect([1, 2, 3, 4, 5, 9].map((seq) => betsAt({ bets }, seq))).toEqual([0, 1, 3, 3, 2, 2]);
});

test.each([
  ['settled', [], 'settled'],
  ['settled', ['void'], 'refunded'],
  ['settled', ['void', 'refund'], 'refunded'],
  ['settled', ['void', 'resettle'], 'settled'],
  ['refunded', [], 'refunded'],
  ['refunded', ['resettle'], 'settled'],
  ['refunded', ['resettle', 'refund'], 'settled'],
] as const)('a round that was %s, after %j, is %s', (status, fixes, is) => {
  const corrections = fixes.map((fix, index): RoundReport['corrections'][number] => ({
    ...{ correction: index + 1, fix, coup: null, player: null, atMs: 0, reason: 'misdeal' },
    ...{ requestedBy: 'Mona', approvedBy: 'Mila', done: true, players: [] },
  }));
  expect(statusOf({ status, corrections })).toBe(is);
});

test.each([
  ['1000000001', true],
  ['0000000001', false],
  ['100000000', false],
  ['10000000012', false],
])('%s is a game number: %s', (text, is) => {
  expect(isGameNumber(text)).toBe(is);
});
