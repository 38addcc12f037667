import { expect, test } from 'vitest';
import { numberFault, timeFault } from './options.js';

test.each(['0', '1', '5000'])('%s is a whole number', (word) => {
  expect(numberFault('players', word, 0)).toBeUndefined();
});

test.each(['x', '', '1.5', '-1', '1e3', '0x10', '0'])('“%s” is none from 1 on', (word) => {
  expect(numberFault('players', word, 1)).toBe(`--players ${word}: a whole number from 1 on`);
});

test('a time may have a fraction, and is above zero', () => {
  expect(timeFault('minutes', '0.2')).toBeUndefined();
  expect(timeFault('minutes', '2')).toBeUndefined();
  for (const word of ['0', '', 'x', '.5', '1e3', '-1']) {
    expect(timeFault('minutes', word)).toBe(`--minutes ${word}: a number above 0`);
  }
});
