/**
 * What an operator's players staked and got back in a gaming day, or in those of a month, currency
 * by currency. It is read hour by hour, so that no statement takes as long as the busiest day.
 */
import type pg from 'pg';
import { exponentOf } from '../money/currency.js';
import { statement } from '../platform/statement.js';
import type { PeriodTotals, TotalsQuery } from '../protocol/operator-feeds.js';

const BOUNDS = statement({
  inputs: { first: 'date', isMonth: 'boolean' },
  text: `
select (extract(epoch from from_at) * 1000)::bigint as "fromMs", (extract(epoch from to_at) * 1000)::bigint as "toMs",
       studio_now() >= to_at as "isOver"
  from (select gaming_day_begins(:first) as from_at,
               gaming_day_begins((:first + case when :isMonth then interval '1 month' else interval '1 day' end)::date) as to_at) as bounds`,
});

/** When the next of what may count happened, so that no hour is read in which nothing did. */
const NEXT = statement({
  inputs: { operator: 'text', fromMs: 'float8', toMs: 'float8' },
  text: `
select floor(extract(epoch from least(
  (select min(ended_at) from rounds where ended_at >= to_timestamp(:fromMs / 1000) and ended_at < to_timestamp(:toMs / 1000)),
  (select min(ended_at) from solo_hands where ended_at >= to_timestamp(:fromMs / 1000) and ended_at < to_timestamp(:toMs / 1000)),
  (select min(at) from operator_movements
    where operator_id = :operator and at >= to_timestamp(:fromMs / 1000) and at < to_timestamp(:toMs / 1000)),
  (select min(ended_at) from wallet_movements
    where operator_id = :operator and ended_at >= to_timestamp(:fromMs / 1000) and ended_at < to_timestamp(:toMs / 1000))
)) * 1000)::bigint as "atMs"`,
});

/**
 * A round counts when it ended, and with it what a later correction made of it; a hand likewise.
 * Who has no stake left, because the wallet did not give it, has not played. Money counts when it
 * moved, and what two persons have settled by hand when they did: it has left the ledger then, or
 * what a correction takes has come into it.
 *
 * Bets and payouts are looked up round by round: that is said here, since on a young database the
 * planner would read all of them (`offset 0` keeps a subquery as it is).
 */
const TOTALS = statement({
  inputs: { operator: 'text', currency: 'text null', fromMs: 'float8', toMs: 'float8' },
  text: `
with ended as materialized (
  select r.game_number from rounds r
   where r.ended_at >= to_timestamp(:fromMs / 1000) and r.ended_at < to_timestamp(:toMs / 1000) and r.status in ('settled', 'refunded')
), bet as materialized (
  select p.currency, b.player_id, e.game_number, b.staked
    from ended e
   cross join lateral (
     select o.player_id, sum(o.amount) as staked from bets o
      where o.game_number = e.game_number group by o.player_id having sum(o.amount) > 0) as b
    join players p on p.id = b.player_id
   where p.operator_id = :operator
), corrected as materialized (
  select distinct on (m.game_number, m.player_id) m.game_number, m.player_id, m.paid
    from ended e join corrections c on c.game_number = e.game_number and c.finished_seq is not null
    join correction_payouts m on m.game_number = c.game_number and m.ordinal = c.ordinal
   order by m.game_number, m.player_id, m.ordinal desc
), paid as materialized (
  select e.game_number, o.player_id, o.paid
    from ended e cross join lateral (select player_id, paid from payouts where game_number = e.game_number offset 0) as o
), played as (
  select currency, player_id, 1 as rounds, 0 as hands, staked, coalesce(corrected.paid, paid.paid, 0) as returned, game_number
    from bet left join corrected using (game_number, player_id) left join paid using (game_number, player_id)
  union all
  select p.currency, h.player_id, 0, 1, h.taken, h.paid + coalesce(v.back, 0), null
    from solo_hands h join players p on p.id = h.player_id
    left join hand_voids v on v.hand_number = h.hand_number
   where h.ended_at is not null and h.ended_at >= to_timestamp(:fromMs / 1000) and h.ended_at < to_timestamp(:toMs / 1000)
     and p.operator_id = :operator
), play as (
  select currency, count(distinct game_number) as rounds, sum(hands) as hands, array_agg(distinct player_id) as players,
         sum(staked) as staked, sum(returned) as returned
    from played group by currency
), moved as (
  select p.currency, sum(case m.kind when 'deposit' then m.amount else 0 end) as brought,
         sum(case m.kind when 'withdrawal' then m.amount else 0 end) as taken, 0 as by_hand, 0 as tips
    from operator_movements m join players p on p.id = m.player_id
   where m.operator_id = :operator and m.at >= to_timestamp(:fromMs / 1000) and m.at < to_timestamp(:toMs / 1000) and m.refusal is null
   group by p.currency
  union all
  select p.currency,
         sum(case m.kind when 'debit' then m.amount when 'adjust' then greatest(-m.amount, 0) else 0 end),
         sum(case m.kind when 'credit' then m.amount when 'adjust' then greatest(m.amount, 0) else 0 end),
         sum(case when m.status = 'by_hand' and m.kind <> 'tip' then greatest(m.amount, 0) else 0 end),
         sum(case when m.kind = 'tip' or m.tip_dealer is not null then m.amount else 0 end)
    from wallet_movements m join players p on p.id = m.player_id
   where m.operator_id = :operator and m.ended_at >= to_timestamp(:fromMs / 1000) and m.ended_at < to_timestamp(:toMs / 1000)
     and (m.status = 'done' or (m.status = 'by_hand' and m.kind in ('credit', 'adjust', 'tip')))
   group by p.currency
), money as (
  select currency, sum(brought) as brought, sum(taken) as taken, sum(by_hand) as by_hand, sum(tips) as tips from moved group by currency
)
select currency, coalesce(rounds, 0) as rounds, coalesce(hands, 0) as hands, coalesce(players, '{}') as players,
       coalesce(staked, 0) as staked, coalesce(returned, 0) as returned,
       coalesce(brought, 0) as brought, coalesce(taken, 0) as taken, coalesce(by_hand, 0) as "byHand", coalesce(tips, 0) as tips
  from play full join money using (currency)
 where :currency::text is null or currency = :currency`,
});

interface Bounds {
  readonly fromMs: string;
  readonly toMs: string;
  readonly isOver: boolean;
}

/** A round ends in one hour, and so does a hand, so that these are added up. */
const ADDED_UP = [
  'rounds',
  'hands',
  'staked',
  'returned',
  'brought',
  'taken',
  'byHand',
  'tips',
] as const;
type AddedUp = (typeof ADDED_UP)[number];

interface HourRow extends Readonly<Record<AddedUp, string>> {
  readonly currency: string;
  /** Who is at play in several hours is one player. */
  readonly players: readonly string[];
}

class Sums {
  readonly players = new Set<string>();
  readonly #sums = new Map<AddedUp, bigint>();

  add(row: HourRow): void {
    for (const player of row.players) this.players.add(player);
    for (const name of ADDED_UP) this.#sums.set(name, this.of(name) + BigInt(row[name]));
  }

  of(name: AddedUp): bigint {
    return this.#sums.get(name) ?? 0n;
  }
}

const HOUR_MS = 3_600_000;

/** Undefined where it is not waited for any more: it is read no further then. */
export const readTotals = async (
  pool: Pick<pg.Pool, 'query'>,
  operator: string,
  { day, month, currency }: TotalsQuery,
  gone?: AbortSignal,
): Promise<PeriodTotals | undefined> => {
  const first = day ?? `${month}-01`;
  const { rows } = await pool.query<Bounds>(BOUNDS({ first, isMonth: day === undefined }));
  const { isOver, ...bounds } = rows[0]!; // The day itself is always there.
  const [fromMs, toMs] = [Number(bounds.fromMs), Number(bounds.toMs)];
  const sums = new Map<string, Sums>();
  for (let restMs = fromMs; restMs < toMs;) {
    if (gone?.aborted === true) return undefined;
    const rest = { operator, fromMs: restMs, toMs };
    const next = await pool.query<{ atMs: string | null }>(NEXT(rest));
    const atMs = next.rows[0]!.atMs;
    if (atMs === null) break;
    const hour = { fromMs: Number(atMs), toMs: Math.min(Number(atMs) + HOUR_MS, toMs) };
    restMs = hour.toMs;
    const read = await pool.query<HourRow>(TOTALS({ operator, currency, ...hour }));
    for (const row of read.rows) {
      const own = sums.get(row.currency) ?? new Sums();
      own.add(row);
      sums.set(row.currency, own);
    }
  }
  const totals = [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([of, own]) => totalOf(of, own));
  const of = { fromMs, toMs, isOver, totals };
  return month === undefined ? { day: first, ...of } : { month, ...of };
};

const totalOf = (currency: string, own: Sums): PeriodTotals['totals'][number] => ({
  currency,
  exponent: exponentOf(currency),
  rounds: Number(own.of('rounds')),
  hands: Number(own.of('hands')),
  players: own.players.size,
  staked: own.of('staked').toString(),
  returned: own.of('returned').toString(),
  hold: (own.of('staked') - own.of('returned')).toString(),
  brought: own.of('brought').toString(),
  taken: own.of('taken').toString(),
  byHand: own.of('byHand').toString(),
  tips: own.of('tips').toString(),
});
