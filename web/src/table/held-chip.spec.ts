import { expect, it } from 'vitest';
import { heldChip } from './held-chip.js';

it.each<[readonly string[], string | null, bigint | undefined]>([
  [['100', '500', '2500'], '500', 500n],
  [['100', '500', '2500'], null, 100n],
  [['100', '500', '2500'], '1000', 500n],
  [['100', '500', '2500'], '50', 100n],
  [['100', '500', '2500'], '100000', 2500n],
  [[], '500', undefined],
])('of the chips %j, where %s is wanted, %s is in hand', (chips, wanted, chip) => {
  expect(heldChip(chips, wanted)).toBe(chip);
});
