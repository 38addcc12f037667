/** Whoever is barred from play, or whose operator is off, brings no money to the tables. */
import { statement } from '../platform/statement.js';
import type { Transaction } from '../platform/transaction.js';

type Barred = 'barred_from_play' | 'operator_is_off';

const READ = statement({
  inputs: { player: 'bigint', key: 'text' },
  text: `
select case when is_barred(p.operator_id, p.ref) then 'barred_from_play'
            when o.disabled_at is not null then 'operator_is_off' end as barred
  from players p join operators o on o.id = p.operator_id
 where p.id = :player
   and not exists (select from entries where key = 'buy-in:' || :player || ':' || :key)
   and not exists (select from wallet_movements m where m.operator_id = p.operator_id
                      and m.movement_id = 'in.' || :player || '.' || :key)`,
});

/** Undefined for a key that has moved money, or asked for it, before: its answer stays. */
export const findBarOfBuyIn = async (
  tx: Transaction,
  player: string,
  key: string,
): Promise<Barred | undefined> => {
  const { rows } = await tx.query<{ barred: Barred | null }>(READ({ player, key }));
  return rows[0]?.barred ?? undefined;
};
