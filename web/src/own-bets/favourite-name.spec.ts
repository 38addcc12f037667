import { expect, it } from 'vitest';
import { favouriteBet } from '../../../src/protocol/preferences.js';
import { NAME_MOST, favouriteName } from './favourite-name.js';

it.each<[string, string | undefined]>([
  ['  Sunday ', 'Sunday'],
  ['à la  française', 'à la française'],
  ['x'.repeat(NAME_MOST), 'x'.repeat(NAME_MOST)],
  ['🂡'.repeat(NAME_MOST), '🂡'.repeat(NAME_MOST)],
  ['x'.repeat(NAME_MOST + 1), undefined],
  ['', undefined],
  [' \n ', undefined],
  ['a\u0000b', undefined],
])('of %j the studio is sent %j', (typed, name) => {
  expect(favouriteName(typed)).toBe(name);
  if (name === undefined) return;
  expect(favouriteBet.safeParse({ name, stakes: { punto: '100' } }).success).toBe(true);
});
