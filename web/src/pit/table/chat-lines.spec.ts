import { expect, it } from 'vitest';
import { type StaffChatLine, chatLines } from './chat-lines.js';

const lines = (...ids: readonly number[]): readonly StaffChatLine[] =>
  ids.map((id) => ({
    table: 'pb-1',
    id: String(id),
    name: 'Ada',
    role: 'player',
    player: '7',
    text: `line ${id}`,
    atMs: id,
    removed: false,
  }));
const ids = (all: readonly StaffChatLine[]) => all.map(({ id }) => Number(id));
const NONE: ReadonlySet<string> = new Set();

it('of the chat are in their order, each once', () => {
  expect(ids(chatLines(lines(9, 10), lines(10, 12, 11), NONE))).toEqual([9, 10, 11, 12]);
  expect(ids(chatLines([], lines(2, 1), NONE))).toEqual([1, 2]);
});

it('that were heard before those that were read again are not shown behind them', () => {
  expect(ids(chatLines(lines(7, 8, 9), lines(1, 2, 8), NONE))).toEqual([7, 8, 9]);
});

it('that were removed say so, read or heard', () => {
  const all = chatLines(lines(1, 2), lines(3), new Set(['1', '3']));
  expect(all.map(({ removed }) => removed)).toEqual([true, false, true]);
});
