/** What only the database's superuser may do: look at everything that waits, and do damage. */
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { TestDatabase } from './database.js';

export const asSuperuser = async <T>(
  { url }: Pick<TestDatabase, 'url'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * A statement that ends once somebody waits for a lock, within a transaction, too. A batch of bets
 * waits for 50 ms only, and so whoever holds the row must see it without a word between.
 */
export const UNTIL_WAITED_FOR = `
do $$ begin
  for i in 1..5000 loop
    perform pg_stat_clear_snapshot();
    exit when exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock');
    perform pg_sleep(0.002);
  end loop;
end $$`;

/** Waits until this many connections of the database wait for a lock. */
export const untilWaitingForLocks = (database: TestDatabase, count: number): Promise<void> =>
  asSuperuser(database, async (client) => {
    for (
      const deadline = performance.now() + 30_000;
      performance.now() < deadline;
      await sleep(5)
    ) {
      const { rows } = await client.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0]!.waiting >= count) return;
    }
    throw new Error('nobody waits for a lock');
  });
