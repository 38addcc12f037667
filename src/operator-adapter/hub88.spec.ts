import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hub88 } from './hub88.js';
import type { Asked } from './shape.js';

const askedOf = (verb: Asked['verb']): Asked => {
  const of = {
    requestId: 'r-1',
    player: 'anna',
    session: 'anna',
    currency: 'EUR',
    exponent: 2,
    movementId: 'm-1',
  };
  return {
    ...of,
    verb,
    total: 1n,
    round: undefined,
    closes: verb !== 'debit',
    refers: 'm-0',
    atMs: 0,
  };
};

const read = (verb: Asked['verb'], status: string): string => {
  const asked = askedOf(verb);
  const said = hub88.read(asked, 200, JSON.stringify({ request_uuid: 'r-1', status }));
  return said.status === 'refused' ? said.reason : said.status;
};

describe('hub88', () => {
  it('asks for the balance by the token of whoever comes in', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    const call = hub88.call({ ...askedOf('open'), session: 't-1' }, privateKey);
    expect(call).toMatchObject({ path: '/user/balance' });
    expect(typeof call === 'object' && JSON.parse(call.body)).toEqual({
      ...{ user: 'anna', request_uuid: 'r-1', token: 't-1', game_code: 'sabot' },
    });
    const of = { request_uuid: 'r-1', user: 'anna', currency: 'EUR' };
    const said = (more: object) =>
      hub88.read(askedOf('open'), 200, JSON.stringify({ ...of, ...more }));
    expect(said({ status: 'RS_OK', balance: 1_234_000 })).toEqual({
      status: 'done',
      balance: 1234n,
    });
    expect(said({ status: 'RS_OK' }).status).toBe('unknown');
    expect(said({ status: 'RS_OK', balance: 1, user: 'bea' }).status).toBe('unknown');
    expect(said({ status: 'RS_ERROR_TOKEN_EXPIRED' })).toMatchObject({ reason: 'session' });
  });

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
