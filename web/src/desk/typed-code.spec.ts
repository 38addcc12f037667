import { expect, test } from 'vitest';
import { parseScanCode } from '../../../src/round/scan-code.js';
import { TypedCode } from './typed-code.js';

/** What is said at each key, pressed every `everyMs`. `⏎` is Enter, `⇧` Shift. */
const typed = (keys: string, everyMs = 800): readonly (string | undefined)[] => {
  const code = new TypedCode((text) => parseScanCode(text) !== undefined);
  const names: Readonly<Record<string, string>> = { '⏎': 'Enter', '⇧': 'Shift', '⎋': 'Escape' };
  return [...keys].map((key, index) => code.take(names[key] ?? key, index * everyMs));
};

const NO = undefined;

test('a code is recognised as its last key is pressed, and again by its Enter', () => {
  expect(typed('7H⏎')).toEqual([NO, '7H', '7H']);
  expect(typed('3-⇧K⇧H⏎')).toEqual([NO, NO, NO, NO, NO, '3-KH', '3-KH']);
  expect(typed('CUT⏎')).toEqual([NO, NO, 'CUT', 'CUT']);
});

test('another begins where one is complete', () => {
  expect(typed('7H8S')).toEqual([NO, '7H', NO, '8S']);
});

test('an Enter that ends no code is left alone', () => {
  expect(typed('⏎7⏎7H⏎⏎')).toEqual([NO, NO, NO, NO, '7H', '7H', NO]);
  expect(typed('7H⎋⏎')).toEqual([NO, '7H', NO, NO]);
  expect(typed('7H ⏎')).toEqual([NO, '7H', NO, NO]);
});

test('what was pressed long before is forgotten', () => {
  expect(typed('7H⏎', 5_001)).toEqual([NO, NO, NO]);
});
