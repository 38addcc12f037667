/** A player's account of what is advanced on a wallet that is asked round by round. */
import type { Transaction } from '../platform/transaction.js';

/** Opens the account, unless there is one. */
export const openAdvance = async (tx: Transaction, playerId: string): Promise<void> => {
  await tx.query(
    `insert into accounts (name, kind, player_id) values ('player:' || $1::bigint || ':advance', 'advance', $1)
     on conflict do nothing`,
    [playerId],
  );
};
