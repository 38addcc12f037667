/** Which of the dealer’s buttons the pit may press, by what the table’s snapshot says. */
import { expect, test } from 'vitest';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import type { NextAction } from '../../../../src/round/next-action.js';
import { dueButtons } from './due-buttons.js';

type Phase = TableCopy['phase'];

const due = (
  phase: Phase,
  next: NextAction,
  { cards = 0, from, opensAtMs = 1, streamLost = false }: Partial<Situation> = {},
): readonly string[] => {
  const copy = {
    phase,
    suspended: from === undefined ? null : { from, reason: 'x' },
    opensAtMs,
    round: { cards: Array.from({ length: cards }, () => '9h') },
    desk: { next, streamLost },
  };
  return [...dueButtons(copy as unknown as TableCopy)];
};

interface Situation {
  readonly cards: number;
  readonly from: Phase;
  readonly opensAtMs: number | null;
  readonly streamLost: boolean;
}

const SHOE = ['table:close', 'cards:bring'];

test.each<[string, readonly string[], readonly string[]]>([
  ['a closed table', due('closed', 'OPEN_TABLE'), ['table:open']],
  ['new cards', due('shoe_change', 'BRING_CARDS'), SHOE],
  ['a shuffle', due('shoe_change', 'SHUFFLE'), [...SHOE, 'shoe:shuffle', 'shoe:new']],
  ['a cut', due('shoe_change', 'CUT'), [...SHOE, 'shoe:shuffle', 'shoe:cut', 'shoe:new']],
  ['a burn', due('shoe_change', 'SCAN_BURN'), SHOE],
  ['the first bets', due('shoe_change', 'BURN'), [...SHOE, 'betting:open']],
  ['lost video', due('shoe_change', 'BURN', { streamLost: true }), ['table:close']],
  ['open bets', due('betting', 'WAIT_FOR_CLOSE'), []],
  ['a first card', due('bets_closed', 'DEAL_PUNTO_1'), []],
  ['a card that was dealt', due('dealing', 'DEAL_BANCO_1', { cards: 1 }), ['card:withdraw']],
  ['a whole coup', due('dealing', 'CONFIRM', { cards: 4 }), ['card:withdraw', 'coup:confirm']],
  [
    'a malfunction',
    due('suspended', 'WAIT_FOR_MANAGER', { from: 'dealing', cards: 2 }),
    ['card:withdraw'],
  ],
  ['payment', due('resulted', 'COLLECT', { cards: 4 }), []],
  ['the pause', due('settled', 'OPEN_BETS', { cards: 4 }), ['table:close', 'betting:open']],
  ['a shoe that has ended', due('settled', 'LAST_HAND_DONE', { cards: 4 }), ['table:close']],
  ['a refund', due('void', 'COLLECT', { opensAtMs: null }), []],
  ['a void round', due('void', 'OPEN_BETS'), ['table:close', 'betting:open']],
])('at %s', (_, buttons, expected) => {
  expect([...buttons].sort()).toEqual([...expected].sort());
});

test('without the desk’s part of a snapshot, none', () => {
  expect(
    dueButtons({ phase: 'closed', suspended: null, opensAtMs: null, round: null, desk: null }).size,
  ).toBe(0);
});
