/** What `npm run load` says of the tables whose process it has killed or frozen. */
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
  const both = await goingOn(database.pool, ['pb-1', 'pb-2'], 1_000);
  expect(both).toEqual({ stalled: 0, withinMs: 2_400 });
  const three = await goingOn(database.pool, ['pb-1', 'frozen', 'pb-2'], 1_000);
  expect(three).toEqual({ stalled: 1, withinMs: 2_400 });
  const one = await goingOn(database.pool, ['frozen'], 1_000);
  expect(one).toEqual({ stalled: 1, withinMs: null });
});
