import { describe, expect, it } from 'vitest';
import { CURRENT_PAYTABLE, PAYTABLE_VERSIONS, paytable } from './paytable.js';

const frozenThroughout = (value: unknown): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (Object.isFrozen(value) && Object.values(value).every(frozenThroughout));

describe('the paytable', () => {
  it('is found by its version, for every version that rounds were played on', () => {
    expect(PAYTABLE_VERSIONS).toContain(CURRENT_PAYTABLE.version);
    for (const version of PAYTABLE_VERSIONS) expect(paytable(version)?.version).toBe(version);
    expect(paytable('punto-banco-1')).toBe(CURRENT_PAYTABLE);
  });

  it('is not found by an unknown version', () => {
    expect(paytable('punto-banco-0')).toBeUndefined();
    expect(paytable('toString')).toBeUndefined();
  });

  it('cannot be changed', () => {
    expect(frozenThroughout(CURRENT_PAYTABLE)).toBe(true);
  });

  it('pays as RULES 1.4 prints it', () => {
    const { banco, bonus, ...others } = CURRENT_PAYTABLE;
    const text = ({ win, stake }: { win: number; stake: number }) => `${win}:${stake}`;
    const { version, ...simple } = others;
    expect(version).toBe('punto-banco-1');
    expect(Object.entries(simple).map(([spot, odds]) => `${spot} ${text(odds)}`)).toEqual([
      'punto 1:1',
      'egalite 8:1',
      'punto_pair 11:1',
      'banco_pair 11:1',
      'either_pair 5:1',
      'perfect_pair 25:1',
      'super_6 15:1',
    ]);
    expect(text(banco.normal.won)).toBe('19:20');
    expect(text(banco.normal.wonWithSix)).toBe('19:20');
    expect(text(banco.zero_commission.won)).toBe('1:1');
    expect(text(banco.zero_commission.wonWithSix)).toBe('1:2');
    expect(text(bonus.natural)).toBe('1:1');
    expect(Object.entries(bonus.margin).map(([margin, odds]) => [margin, text(odds)])).toEqual([
      ['4', '1:1'],
      ['5', '2:1'],
      ['6', '4:1'],
      ['7', '6:1'],
      ['8', '10:1'],
      ['9', '30:1'],
    ]);
  });
});
