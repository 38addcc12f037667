import { describe, expect, it } from 'vitest';
import { LINES_MAX, type ChatLine, caughtUp, withLines } from './chat-line.js';

const lines = (...ids: readonly number[]): readonly ChatLine[] =>
  ids.map((id) => ({
    id: String(id),
    name: 'Ada',
    role: 'player',
    isOwn: false,
    text: 'hello',
    atMs: id,
  }));
const ids = (all: readonly ChatLine[]) => all.map(({ id }) => Number(id));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('the lines of a talk', () => {
  it('are in numerical order', () => {
    expect(ids(withLines(lines(9), lines(11, 10)))).toEqual([9, 10, 11]);
    expect(ids(withLines(lines(9, 10), lines(2, 8)))).toEqual([2, 8, 9, 10]);
  });

  it('are listed once', () => {
    const known = lines(1, 2);
    expect(withLines(known, lines(2))).toBe(known);
  });

  it('are never more than a page should hold: the oldest are dropped', () => {
    const all = withLines(lines(...upTo(LINES_MAX)), lines(LINES_MAX + 1, LINES_MAX + 2));
    expect(ids(all)).toEqual(upTo(LINES_MAX).map((id) => id + 2));
  });
});

describe('after the connection was lost', () => {
  const NONE: ReadonlySet<string> = new Set();

  it('there are the newest lines, with what was missed and without what was removed', () => {
    expect(ids(caughtUp(lines(1, 2, 3, 4), lines(1, 2, 4, 5), NONE))).toEqual([1, 2, 4, 5]);
  });

  it('what lies above the newest lines is dropped: it may have been removed', () => {
    expect(ids(caughtUp(lines(1, 2, 3), lines(2, 3, 4), NONE))).toEqual([2, 3, 4]);
    expect(ids(caughtUp(lines(1, 2), lines(7, 8), NONE))).toEqual([7, 8]);
  });

  it.each([
    { known: [1, 2, 8], newest: [1, 2], all: [1, 2, 8] },
    { known: [1, 2, 5, 8], newest: [1, 2, 6], all: [1, 2, 5, 6, 8] },
    { known: [8], newest: [], all: [8] },
    { known: [1, 2, 8], newest: [5, 6, 7, 8], all: [5, 6, 7, 8] },
    { known: [1, 5, 8], newest: [7, 8], all: [7, 8] },
  ])('$newest leaves of $known what was heard meanwhile', ({ known, newest, all }) => {
    const heard = new Set(['5', '8']);
    expect(ids(caughtUp(lines(...known), lines(...newest), heard))).toEqual(all);
  });

  it('an empty talk is empty', () => {
    expect(caughtUp(lines(1, 2), [], NONE)).toEqual([]);
    expect(ids(caughtUp([], lines(1), NONE))).toEqual([1]);
  });
});
