import { expect, it } from 'vitest';
import {
  LINES_MAX,
  NOTHING_HEARD,
  type StaffChatLine,
  chatLines,
  heardAlso,
} from './chat-lines.js';

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
const heard = (...of: readonly number[]) => lines(...of).reduce(heardAlso, NOTHING_HEARD);
const NONE: ReadonlySet<string> = new Set();

it('of the chat are in their order, each once', () => {
  expect(ids(chatLines(lines(9, 10), heard(10, 12, 11), NONE))).toEqual([9, 10, 11, 12]);
  expect(ids(chatLines([], heard(2, 1), NONE))).toEqual([1, 2]);
});

it('that were heard before those that were read again are not shown behind them', () => {
  expect(ids(chatLines(lines(7, 8, 9), heard(1, 2, 8), NONE))).toEqual([7, 8, 9]);
});

it('that were removed say so, read or heard', () => {
  const all = chatLines(lines(1, 2), heard(3), new Set(['1', '3']));
  expect(all.map(({ removed }) => removed)).toEqual([true, false, true]);
});

it('that were read are not shown above the last of those that were heard, where some lie between', () => {
  const from = (first: number, count: number) =>
    heard(...Array.from({ length: count }, (_, at) => first + at));
  const shown = (of: ReturnType<typeof heard>) => ids(chatLines(lines(8, 9), of, NONE));
  expect(shown(from(10, LINES_MAX)).slice(0, 3), 'all of them').toEqual([8, 9, 10]);
  expect(shown(from(10, LINES_MAX + 1)).slice(0, 3), 'without 10').toEqual([11, 12, 13]);
  const again = chatLines(lines(300, 301), from(10, LINES_MAX + 1), NONE);
  expect(ids(again), 'read again').toEqual([300, 301]);
});
