/** What `npm run load` says of the tables of a studio that it has hurt. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { goingOn } from '../../bench/parts/load-faults.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
  await asSuperuser(database, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
       select id, seq, epoch, at_ms, 'table_opened', '{}', '' from (values
         ('pb-1', 1, 1, 900), ('pb-1', 2, 2, 3000), ('pb-1', 3, 2, 4000),
         ('pb-2', 1, 1, 900), ('pb-2', 2, 2, 3400),
         ('frozen', 1, 1, 900)) as events (id, seq, epoch, at_ms)`,
    );
  });
});
afterAll(() => database.drop());

it('a table that never went on counts as stalled', async () => {
  const going = (tables: readonly string[]) => goingOn(database.pool, tables, 1_000, 'new');
  expect(await going(['pb-1', 'pb-2'])).toEqual({ tables: 2, stalled: 0, withinMs: 2_400 });
  const three = { tables: 3, stalled: 1, withinMs: 2_400 };
  expect(await going(['pb-1', 'frozen', 'pb-2'])).toEqual(three);
  expect(await going(['frozen'])).toEqual({ tables: 1, stalled: 1, withinMs: null });
});

it('in whatever hands, a table goes on as soon as it writes', async () => {
  const going = (tables: readonly string[], hands: 'new' | 'any') =>
    goingOn(database.pool, tables, 3_100, hands);
  expect(await going(['pb-1'], 'new')).toEqual({ tables: 1, stalled: 1, withinMs: null });
  expect(await going(['pb-1'], 'any')).toEqual({ tables: 1, stalled: 0, withinMs: 900 });
  const three = { tables: 3, stalled: 1, withinMs: 900 };
  expect(await going(['pb-1', 'pb-2', 'frozen'], 'any')).toEqual(three);
});
