import { describe, expect, it } from 'vitest';
import { lobbyQuery } from '../protocol/operator-feeds.js';
import { sealCursor } from './feed-cursor.js';
import { markOf, marksIn, marksOf, writtenMarks } from './lobby-marks.js';

const TABLES = 500;
const ids = Array.from({ length: TABLES }, (_, number) => `${number}-`.padEnd(32, 'sala'));
const marks = marksOf(ids.map((table) => ({ card: { table } })));

describe('the marks of the tables that were shown', () => {
  it('of 500 tables with long ids fit into the cursor that a query allows', () => {
    const of = { operator: 'acme', feed: 'lobby' };
    const after = sealCursor(Buffer.alloc(32, 7), of, writtenMarks(marks));
    expect(lobbyQuery.safeParse({ after }).success, `${after.length} letters`).toBe(true);
  });

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
