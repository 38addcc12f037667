/** How many requests of one operator are looked into, however many it signs. */
import { randomUUID } from 'node:crypto';
import type { ExecutionContext, HttpException } from '@nestjs/common';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../src/config.js';
import { signatureHeaders } from '../../src/operator/message-signature.js';
import { OperatorAccess } from '../../src/operator/operator-access.guard.js';
import { Operators } from '../../src/operator/operators.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { ManualClock } from '../kit/manual-clock.js';
import { newKey } from '../kit/signed-orders.js';

const AT_ONCE = 1_000;

const clock = new ManualClock();
let database: TestDatabase;
let guard: OperatorAccess;
let keys: Record<'house' | 'other', Awaited<ReturnType<typeof newKey>>>;

beforeAll(async () => {
  database = await createDatabase();
  const owner = new pg.Pool({ connectionString: database.url, max: 1 });
  await owner.query(
    `insert into operators (id, name, mode, currencies, policy)
     select 'other', 'Other', mode, currencies, policy from operators where id = 'house'`,
  );
  const operators = new Operators(owner, 'a test', () => {
    throw new Error('no secret is asked for');
  });
  keys = { house: await newKey(operators, 'house'), other: await newKey(operators, 'other') };
  await owner.end();
  const config = readConfig({ DATABASE_URL: database.studioUrl, SABOT_DEMO: '1' });
  guard = new OperatorAccess(database.pool, clock, config);
});
afterAll(() => database.drop());

interface Asking {
  readonly ip?: string;
  readonly nonce?: string;
  /** Whose key has signed it. */
  readonly by?: 'house' | 'other';
}

/** A request of the operator `house`: what it is refused with, or `admitted`. */
const ask = async ({
  ip = '192.0.2.1',
  nonce = randomUUID(),
  by = 'house',
}: Asking = {}): Promise<string> => {
  const target = '/operator/self';
  const host = 'studio';
  const key = keys[by].privateKey;
  const signing = { kid: keys.house.kid, key, createdS: Math.floor(clock.nowMs() / 1000), nonce };
  const signed = signatureHeaders({ method: 'GET', target, headers: { host } }, undefined, signing);
  const request = { ip, method: 'GET', originalUrl: target, headers: { host, ...signed } };
  const response = { setHeader: () => undefined };
  const context = { getRequest: () => request, getResponse: () => response };
  const asked = { switchToHttp: () => context } as unknown as ExecutionContext;
  return guard.canActivate(asked).then(
    () => 'admitted',
    (error: HttpException) => (error.getResponse() as { readonly error: string }).error,
  );
};

/** How many were answered so, of as many as may be in hand at once from one address. */
const askMany = async (times: number, asking: Asking = {}): Promise<Record<string, number>> => {
  const answers: Record<string, number> = {};
  for (let done = 0; done < times; done += 100) {
    const some = Array.from({ length: Math.min(100, times - done) }, () => ask(asking));
    for (const answer of await Promise.all(some)) answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return answers;
};

const kept = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ kept: number }>(
    'select count(*)::int as kept from operator_nonces',
  );
  return rows[0]!.kept;
};

it('a request beyond the budget of its operator is not looked into: its nonce is not kept', async () => {
  // What others sign, and what is sent again, is none of the operator's.
  expect(await askMany(50, { by: 'other' })).toEqual({ signature_wrong: 50 });
  expect(await askMany(50, { nonce: 'sent-again-and-again' })).toEqual({
    admitted: 1,
    request_repeated: 49,
  });
  const ip = '192.0.2.2';
  expect(await askMany(AT_ONCE + 199, { ip })).toEqual({
    admitted: AT_ONCE - 1,
    too_many_messages: 200,
  });
  expect(await kept()).toBe(AT_ONCE);
  expect(await ask({ ip: '192.0.2.3', by: 'other' }), 'nor its signature').toBe(
    'too_many_messages',
  );

  await clock.advance(1_000);
  expect(await askMany(201, { ip: '192.0.2.4' })).toEqual({ admitted: 200, too_many_messages: 1 });
});
