import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, sum } from './amount.js';
import {
  type AccountName,
  HOUSE,
  OUTSIDE,
  gameAccount,
  sessionAccount,
  stakesAccount,
} from './chart-of-accounts.js';
import { type Posting, gains } from './posting.js';

const accounts = fc.constantFrom<AccountName>(
  OUTSIDE,
  HOUSE,
  gameAccount('7'),
  sessionAccount('7'),
  sessionAccount('8'),
  stakesAccount('1000000001'),
);
const postings: fc.Arbitrary<Posting[]> = fc.array(
  fc.record({
    source: accounts,
    destination: accounts,
    amount: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(amount),
  }),
);

describe('postings', () => {
  it('move money and make none: the gains of all accounts sum to zero', () => {
    fc.assert(
      fc.property(postings, (entry) => {
        expect(sum(gains(entry).values())).toBe(0n);
      }),
    );
  });

  it('take from the source what they give to the destination', () => {
    const placed = { source: sessionAccount('7'), destination: stakesAccount('1000000001') };
    expect(gains([{ ...placed, amount: amount(500) }])).toEqual(
      new Map([
        ['player:7:session', -500n],
        ['round:1000000001:stakes', 500n],
      ]),
    );
  });

  it('from an account to itself gain nothing', () => {
    const around: Posting = { source: HOUSE, destination: HOUSE, amount: amount(500) };
    expect(gains([around])).toEqual(new Map([['house', 0n]]));
  });
});
