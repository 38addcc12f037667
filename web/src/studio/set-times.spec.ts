import { expect, it } from 'vitest';
import { setTimeTexts, timeText } from './set-times.js';

it.each([
  [604_800_000, 'en', '7 days'],
  [86_400_000, 'en', '1 day'],
  [86_400_000, 'it', '1 giorno'],
  [7_200_000, 'en', '2 hours'],
  [5_400_000, 'en', '90 minutes'],
  [1_200_000, 'it', '20 minuti'],
  [90_000, 'en', '90 seconds'],
  [200, 'en', '1 second'],
])('%s ms in %s are %s', (ms, language, text) => {
  expect(timeText(ms, language)).toBe(text);
});

it('times are as the studio says, and as they usually are where one of before says none', () => {
  const times = { idleMs: 60_000, lostMs: 30_000, soloLostMs: 3_600_000, handKeptMs: 86_400_000 };
  expect(setTimeTexts(times, 'en')).toEqual({
    idle: '1 minute',
    lost: '30 seconds',
    soloLost: '1 hour',
    kept: '1 day',
  });
  expect(setTimeTexts(undefined, 'it')).toEqual({
    idle: '20 minuti',
    lost: '3 minuti',
    soloLost: '5 minuti',
    kept: '7 giorni',
  });
});
