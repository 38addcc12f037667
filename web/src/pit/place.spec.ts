/** The address of every page of the pit, there and back. */
import { expect, test } from 'vitest';
import { PAGES, makePlace, parsePlace } from './place.js';

test.each(PAGES)('%s is found again by its address', (page) => {
  expect(parsePlace(makePlace(page))).toEqual({ page, of: undefined });
  expect(parsePlace(makePlace(page, 'pb-1/ü'))).toEqual({ page, of: 'pb-1/ü' });
});

test.each(['', '#', '#/', '#/nowhere', '#/wall/'])('%j leads to the wall', (hash) => {
  expect(parsePlace(hash)).toEqual({ page: 'wall', of: undefined });
});
