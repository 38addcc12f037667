import { expect, test } from 'vitest';
import type { TableCopy } from '../../../../src/client/table-copy.js';
import { shoeAt } from './shoe-at.js';

const CORRECTED_SEQ = 70;

const at = (
  cardsLeft: number,
  cards: readonly string[],
  beads: readonly string[] = [],
  correctedSeq = CORRECTED_SEQ,
): string => {
  const round = { game: '1000000001', cards };
  const copy = { shoe: { ordinal: 3, cardsLeft, beads }, round } as unknown as TableCopy;
  return shoeAt(copy, correctedSeq);
};

test.each([
  ['a card is dealt', at(400, []), at(399, ['9h'])],
  ['a card is dealt face down', at(400, []), at(399, [])],
  ['a card has left without a seat', at(400, ['9h']), at(399, ['9h'])],
  ['a card was another than was read', at(400, ['9h']), at(400, ['8h'])],
  ['a coup is decided', at(400, ['9h']), at(400, ['9h'], ['P'])],
  ['an earlier round is corrected', at(400, []), at(400, [], [], CORRECTED_SEQ + 1)],
])('the odds are other ones where %s', (_, before, after) => {
  expect(after).not.toBe(before);
});

test('as long as nothing has left the shoe they are the same', () => {
  expect(at(400, ['9h'])).toBe(at(400, ['9h']));
});
