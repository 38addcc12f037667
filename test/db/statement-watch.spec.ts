/** The list of a wallet that books more than is read at a time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WalletListing } from '../../src/protocol/wallet.js';
import { StatementWatch } from '../../src/wallet/statement-watch.service.js';
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
  let look = (): Promise<void> => Promise.resolve();
  const poll = (asks: { look: (nowMs: number) => void | Promise<void> }) => {
    look = async () => asks.look(0);
  };
  const logger = { warn: () => undefined, error: () => undefined };
  const all = [database.pool, { list }, logger, { poll }] as never[];
  new StatementWatch(...(all as unknown as ConstructorParameters<typeof StatementWatch>));
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
