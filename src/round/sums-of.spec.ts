import { expect, it } from 'vitest';
import { sumsOf } from './sums-of.js';

const JPY = { currency: 'JPY', paid: '3000' };
const CHF = { currency: 'CHF', paid: '250' };
const paid = ({ paid }: typeof JPY) => paid;

it('has one sum for each further currency, and no field where there is none', () => {
  expect(sumsOf([JPY, CHF], 'furtherPaid', paid)).toEqual({
    furtherPaid: { JPY: '3000', CHF: '250' },
  });
  expect(sumsOf([], 'furtherPaid', paid)).toEqual({});
  expect(sumsOf(undefined, 'furtherPaid', paid)).toEqual({});
});
