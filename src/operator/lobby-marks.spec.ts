import { describe, expect, it } from 'vitest';
import { lobbyQuery } from '../protocol/operator-feeds.js';
import { sealCursor } from './feed-cursor.js';
import { forCursor, markOf, marksIn, marksOf, writtenMarks } from './lobby-marks.js';

const TABLES = 500;
const idsOf = (tables: number) =>
  Array.from({ length: tables }, (_, number) => `${number}-`.padEnd(32, 'sala'));
const marksOfAll = (of: readonly string[]) => marksOf(of.map((table) => ({ card: { table } })));
const ids = idsOf(TABLES);
const marks = marksOfAll(ids);

describe('the marks of the tables that were shown', () => {
  it.each([TABLES, 598, 599, 5_000])(
    'of %i tables with long ids fit into the cursor that a query allows, as many as may',
    (tables) => {
      const of = { operator: 'acme', feed: 'lobby' };
      const all = marksOfAll(idsOf(tables));
      const written = forCursor(writtenMarks(all));
      const after = sealCursor(Buffer.alloc(32, 7), of, written);
      expect(lobbyQuery.safeParse({ after }).success, `${after.length} letters`).toBe(true);
      expect([...marksIn(written)]).toEqual([...all].slice(0, 598));
    },
  );

  it('are each of another table, and are read as they were written', () => {
    expect(marks.size).toBe(TABLES);
    expect([...marks.keys()]).toEqual(ids.map(markOf));
    expect(marksIn(writtenMarks(marks))).toEqual(marks);
    expect(marksIn('')).toEqual(new Map());
  });

  it('are others once anything that was shown is another', () => {
    const [mark] = marks.keys();
    const another = { card: { table: ids[0]! }, beads: ['B8nb'] };
    const changed = marksOf([another]);
    expect(changed.get(mark!)).toHaveLength(8);
    expect(changed.get(mark!)).not.toBe(marks.get(mark!));
  });
});
