/** The movements of an operator's that are decided, in an order that nobody can fall behind of. */
import type pg from 'pg';
import { exponentOf } from '../money/currency.js';
import { statement } from '../platform/statement.js';
import type { MovementLine } from '../protocol/operator-feeds.js';
import type { FeedPlace } from './feed-place.js';

const LINES = statement({
  name: 'movements_after',
  inputs: { operator: 'text', transaction: 'bigint', id: 'bigint', limit: 'int' },
  text: `
with passed as materialized (
  select * from movement_lines
   where operator_id = :operator and (transaction, id) > (:transaction, :id)
     and transaction < feed_horizon()
   order by transaction, id limit :limit
)
select l.transaction, l.id, l.movement_id as "movementId", coalesce(t.kind::text,
       case when w.kind = 'credit' and w.movement_id like any ('{round.%.cancel,hand.%.cancel}') then 'cancel' when w.tip_dealer is not null then 'tip' else w.kind end) as kind,
       p.ref as player, p.currency, coalesce(t.amount, w.amount) as amount,
       coalesce(w.status, case when t.refusal is null then 'done' else 'refused' end) as status,
       case when t.movement_id is not null then t.refusal when w.status = 'refused' then w.refusal end as reason,
       w.game_number as round, w.hand_number as hand, (extract(epoch from l.at) * 1000)::bigint as "atMs"
  from passed l
  left join operator_movements t
    on l.journal = 'transfer' and t.operator_id = l.operator_id and t.movement_id = l.movement_id
  left join wallet_movements w
    on l.journal = 'wallet' and w.operator_id = l.operator_id and w.movement_id = l.movement_id
  join players p on p.id = coalesce(t.player_id, w.player_id)
 order by l.transaction, l.id`,
});

interface LineRow extends Omit<MovementLine, 'exponent' | 'atMs'> {
  readonly transaction: string;
  readonly id: string;
  readonly atMs: string;
}

/** The movements behind `after`, of which there are `limit` at most. */
export const readMovementLines = async (
  pool: Pick<pg.Pool, 'query'>,
  operator: string,
  after: FeedPlace,
  limit: number,
): Promise<{
  readonly movements: readonly MovementLine[];
  readonly more: boolean;
  readonly place: FeedPlace;
}> => {
  const { timeline, transaction, id } = after;
  const { rows } = await pool.query<LineRow>(LINES({ operator, transaction, id, limit }));
  const last = rows.at(-1);
  return {
    movements: rows.map(({ transaction: _, id: __, atMs, ...line }) => ({
      ...line,
      exponent: exponentOf(line.currency),
      atMs: Number(atMs),
    })),
    more: rows.length === limit,
    place: last === undefined ? after : { timeline, transaction: last.transaction, id: last.id },
  };
};
