import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DATABASE_REFUSALS, databaseRefusal, isImpossibleInDatabase } from './database-refusals.js';

const GUARDS = new URL('../../prisma/guards/', import.meta.url);
const guards = readdirSync(GUARDS).map((file) => readFileSync(new URL(file, GUARDS), 'utf8'));
const entries = Object.entries(DATABASE_REFUSALS);

const refusedWith = (code: string) => Object.assign(new Error('refused'), { code });

describe('the refusals of the database', () => {
  it('are those that the guards raise: none without a name, and none that nothing raises', () => {
    const raised = guards.flatMap((sql) => [...sql.matchAll(/errcode = '(SB\w+)'/gi)]);
    const codes = new Set(raised.map(([, code]) => code));
    expect([...codes].sort()).toEqual(entries.map(([, { code }]) => code).sort());
  });

  it('are raised with a code of their own, or with one of SQL’s own names', () => {
    for (const sql of guards) {
      const exceptions = sql.match(/raise exception[^;]*;/gi) ?? [];
      const bare = exceptions.filter((text) => !/errcode = '(SB\d{3}|[a-z_]+)'/.test(text));
      expect(bare).toEqual([]);
    }
  });

  it('have a code each', () => {
    expect(new Set(entries.map(([, { code }]) => code)).size).toBe(entries.length);
  });

  it('are listed in docs/operations.md', () => {
    const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const rows = entries.map(
      ([name, { code, meaning, suspends }]) =>
        `| ${code} | \`${name}\` | ${meaning} | ${suspends ? 'yes' : ''} |`,
    );
    const table = page.match(/^\| SB\d{3} .*\|$/gm);
    expect(table).toEqual(rows);
  });

  it('are known by their SQLSTATE, and nothing else is', () => {
    for (const [name, { code }] of entries) expect(databaseRefusal(refusedWith(code))).toBe(name);
    for (const other of [refusedWith('23505'), refusedWith('SB999'), new Error('no'), undefined]) {
      expect(databaseRefusal(other)).toBeUndefined();
    }
  });
});

describe('a table is suspended', () => {
  it.each(entries)('as the table of refusals says of %s', (_, { code, suspends }) => {
    expect(isImpossibleInDatabase(refusedWith(code))).toBe(suspends);
  });

  it.each([
    ['22P02', true],
    ['23505', true],
    ['23514', true],
    ['40001', false],
    ['57P01', false],
    ['SB999', false],
  ])('by %s of SQL itself: %s', (code, suspends) => {
    expect(isImpossibleInDatabase(refusedWith(code))).toBe(suspends);
  });

  it('by no fault that has no SQLSTATE', () => {
    expect(isImpossibleInDatabase(new Error('the connection broke'))).toBe(false);
    expect(isImpossibleInDatabase(undefined)).toBe(false);
  });
});
