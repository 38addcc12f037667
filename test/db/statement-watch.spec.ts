/** The looks at a wallet's list: one that is longer than is read at a time, or cannot be read. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockOperator, updateOperator } from '../../src/operator/operator-rows.js';
import type { WalletListing } from '../../src/protocol/wallet.js';
import { Metrics } from '../../src/platform/metrics.js';
import type { Poller } from '../../src/platform/poller.js';
import { StatementWatch } from '../../src/wallet/statement-watch.service.js';
import { WalletCaseWatch } from '../../src/wallet/wallet-cases.service.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

/** A few more pages than are read at a time. */
const PAGES = 510;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, (client) =>
    client.query(
      `insert into operators (id, name, mode, currencies, callback_url)
       values ('acme', 'Acme', 'seamless', '{EUR}', 'http://127.0.0.1:1')`,
    ),
  );
});
afterAll(() => database.drop());

type Look = () => Promise<void>;

/** What a service asks the poller to look at. */
const lookOf = (make: (poller: object) => unknown): Look => {
  let look: Look = () => Promise.resolve();
  const poll = (asks: { look: (nowMs: number) => void | Promise<void> }) => {
    look = async () => asks.look(0);
  };
  make({ poll });
  return look;
};

const watch = (list: (_: unknown, after: string | null) => Promise<WalletListing | string>) => {
  const warned: unknown[] = [];
  const logger = { warn: (...said: unknown[]) => warned.push(said), error: () => undefined };
  const look = lookOf((poller) => {
    const all = [database.pool, { list }, logger, poller] as never[];
    return new StatementWatch(...(all as unknown as ConstructorParameters<typeof StatementWatch>));
  });
  return { look, warned };
};

it('is read on at the next look, and compared once it is read to its end', async () => {
  let asked = 0;
  const list = (_: unknown, after: string | null): Promise<WalletListing> => {
    asked += 1;
    const page = Number(after ?? 0) + 1;
    const of = { kind: 'debit', player: 'anna', currency: 'EUR', total: '1' } as const;
    const line = { ...of, movementId: `m-${page}`, status: 'done' } as const;
    const movements = page > PAGES ? [] : [line];
    return Promise.resolve({ requestId: '', status: 'done', movements, next: `${page}` });
  };
  const { look } = watch(list);
  const cases = async () => {
    const { rows } = await database.pool.query<{ n: number }>(
      `select count(*)::int as n from wallet_cases where kind = 'missing_here'`,
    );
    return rows[0]!.n;
  };
  await look();
  expect([asked, await cases()]).toEqual([500, 0]);
  await look();
  expect([asked, await cases()]).toEqual([PAGES + 1, PAGES]);
  // From then on every ten minutes again.
  await look();
  expect(asked).toBe(PAGES + 1);
});

it('that cannot be read any more is measured by when it was compared last', async () => {
  const metrics = new Metrics();
  const measure = lookOf(
    (poller) => new WalletCaseWatch(database.pool, metrics, poller as unknown as Poller),
  );
  const age = async (): Promise<number> => {
    await measure();
    const { values } = await metrics.walletComparedAge.get();
    return values[0]!.value;
  };
  const passes = (ms: number) =>
    asSuperuser(database, (client) =>
      client.query(
        `update wallet_statements set (started_at, whole_at) =
           (started_at - $1 * interval '1 ms', whole_at - $1 * interval '1 ms')`,
        [ms],
      ),
    );
  const page = { requestId: '', status: 'done', movements: [], next: null } as const;
  let said: WalletListing | string = 'the body is no list: movements.3.kind';
  const { look, warned } = watch(() => Promise.resolve(said));
  await asSuperuser(database, (client) => client.query('delete from wallet_statements'));

  // As with an adapter, which has no list.
  await look();
  await passes(7_200_000);
  expect(await age()).toBe(0);
  said = { ...page, movements: [] };
  await look();
  expect(await age()).toBeLessThan(60);
  said = 'the body is no list: movements.3.kind';
  await passes(7_200_000);
  await look();
  expect(await age()).toBeGreaterThan(7_000);
  expect(warned.at(-1)).toEqual([
    { operator: 'acme', why: 'the body is no list: movements.3.kind (after null)' },
    'a wallet’s list cannot be read',
  ]);
  await asSuperuser(database, (client) =>
    client.query('update operators set disabled_at = studio_clock()'),
  );
  expect(await age()).toBe(0);
  // Its wallet is behind an adapter from now on.
  const alter = (callbackUrl: string) =>
    asSuperuser(database, async (client) => {
      const before = (await lockOperator(client, 'acme'))!;
      await updateOperator(client, 'acme', { ...before, isOff: false, callbackUrl });
    });
  await alter('http://127.0.0.1:1');
  expect(await age()).toBeGreaterThan(7_000);
  await alter('http://127.0.0.1:2');
  expect(await age()).toBe(0);
});
