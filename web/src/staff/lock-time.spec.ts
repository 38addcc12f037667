import { expect, it } from 'vitest';
import { lockTimeText } from './lock-time.js';

it.each(['en-GB', 'it-IT'])('a lock of five seconds ends later than now, in %s', (language) => {
  const atMs = new Date(2026, 10, 29, 14, 5, 10).getTime();
  expect(lockTimeText(atMs, language)).toBe('14:05:10');
  expect(lockTimeText(atMs + 5_000, language)).toBe('14:05:15');
});
