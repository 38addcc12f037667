import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_KINDS,
  HOUSE,
  OUTSIDE,
  gameAccount,
  mayBeNegative,
  sessionAccount,
  shortfallAccount,
  stakesAccount,
} from './chart-of-accounts.js';

describe('the chart of accounts', () => {
  it('names every account by its owner and its purpose', () => {
    expect([OUTSIDE, HOUSE]).toEqual(['outside', 'house']);
    expect(gameAccount('7')).toBe('player:7:game');
    expect(sessionAccount('7')).toBe('player:7:session');
    expect(shortfallAccount('7')).toBe('player:7:shortfall');
    expect(stakesAccount('1000000001')).toBe('round:1000000001:stakes');
  });

  it('lets only the house, the outside, a shortfall and an advance owe', () => {
    expect(ACCOUNT_KINDS.filter(mayBeNegative)).toEqual([
      'outside',
      'house',
      'shortfall',
      'advance',
    ]);
  });
});
