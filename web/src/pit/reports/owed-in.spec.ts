import { expect, test } from 'vitest';
import { owedIn } from './owed-in.js';

test('what is owed in several currencies is not added', () => {
  const owed = [
    { currency: 'EUR', owed: '2500' },
    { currency: 'JPY', owed: '3000' },
    { currency: 'EUR', owed: '100' },
  ];
  expect([...owedIn(owed)]).toEqual([
    ['EUR', 2_600n],
    ['JPY', 3_000n],
  ]);
});
