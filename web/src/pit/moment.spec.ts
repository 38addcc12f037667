/** Typed moments are read as they are shown, and what is no moment is not guessed at. */
import { expect, test } from 'vitest';
import { momentText, readMoment } from './moment.js';

const AT = new Date(2026, 10, 21, 9, 5).getTime();

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
