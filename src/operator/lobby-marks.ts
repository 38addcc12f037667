/**
 * What an operator was shown of the lobby, short enough for a cursor in a query: of each table two
 * digests, the one of its id, the other of all that was shown of it.
 */
import { createHash } from 'node:crypto';

/** Enough that no two of a studio's tables have the same. */
const TABLE_LETTERS = 7;
/** Enough to see that a table is another now. */
const SHOWN_LETTERS = 8;
const LETTERS = TABLE_LETTERS + SHOWN_LETTERS;

/** By what the cursor knows the table. */
export const markOf = (table: string): string => digestOf(table, TABLE_LETTERS);

/** By their marks, what was shown of the tables. */
export const marksOf = (
  shown: readonly { readonly card: { readonly table: string } }[],
): ReadonlyMap<string, string> =>
  new Map(
    shown.map((each) => [markOf(each.card.table), digestOf(JSON.stringify(each), SHOWN_LETTERS)]),
  );

export const writtenMarks = (marks: ReadonlyMap<string, string>): string =>
  [...marks].flat().join('');

/** A longer cursor is no query's (`after` in operator-feeds.ts). */
const MARKS_IN_A_CURSOR = 598;

/**
 * What of written marks goes into a cursor. The tables beyond that are shown each time, as if they
 * had changed.
 */
export const forCursor = (written: string): string => written.slice(0, MARKS_IN_A_CURSOR * LETTERS);

/** The marks that were written so. */
export const marksIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    Array.from({ length: Math.floor(text.length / LETTERS) }, (_, index) => {
      const [at, to] = [index * LETTERS, (index + 1) * LETTERS];
      return [text.slice(at, at + TABLE_LETTERS), text.slice(at + TABLE_LETTERS, to)];
    }),
  );

const digestOf = (text: string, letters: number): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, letters);
