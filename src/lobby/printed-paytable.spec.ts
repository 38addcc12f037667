import { describe, expect, it } from 'vitest';
import { printedPaytable as schema } from '../protocol/http.js';
import { fraction, percentText } from '../money/fraction.js';
import { CURRENT_PAYTABLE } from '../punto-banco/paytable.js';
import type { Mode, Spot } from '../punto-banco/spot.js';
import { printedPaytable } from './printed-paytable.js';

const printed = printedPaytable(CURRENT_PAYTABLE.version)!;
const betOn = (mode: Mode, spot: Spot) =>
  printed.bets.find((bet) => bet.mode === mode && bet.spot === spot)!;

describe('the printed paytable', () => {
  it('fits its schema, and is counted once', () => {
    expect(schema.parse(structuredClone(printed))).toEqual(printed);
    expect(printedPaytable(CURRENT_PAYTABLE.version)).toBe(printed);
  });

  it('is undefined for an unknown version', () => {
    expect(printedPaytable('punto-banco-0')).toBeUndefined();
    expect(printedPaytable('__proto__')).toBeUndefined();
  });

  it('names every bet once in each mode, and Super 6 in zero commission alone', () => {
    const names = printed.bets.map(({ mode, spot }) => `${mode} ${spot}`);
    expect(names).toHaveLength(19);
    expect(new Set(names).size).toBe(19);
    expect(names).toContain('zero_commission super_6');
    expect(names).not.toContain('normal super_6');
  });

  it.each<[Mode, Spot, string]>([
    ['zero_commission', 'punto', '98.7649'],
    ['zero_commission', 'banco', '98.5419'],
    ['normal', 'banco', '98.9421'],
    ['normal', 'egalite', '85.6404'],
    ['normal', 'punto_pair', '89.6386'],
    ['normal', 'banco_pair', '89.6386'],
    ['normal', 'either_pair', '86.2901'],
    ['normal', 'punto_bonus', '97.3483'],
    ['normal', 'banco_bonus', '90.6269'],
  ])('in %s mode says of %s the published return, %s %%', (mode, spot, percent) => {
    expect(betOn(mode, spot).percent).toBe(percent);
  });

  it('gives the return as the exact fraction that the percentage is of', () => {
    for (const { return: exact, percent } of printed.bets) {
      const value = fraction(BigInt(exact.n), BigInt(exact.d));
      expect(value).toEqual({ numerator: BigInt(exact.n), denominator: BigInt(exact.d) });
      expect(percentText(value, 4)).toBe(percent);
    }
    expect(betOn('normal', 'punto_pair').return).toEqual({ n: '372', d: '415' });
  });

  it.each<[Mode, Spot, string]>([
    ['zero_commission', 'punto', 'won 1:1'],
    ['zero_commission', 'banco', 'won 1:1, won_with_six 1:2'],
    ['normal', 'banco', 'won 19:20'],
    ['normal', 'egalite', 'won 8:1'],
    ['normal', 'perfect_pair', 'won 25:1'],
    ['zero_commission', 'super_6', 'won 15:1'],
    [
      'normal',
      'banco_bonus',
      'natural 1:1, margin_4 1:1, margin_5 2:1, margin_6 4:1, margin_7 6:1, margin_8 10:1, margin_9 30:1',
    ],
  ])('in %s mode says that %s pays %s', (mode, spot, text) => {
    const pays = betOn(mode, spot).pays.map(({ on, win, stake }) => `${on} ${win}:${stake}`);
    expect(pays.join(', ')).toBe(text);
  });
});
