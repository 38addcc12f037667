import { expect, test } from 'vitest';
import { howMany } from './how-many.js';

test('a void of several currencies is one, and two of a round are two', () => {
  const [game, other] = ['1000000001', '1000000002'];
  const lines = [
    { game, atMs: 1, currency: 'EUR' },
    { game, atMs: 1, currency: 'JPY' },
    { game, atMs: 2, currency: 'EUR' },
    { game: other, atMs: 1, currency: 'EUR' },
  ];
  expect(howMany(lines)).toBe(3);
});
