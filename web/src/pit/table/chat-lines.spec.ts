import { describe, expect, it } from 'vitest';
import {
  LINES_MAX,
  NOTHING_HEARD,
  type StaffChatLine,
  chatLines,
  heardAlso,
  isReadBeforeHeard,
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

describe('where more were heard than are kept', () => {
  const cut = heard(...Array.from({ length: LINES_MAX + 1 }, (_, at) => 10 + at));
  const shown = (read: readonly StaffChatLine[]) => ids(chatLines(read, cut, NONE));

  it('those that were read are left out while some are missing after them', () => {
    const whole = heard(...Array.from({ length: LINES_MAX }, (_, at) => 10 + at));
    expect(ids(chatLines(lines(8, 9), whole, NONE)).slice(0, 3)).toEqual([8, 9, 10]);
    expect(isReadBeforeHeard(lines(8, 9), whole)).toBe(false);
    expect(shown(lines(8, 9)).slice(0, 3)).toEqual([11, 12, 13]);
    expect(isReadBeforeHeard(lines(8, 9), cut)).toBe(true);
  });

  it('those that were read again are shown from the first of them', () => {
    const again = lines(8, 9, 10, 11, 12);
    expect(shown(again).slice(0, 4)).toEqual([8, 9, 10, 11]);
    expect(isReadBeforeHeard(again, cut)).toBe(false);
    expect(shown(lines(300, 301))).toEqual([300, 301]);
  });
});
