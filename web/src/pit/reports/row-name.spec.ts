import { expect, it } from 'vitest';
import { rowName } from './row-name.js';

const EUR = { currency: 'EUR' };
const CAD = { currency: 'CAD' };

it.each([
  ['by its name alone where all rows are of one currency', 'Punto', EUR, [EUR, EUR], 'Punto'],
  ['with its currency where the rows are of several', 'Punto', CAD, [EUR, CAD], 'Punto · CAD'],
  ['with its currency once, where that is its name', 'CAD', CAD, [EUR, CAD], 'CAD'],
])('a row of takings is called %s', (_, name, row, all, called) => {
  expect(rowName(name, row, all)).toBe(called);
});
