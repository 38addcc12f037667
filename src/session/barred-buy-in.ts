/** Whoever is barred from play brings no money to the tables. */
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';

const READ = statement({
  inputs: { player: 'bigint', key: 'text' },
  text: `
select from players p
 where p.id = :player and is_barred(p.operator_id, p.ref)
   and not exists (select from entries where key = 'buy-in:' || :player || ':' || :key)
   and not exists (select from wallet_movements m where m.operator_id = p.operator_id
                      and m.movement_id = 'in.' || :player || '.' || :key)`,
});

/** False for a key that has moved money, or asked for it, before: its answer stays what it was. */
export const isBarredFromBuyIn = async (
  tx: Transaction,
  player: string,
  key: string,
): Promise<boolean> => (await tx.query(READ({ player, key }))).rowCount === 1;
