import { describe, expect, it } from 'vitest';
import { makeCoup } from '../punto-banco/notation.js';
import { type Fate, fateOf } from './fate.js';

const DECIDED = 'P 9h Kd . B 2c 3s';
const CORRECTED = 'P 9h Kd . B 2c 7s';
const settled = { status: 'settled', coup: DECIDED } as const;
const fix = (name: 'void' | 'resettle' | 'refund', of: string | null = null) => ({
  fix: name,
  coup: name === 'resettle' ? of : null,
  player: name === 'refund' ? of : null,
});

const written = (fate: Fate): string =>
  fate.kind === 'settled'
    ? [makeCoup(fate.coup), ...[...fate.refunded].map((player) => `less ${player}`)].join(', ')
    : fate.kind;

describe('the fate of a round', () => {
  it.each([
    ['none', settled, [], DECIDED],
    ['a void', settled, [fix('void')], 'void'],
    ['a resettlement', settled, [fix('resettle', CORRECTED)], CORRECTED],
    [
      'two refunds',
      settled,
      [fix('refund', '7'), fix('refund', '8')],
      `${DECIDED}, less 7, less 8`,
    ],
    [
      'a refund and a resettlement',
      settled,
      [fix('refund', '7'), fix('resettle', CORRECTED)],
      CORRECTED,
    ],
    ['a void and a resettlement', settled, [fix('void'), fix('resettle', CORRECTED)], CORRECTED],
    ['a refund after a void', settled, [fix('void'), fix('refund', '7')], 'void'],
  ] as const)('after %s is the last word', (_, round, corrections, fate) => {
    expect(written(fateOf(round, corrections))).toBe(fate);
  });

  it('is open until it is paid, and void from the word of it', () => {
    expect(written(fateOf({ status: 'betting', coup: null }, []))).toBe('unended');
    expect(written(fateOf({ status: 'resulted', coup: DECIDED }, []))).toBe('unended');
    expect(written(fateOf({ status: 'void', coup: null }, []))).toBe('void');
    expect(written(fateOf({ status: 'refunded', coup: DECIDED }, []))).toBe('void');
    expect(
      written(fateOf({ status: 'refunded', coup: DECIDED }, [fix('resettle', CORRECTED)])),
    ).toBe(CORRECTED);
  });
});
