/** Typed moments are read as they are shown, and what is no moment is not guessed at. */
import { afterEach, expect, test, vi } from 'vitest';
import { momentText, readMoment } from './moment.js';

const AT = new Date(2026, 10, 21, 9, 5).getTime();
const MINUTE_MS = 60_000;

afterEach(() => vi.unstubAllEnvs());

test('a moment is shown with the day first, and read as it is shown', () => {
  expect(momentText(AT)).toBe('21/11/2026 09:05');
  expect(readMoment(momentText(AT))).toBe(AT);
});

test.each(['21.11.2026 9:05', '21-11-2026, 9.05', ' 2026-11-21T09:05 ', '2026-11-21 09:05'])(
  '%s is the same',
  (text) => expect(readMoment(text)).toBe(AT),
);

test.each(['', '11/21/2026 09:05', '31/02/2026 09:05', '21/11/2026 24:00', '21/11/2026', 'now'])(
  '%s is none',
  (text) => expect(readMoment(text)).toBeUndefined(),
);

test('of the hour that comes twice as summer time ends, the second says how far it is from UTC', () => {
  vi.stubEnv('TZ', 'Europe/Rome');
  const first = Date.parse('2026-10-25T02:30+02:00');
  const second = Date.parse('2026-10-25T02:30+01:00');
  expect(momentText(first)).toBe('25/10/2026 02:30');
  expect(momentText(second)).toBe('25/10/2026 02:30 +01:00');
  expect(readMoment('25/10/2026 02:30 +02:00')).toBe(first);
  expect(readMoment('2026-10-25T02:30+01:00')).toBe(second);
  expect(readMoment('25/10/2026 02:30 +1')).toBeUndefined();
  expect(readMoment('25/10/2026 02:30 +25:00')).toBeUndefined();
  expect(readMoment('31/02/2026 02:30 +01:00')).toBeUndefined();
});

test('the hour that is left out as summer time begins is no moment', () => {
  vi.stubEnv('TZ', 'Europe/Rome');
  expect(readMoment('29/03/2026 02:30')).toBeUndefined();
  expect(readMoment('2026-03-29T02:00')).toBeUndefined();
  expect(readMoment('29/03/2026 03:00')).toBe(Date.parse('2026-03-29T03:00+02:00'));
  expect(readMoment('29/03/2026 02:30 +01:00')).toBe(Date.parse('2026-03-29T03:30+02:00'));
});

test.each(['Europe/Rome', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])(
  'every minute of the nights on which the clock is changed is read as it is shown, in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    for (const noon of ['2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05']) {
      const from = Date.parse(`${noon}T12:00Z`) - 24 * 60 * MINUTE_MS;
      for (let at = from; at < from + 36 * 60 * MINUTE_MS; at += MINUTE_MS) {
        if (readMoment(momentText(at)) !== at) expect.fail(new Date(at).toISOString());
      }
    }
  },
);
