/** Whether accounts take money: tried, and undone in any case. */
import type pg from 'pg';
import type { Owed } from './read-owed.js';

/** So that an account which somebody holds is found in a moment. */
const WAIT = `set local lock_timeout = '100ms'`;

/** Whether the session accounts of all these players can be credited with what they are owed. */
export const canBeCredited = async (pool: pg.Pool, owed: readonly Owed[]): Promise<boolean> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(WAIT);
    const { rowCount } = await client.query(
      `update accounts a set balance = a.balance + owed.amount
         from unnest($1::bigint[], $2::bigint[]) as owed(player_id, amount)
        where a.player_id = owed.player_id and a.kind = 'session'`,
      [owed.map(({ player }) => player), owed.map((each) => each.owed)],
    );
    return rowCount === owed.length;
  } catch {
    return false;
  } finally {
    await client.query('rollback').catch((error: Error) => {
      broken = error;
    });
    client.release(broken);
  }
};
