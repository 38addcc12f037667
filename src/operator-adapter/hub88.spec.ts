import { describe, expect, it } from 'vitest';
import { hub88 } from './hub88.js';
import type { Asked } from './shape.js';

const read = (verb: Asked['verb'], status: string): string => {
  const of = {
    requestId: 'r-1',
    player: 'anna',
    session: 'anna',
    currency: 'EUR',
    exponent: 2,
    movementId: 'm-1',
  };
  const asked = {
    ...of,
    verb,
    total: 1n,
    round: undefined,
    closes: verb !== 'debit',
    refers: 'm-0',
    atMs: 0,
  };
  const said = hub88.read(asked, 200, JSON.stringify({ request_uuid: 'r-1', status }));
  return said.status === 'refused' ? said.reason : said.status;
};

describe('hub88', () => {
  it.each([
    ['debit', 'DUPLICATE_TRANSACTION', 'unknown'],
    ['credit', 'DUPLICATE_TRANSACTION', 'unknown'],
    ['cancel', 'DUPLICATE_TRANSACTION', 'unknown'],
    ['debit', 'TRANSACTION_ROLLED_BACK', 'session'],
    ['cancel', 'TRANSACTION_ROLLED_BACK', 'done'],
    ['credit', 'TRANSACTION_ROLLED_BACK', 'unknown'],
    ['cancel', 'TRANSACTION_DOES_NOT_EXIST', 'no_such_debit'],
    ['debit', 'TRANSACTION_DOES_NOT_EXIST', 'unknown'],
    ['debit', 'NOT_ENOUGH_MONEY', 'funds'],
  ] as const)('takes of a %s %s for: %s', (verb, status, verdict) => {
    expect(read(verb, `RS_ERROR_${status}`)).toBe(verdict);
  });
});
