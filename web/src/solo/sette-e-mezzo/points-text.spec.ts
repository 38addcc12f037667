import { expect, test } from 'vitest';
import { pointsText } from './points-text.js';

test('halves are written as halves, and whole points without', () => {
  expect([0, 1, 2, 9, 14, 15, 16].map(pointsText)).toEqual(['0', '½', '1', '4½', '7', '7½', '8']);
});
