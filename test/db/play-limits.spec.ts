/** From when a limit of play holds, as the database says. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const SET = `
insert into play_limits (operator_id, ref, kind, period, amount, source, by, reason)
select operator_id, ref, 'time', 'day', $2, 'player', 'x', 'x' from players where id = $1
returning round(extract(epoch from holds_from - at) / 3600)::int as hours`;

it.each([
  ['forward', '2027-03-27T18:00:00Z'],
  ['back', '2027-10-30T18:00:00Z'],
])('a raised limit waits 24 hours where the clocks are put %s', async (_, at) => {
  const [player] = await openPlayers(database.pool, [0]);
  await database.moveTimeTo(Date.parse(at) - Date.now());
  const client = await database.pool.connect();
  const waited: number[] = [];
  try {
    await client.query(`set time zone 'Europe/Rome'`);
    for (const minutes of [5, 9]) {
      const { rows } = await client.query<{ hours: number }>(SET, [player!.id, minutes]);
      waited.push(rows[0]!.hours);
    }
  } finally {
    client.release(true);
  }
  expect(waited).toEqual([0, 24]);
});
