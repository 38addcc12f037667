import { describe, expect, it } from 'vitest';
import { makeCoup } from '../punto-banco/notation.js';
import { type RoundOutcome, roundOutcomeOf } from './round-outcome.js';

const DECIDED = 'P 9h Kd . B 2c 3s';
const CORRECTED = 'P 9h Kd . B 2c 7s';
const settled = { status: 'settled', coup: DECIDED } as const;
const fix = (name: 'void' | 'resettle' | 'refund', of: string | null = null) => ({
  fix: name,
  coup: name === 'resettle' ? of : null,
  player: name === 'refund' ? of : null,
  untaken: [],
});

const written = (outcome: RoundOutcome): string =>
  outcome.kind === 'settled'
    ? [makeCoup(outcome.coup), ...[...outcome.refunded].map((player) => `less ${player}`)].join(
        ', ',
      )
    : outcome.kind;

describe('the outcome of a round', () => {
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
    [
      'a resettlement with stakes that no wallet gave',
      settled,
      [fix('void'), { ...fix('resettle', CORRECTED), untaken: ['7'] }],
      `${CORRECTED}, less 7`,
    ],
    ['a void and a resettlement', settled, [fix('void'), fix('resettle', CORRECTED)], CORRECTED],
    ['a refund after a void', settled, [fix('void'), fix('refund', '7')], 'void'],
  ] as const)('after %s is the last one', (_, round, corrections, outcome) => {
    expect(written(roundOutcomeOf(round, corrections))).toBe(outcome);
  });

  it('is open until it is paid, and void from the moment it is voided', () => {
    expect(written(roundOutcomeOf({ status: 'betting', coup: null }, []))).toBe('unended');
    expect(written(roundOutcomeOf({ status: 'resulted', coup: DECIDED }, []))).toBe('unended');
    expect(written(roundOutcomeOf({ status: 'void', coup: null }, []))).toBe('void');
    expect(written(roundOutcomeOf({ status: 'refunded', coup: DECIDED }, []))).toBe('void');
    expect(
      written(roundOutcomeOf({ status: 'refunded', coup: DECIDED }, [fix('resettle', CORRECTED)])),
    ).toBe(CORRECTED);
  });
});
