/** A session is opened by the first credit that comes, and kept alive by more of it. */
import type { Transaction } from '../platform/transaction.js';

/** True where none was open. */
export const openOrKeepAlive = async (tx: Transaction, playerId: string): Promise<boolean> => {
  const { rows } = await tx.query<{ opened: boolean }>(
    `insert into sessions (player_id) values ($1)
     on conflict (player_id) where closed_at is null do update set active_at = studio_clock()
     returning xmax = 0 as opened`,
    [playerId],
  );
  return rows[0]?.opened === true;
};
