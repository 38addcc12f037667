import { afterEach, expect, it, vi } from 'vitest';
import { dayAndTimeText, lately } from './time.js';

afterEach(() => vi.unstubAllEnvs());

const at = (text: string): number => new Date(text).getTime();

it.each([
  ['en', '2026-11-29T21:30', '29 Nov, 21:30'],
  ['it', '2026-11-29T21:30', '29 nov, 21:30'],
  ['en', '2031-11-29T21:30', '29 Nov 2031, 21:30'],
  ['it', '2031-11-29T21:30', '29 nov 2031, 21:30'],
  ['en', '2025-12-31T23:59', '31 Dec 2025, 23:59'],
])('a time has its year where it is another than now, in %s: %s', (language, when, text) => {
  vi.stubEnv('TZ', 'Europe/Malta');
  const nowMs = at('2026-11-30T21:30');
  expect(dayAndTimeText(at(when), language, nowMs)).toBe(text);
  expect(lately(at(when), language, nowMs)).toBe(text);
});
