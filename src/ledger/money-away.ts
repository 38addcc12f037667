/**
 * Where a player's money is that is not at the tables, for whatever moves it: in the game account.
 * Where the player's wallet is asked for each stake, the wallet has it, and the account of what was
 * advanced stands for the wallet.
 */
import type { Transaction } from '../platform/transaction.js';

/**
 * In SQL: a row with the account (`id`) of the player that is named so, and with what can be taken
 * from it (`most`). Null: whatever is due, which the wallet is asked for.
 */
export const moneyAwayOf = (player: string): string => `
lateral (
  select coalesce(v.id, g.id) as id, case when v.id is null then g.balance end as most
    from accounts g left join accounts v on v.player_id = g.player_id and v.kind = 'advance'
   where g.player_id = ${player} and g.kind = 'game')`;

/**
 * What the studio has of the player's money in such a wallet, but for the session's credit. Below
 * zero by what is advanced, and by what a correction has yet to get back from the wallet. A process
 * of the version before has the game account and the shortfall in the place of the advance.
 */
export const readAdvanced = async (
  tx: Pick<Transaction, 'query'>,
  playerId: string,
): Promise<bigint> => {
  const { rows } = await tx.query<{ here: string }>(
    `select coalesce(sum(balance), 0) as here from accounts
      where player_id = $1 and kind in ('advance', 'game', 'shortfall')`,
    [playerId],
  );
  return BigInt(rows[0]!.here);
};
