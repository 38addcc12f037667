/** What a stint on the rota is, from before it begins until after its end. */
import { expect, test } from 'vitest';
import { stintState } from './stint-state.js';

const MINUTE_MS = 60_000;
const stint = { fromMs: 100 * MINUTE_MS, toMs: 160 * MINUTE_MS };

test.each<[number, boolean | undefined, string]>([
  [99, false, 'due'],
  [99, true, 'due'],
  [100, true, 'dealing'],
  [100, false, 'late'],
  [114, false, 'late'],
  [115, false, 'absent'],
  [115, true, 'dealing'],
  [99, undefined, 'due'],
  [100, undefined, 'unseen'],
  [159, undefined, 'unseen'],
  [160, undefined, 'over'],
  [159, false, 'absent'],
  [160, true, 'over'],
  [160, false, 'over'],
])('in minute %i, dealing %s: %s', (minute, deals, state) => {
  expect(stintState(stint, minute * MINUTE_MS, deals)).toBe(state);
});
