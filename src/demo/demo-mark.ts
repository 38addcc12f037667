/**
 * Whose database it is: a demo marks its own, takes no other one, and no other studio takes a
 * demo's.
 */
import type pg from 'pg';
import { ConfigError } from '../config.js';
import { databaseRefusal } from '../platform/database-refusals.js';

/** Throws `ConfigError` where the database is not for this studio. */
export const takeDatabase = async (
  client: Pick<pg.ClientBase, 'query'>,
  isDemo: boolean,
): Promise<void> => {
  const { rowCount } = await client.query('select from demo_mark');
  const isMarked = rowCount === 1;
  if (isMarked === isDemo) return;
  if (isMarked) {
    throw new ConfigError(
      'DATABASE_URL: is the database of a demo, whose accounts and money are made up. A studio needs one of its own.',
    );
  }
  try {
    await client.query('insert into demo_mark ("only") values (true) on conflict do nothing');
  } catch (error) {
    if (databaseRefusal(error) !== 'not_a_demos') throw error;
    throw new ConfigError(
      'SABOT_DEMO: is 1, and the database was used by a studio that is no demo. A demo needs one of its own.',
    );
  }
};
