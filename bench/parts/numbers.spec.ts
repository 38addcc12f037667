import { expect, test } from 'vitest';
import { numberFault } from './numbers.js';

test.each(['0', '1', '5000'])('%s is a whole number', (word) => {
  expect(numberFault('players', word, 0)).toBeUndefined();
});

test.each(['x', '', '1.5', '-1', '1e3', '0x10', '0'])('“%s” is none from 1 on', (word) => {
  expect(numberFault('players', word, 1)).toBe(`--players ${word}: a whole number from 1 on`);
});
