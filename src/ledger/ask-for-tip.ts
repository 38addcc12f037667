/** A tip that an operator's wallet is asked for, in its journal, before it is given. */
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';
import type { NewTip } from './give-tip.js';
import { openAdvance } from './open-advance.js';

const ASK = statement({
  inputs: {
    player: 'bigint',
    key: 'text',
    table: 'text',
    dealer: 'text',
    amount: 'bigint',
  },
  text: `
with counted as (
  update accounts set balance = balance where player_id = :player and kind = 'session'
)
insert into wallet_movements (operator_id, movement_id, kind, player_id, amount, key, tip_table, tip_dealer)
select operator_id, 'tip.' || id || '.' || :key, 'debit', id, :amount, :key, :table, :dealer
  from players where id = :player
on conflict do nothing`,
});

/**
 * False where another debit of the player's is not decided yet. The tip counts against limits from
 * now on, so the session's row is changed, though not its balance: a stake that was looked at
 * before and waits for the row is looked at again. Guards: prisma/guards/tips.sql.
 */
export const askForTip = async (
  tx: Transaction,
  { playerId: player, key, table, dealer, amount }: NewTip,
): Promise<boolean> => {
  await openAdvance(tx, player);
  const { rowCount } = await tx.query(ASK({ player, key, table, dealer, amount }));
  return rowCount === 1;
};
