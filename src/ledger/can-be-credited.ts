/** Whether accounts take money: tried, and undone in any case. */
import type pg from 'pg';
import { isLastingRefusal } from '../platform/transaction.js';
import type { Owed } from './read-owed.js';

/** So that an account which somebody holds is found in a moment. */
const WAIT = `set local lock_timeout = '100ms'`;

/**
 * Whether the session accounts of all these players can be credited with what they are owed.
 * Rejects where nobody can tell now.
 */
export const canBeCredited = async (pool: pg.Pool, owed: readonly Owed[]): Promise<boolean> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(WAIT);
    const { rowCount } = await client.query(
      `with owed as (
         select a.id, o.amount from accounts a
           join unnest($1::bigint[], $2::bigint[]) as o(player_id, amount) using (player_id)
          where a.kind = 'session' order by player_id for update of a
       )
       update accounts a set balance = a.balance + owed.amount from owed where a.id = owed.id`,
      [owed.map(({ player }) => player), owed.map((each) => each.owed)],
    );
    return rowCount === owed.length;
  } catch (error) {
    // A lock that somebody holds, or a lost connection, says nothing of an account.
    if (!isLastingRefusal(error)) throw error;
    return false;
  } finally {
    await client.query('rollback').catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
};
