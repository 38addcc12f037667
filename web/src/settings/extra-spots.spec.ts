import { describe, expect, it } from 'vitest';
import { amount } from '../../../src/money/amount.js';
import { SPOTS } from '../../../src/punto-banco/spot.js';
import { liesOnExtra } from './extra-spots.js';

describe('the extra side bets', () => {
  it.each([
    ['nothing lies', [], false],
    ['stakes on main bets and the two pairs', ['punto', 'egalite', 'punto_pair', 'super_6'], false],
    ['a stake on a bonus', ['punto', 'banco_bonus'], true],
    ['a stake on Perfect Pair', ['perfect_pair'], true],
    ['everything lies', SPOTS, true],
  ] as const)('where %s', (_, spots, lies) => {
    expect(liesOnExtra(new Map(spots.map((spot) => [spot, amount(100)])))).toBe(lies);
  });

  it('do not hold a spot with nothing left on it', () => {
    expect(liesOnExtra(new Map([['banco_bonus', amount(0)]]))).toBe(false);
  });
});
