import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { dateLocale } from './date-locale.js';

/** What writes a date, and its locale. */
const DATES = /(?:\.toLocale(?:Date|Time)String|new Date\([^\n]*\)\.toLocaleString)\(\s*([^\s,]*)/g;
const WEB = path.join(import.meta.dirname, '..');

it('English days come before months', () => {
  const day = new Date(2026, 10, 30).toLocaleDateString(dateLocale('en'));
  expect(day).toBe('30/11/2026');
});

it('every date of the pages is written in it', () => {
  const written = readdirSync(WEB, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
    .flatMap((file) => {
      const text = readFileSync(path.join(WEB, file), 'utf8');
      return [...text.matchAll(DATES)]
        .filter(([, locale]) => !/^(dateLocale\(|locale$)/.test(locale!))
        .map(([each]) => `${file}: ${each}`);
    });
  expect(written).toEqual([]);
});
