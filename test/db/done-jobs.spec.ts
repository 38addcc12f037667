/** Jobs of the outbox that were done long ago are forgotten, so many at a time. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DoneJobs } from '../../src/settlement/done-jobs.service.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

it('are deleted when they were done more than a day ago, and no others', async () => {
  const { pool } = database;
  const payload = `jsonb_build_object('table', 'pb-1', 'game', n::text)`;
  const insert = (done: string, from: number, to: number) =>
    pool.query(
      `insert into outbox (kind, payload, created_at, done_at)
       select 'settle_round', ${payload}, studio_now() - interval '3 days', ${done} from generate_series($1::int, $2::int) as n`,
      [from, to],
    );
  await insert('null', 1, 3);
  await insert(`studio_now() - interval '25 hours'`, 4, 1_503);
  await insert(`studio_now() - interval '23 hours'`, 1_504, 1_505);
  let look = (): Promise<void> => Promise.resolve();
  const poll = (asks: { look: (nowMs: number) => void | Promise<void> }) => {
    look = async () => asks.look(0);
  };
  new DoneJobs(pool, { poll } as never);
  const left = async () => {
    const { rows } = await pool.query<{ open: number; done: number }>(
      `select count(*) filter (where done_at is null)::int as open, count(done_at)::int as done from outbox`,
    );
    return rows[0];
  };
  await look();
  expect(await left()).toEqual({ open: 3, done: 502 });
  await look();
  await look();
  expect(await left()).toEqual({ open: 3, done: 2 });
});
