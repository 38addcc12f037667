/** What an operator's players staked and got back in a gaming day, currency by currency. */
import type pg from 'pg';
import { exponentOf } from '../money/currency.js';
import { statement } from '../platform/statement.js';
import type { DayTotals, TotalsQuery } from '../protocol/operator-feeds.js';

/**
 * A round counts in the day in which it ended, and with it what a later correction made of it; a
 * hand likewise. Who has no stake left, because the wallet did not give it, has not played. Money
 * counts when it moved, and what two persons have settled by hand when they did: it has left the
 * ledger then, or what a correction takes has come into it.
 */
const TOTALS = statement({
  inputs: { operator: 'text', day: 'date', currency: 'text null' },
  text: `
with bounds as materialized (
  select gaming_day_begins(:day) as from_at, gaming_day_begins(:day + 1) as to_at
), ended as materialized (
  select r.game_number from bounds, rounds r
   where r.ended_at >= from_at and r.ended_at < to_at and r.status in ('settled', 'refunded')
), bet as (
  select p.currency, b.player_id, b.game_number, sum(b.amount) as staked
    from ended e join bets b on b.game_number = e.game_number join players p on p.id = b.player_id
   where p.operator_id = :operator
   group by p.currency, b.player_id, b.game_number
  having sum(b.amount) > 0
), played as (
  select currency, player_id, 1 as rounds, 0 as hands, staked,
         coalesce(
           (select m.paid from correction_payouts m join corrections c using (game_number, ordinal)
             where m.game_number = bet.game_number and m.player_id = bet.player_id and c.finished_seq is not null
             order by m.ordinal desc limit 1),
           (select o.paid from payouts o
             where o.game_number = bet.game_number and o.player_id = bet.player_id), 0) as returned,
         game_number
    from bet
  union all
  select p.currency, h.player_id, 0, 1, h.taken, h.paid + coalesce(v.back, 0), null
    from bounds, solo_hands h join players p on p.id = h.player_id
    left join hand_voids v on v.hand_number = h.hand_number
   where h.ended_at is not null and h.ended_at >= from_at and h.ended_at < to_at and p.operator_id = :operator
), play as (
  select currency, count(distinct game_number) as rounds, sum(hands) as hands, count(distinct player_id) as players,
         sum(staked) as staked, sum(returned) as returned
    from played group by currency
), moved as (
  select p.currency, sum(case m.kind when 'deposit' then m.amount else 0 end) as brought,
         sum(case m.kind when 'withdrawal' then m.amount else 0 end) as taken, 0 as by_hand, 0 as tips
    from bounds, operator_movements m join players p on p.id = m.player_id
   where m.operator_id = :operator and m.at >= from_at and m.at < to_at and m.refusal is null
   group by p.currency
  union all
  select p.currency,
         sum(case m.kind when 'debit' then m.amount when 'adjust' then greatest(-m.amount, 0) else 0 end),
         sum(case m.kind when 'credit' then m.amount when 'adjust' then greatest(m.amount, 0) else 0 end),
         sum(case when m.status = 'by_hand' and m.kind <> 'tip' then greatest(m.amount, 0) else 0 end),
         sum(case when m.kind = 'tip' or m.tip_dealer is not null then m.amount else 0 end)
    from bounds, wallet_movements m join players p on p.id = m.player_id
   where m.operator_id = :operator and m.ended_at >= from_at and m.ended_at < to_at
     and (m.status = 'done' or (m.status = 'by_hand' and m.kind in ('credit', 'adjust', 'tip')))
   group by p.currency
), money as (
  select currency, sum(brought) as brought, sum(taken) as taken, sum(by_hand) as by_hand, sum(tips) as tips from moved group by currency
)
select (extract(epoch from from_at) * 1000)::bigint as "fromMs", (extract(epoch from to_at) * 1000)::bigint as "toMs",
       studio_now() >= to_at as "isOver", t.*
  from bounds left join lateral (
    select currency, coalesce(rounds, 0) as rounds, coalesce(hands, 0) as hands, coalesce(players, 0) as players,
           coalesce(staked, 0) as staked, coalesce(returned, 0) as returned,
           coalesce(brought, 0) as brought, coalesce(taken, 0) as taken, coalesce(by_hand, 0) as "byHand", coalesce(tips, 0) as tips
      from play full join money using (currency)
     where :currency::text is null or currency = :currency
  ) t on true
 order by t.currency`,
});

interface TotalRow {
  readonly fromMs: string;
  readonly toMs: string;
  readonly isOver: boolean;
  /** Null where there was nothing at all. */
  readonly currency: string | null;
  readonly rounds: string;
  readonly hands: string;
  readonly players: string;
  readonly staked: string;
  readonly returned: string;
  readonly brought: string;
  readonly taken: string;
  readonly byHand: string;
  readonly tips: string;
}

export const readDayTotals = async (
  pool: Pick<pg.Pool, 'query'>,
  operator: string,
  { day, currency }: TotalsQuery,
): Promise<DayTotals> => {
  const { rows } = await pool.query<TotalRow>(TOTALS({ operator, day, currency }));
  const { fromMs, toMs, isOver } = rows[0]!; // The day itself is always there.
  return {
    day,
    fromMs: Number(fromMs),
    toMs: Number(toMs),
    isOver,
    totals: rows.flatMap(({ currency: of, rounds, hands, players, staked, returned, ...moved }) => {
      if (of === null) return [];
      return {
        currency: of,
        exponent: exponentOf(of),
        rounds: Number(rounds),
        hands: Number(hands),
        players: Number(players),
        staked,
        returned,
        hold: (BigInt(staked) - BigInt(returned)).toString(),
        brought: moved.brought,
        taken: moved.taken,
        byHand: moved.byHand,
        tips: moved.tips,
      };
    }),
  };
};
