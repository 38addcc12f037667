/**
 * Stakes of solo games that were asked of the player's wallet, stood in no hand and go back, read
 * from Postgres, newest first. One that its wallet gave goes back by a credit, one that it did not
 * answer for in time by its cancel. The hand itself may be taken back. One whose game nobody knows
 * any more, since an earlier version took its hand back, is left out.
 */
import type pg from 'pg';
import { statement } from '../platform/statement.js';
import type {
  ReturnedStake,
  ReturnedStakesPage,
  ReturnedStakesQuery,
} from '../protocol/hand-history.js';
import { readPlayerCurrency } from './currency.js';
import { pageOf } from './page.js';

const READ = statement({
  inputs: { player: 'bigint', before: 'bigint', limit: 'bigint' },
  text: `
select d.id, d.hand_number as hand, d.game, d.amount, round(extract(epoch from d.asked_at) * 1000) as asked_ms,
       case coalesce(c.status, d.status) when 'by_hand' then 'by_hand' when 'done' then 'returned' when 'cancelled' then 'returned' else 'returning' end as status,
       round(extract(epoch from coalesce(c.ended_at, case when d.stake_use is null then d.ended_at end)) * 1000) as ended_ms
  from (
    select * from (
      select m.*, coalesce(m.solo_game, (select h.game from solo_hands h where h.hand_number = m.hand_number)) as game
        from wallet_movements m
       where m.player_id = :player and m.id < :before and m.hand_number is not null and m.kind = 'debit'
         and (m.stake_use = 'undone' or m.status in ('void', 'cancelled', 'by_hand'))) as each
     where game is not null order by id desc limit :limit) as d
  left join wallet_movements c on c.operator_id = d.operator_id and c.movement_id = d.movement_id || '.cancel' and d.stake_use = 'undone'
 order by d.id desc`,
});

interface Row {
  readonly id: string;
  readonly hand: string;
  readonly game: ReturnedStake['game'];
  readonly amount: string;
  readonly asked_ms: string;
  readonly status: ReturnedStake['status'];
  readonly ended_ms: string | null;
}

const AFTER_ALL = '9223372036854775807';

export const readReturnedStakes = async (
  pool: pg.Pool,
  playerId: string,
  { before, limit }: ReturnedStakesQuery,
): Promise<ReturnedStakesPage> => {
  const { rows } = await pool.query<Row>(
    READ({ player: playerId, before: before ?? AFTER_ALL, limit: limit + 1 }),
  );
  const { shown, next } = pageOf(rows, limit, ({ id }) => id);
  const currency = await readPlayerCurrency(pool, playerId);
  const stakes = shown.map(({ asked_ms, ended_ms, ...stake }) => ({
    ...stake,
    currency,
    askedAtMs: Number(asked_ms),
    endedAtMs: ended_ms === null ? null : Number(ended_ms),
  }));
  return { stakes, next };
};
