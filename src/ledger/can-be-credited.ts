/** Whether accounts take money: tried, and undone in any case. */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import { isLastingRefusal } from '../platform/transaction.js';
import { moneyAwayOf } from './money-away.js';

/** What is to move on two accounts of a player, in minor units. Negative: it is taken from them. */
export interface Credit {
  readonly player: string;
  readonly session: string;
  readonly game: string;
}

/** So that an account which somebody holds is found in a moment. */
const WAIT = `set local lock_timeout = '100ms'`;

const CREDIT = statement({
  inputs: { players: 'bigint[]', sessions: 'bigint[]', games: 'bigint[]' },
  text: `
with credit as (
  select a.id, a.kind, case a.kind when 'session' then c.session else c.game end as change
    from accounts a
    join unnest(:players, :sessions, :games) as c(player_id, session, game) using (player_id)
   where a.kind = 'session'
      or (c.game <> 0 and a.id = (select away.id from ${moneyAwayOf('c.player_id')} as away))
   order by a.id for update of a
), changed as (
  update accounts a set balance = a.balance + credit.change from credit where a.id = credit.id
  returning a.kind
)
select count(*)::int as players from changed where kind = 'session'`,
});

/**
 * Whether the accounts of all these players can be changed by these amounts. Rejects where nobody
 * can tell now.
 */
export const canBeCredited = async (
  pool: pg.Pool,
  credits: readonly Credit[],
): Promise<boolean> => {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query(WAIT);
    const { rows } = await client.query<{ players: number }>(
      CREDIT({
        players: credits.map(({ player }) => player),
        sessions: credits.map(({ session }) => session),
        games: credits.map(({ game }) => game),
      }),
    );
    return rows[0]?.players === credits.length;
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
