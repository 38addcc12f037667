/**
 * What each table took and paid hour by hour, of what is kept of its rounds: quick enough to be
 * looked at all the time. Nothing is worked out for it.
 */
import type pg from 'pg';
import { assert } from '../money/assert.js';
import type { HoursQuery, HoursReport } from '../protocol/report.js';
import { byRate } from '../money/rate.js';
import { statement } from '../platform/statement.js';
import { parseEvent } from '../round/past-events.js';
import { lineOf } from './takings.js';

const PERIOD = { fromMs: 'float8', toMs: 'float8', table: 'text null' } as const;

const HOURS = statement({
  inputs: PERIOD,
  text: `
select t.id as "table", of.currency, t.settings ->> 'currency' as own, t.settings -> 'further' -> of.currency ->> 'rate' as rate,
       (floor(extract(epoch from r.opened_at) / 3600) * 3600000)::bigint as "atMs",
       max(r.opened_seq) as "openedSeq", count(*)::int as rounds, sum((of.all ->> 'bets')::int)::int as bets,
       sum((of.all ->> 'drop')::numeric)::text as turnover, sum((of.all ->> 'payout')::numeric)::text as payout,
       sum((of.all ->> 'mean')::float8) as mean, sum((of.all ->> 'variance')::float8) as variance
  from tables t
  join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp(:fromMs / 1000) and r.opened_at < to_timestamp(:toMs / 1000)
  join round_takings k on k.game_number = r.game_number and k.takings is not null
 cross join lateral (
   select t.settings ->> 'currency' as currency, k.takings -> 'all' as all
   union all select key, value -> 'all' from jsonb_each(k.takings -> 'further')) as of
 where (:table is null or t.id = :table) and (of.all ->> 'bets')::int > 0
 group by 1, 2, 3, 4, 5 order by 5, 1, 2`,
});

/** The settings that a round was opened with: the last of either kind before it. */
const SETTINGS = `
select payload from (
  (select seq, payload from table_events where table_id = $1 and kind = 'settings_changed' and seq < $2 order by seq desc limit 1)
  union all
  (select seq, payload from table_events where table_id = $1 and kind = 'table_opened' and seq < $2 order by seq desc limit 1)
) as last
 order by seq desc limit 1`;

const DUE = statement({
  inputs: PERIOD,
  text: `
select count(distinct r.game_number)::int as due
  from tables t
  join rounds r on r.table_id = t.id and r.opened_at >= to_timestamp(:fromMs / 1000) and r.opened_at < to_timestamp(:toMs / 1000)
  join rounds_due d on d.game_number = r.game_number
 where :table is null or t.id = :table`,
});

interface Row {
  readonly table: string;
  readonly currency: string;
  readonly own: string;
  /** By which the table's own currency counts a further one. Null where it has none any more. */
  readonly rate: string | null;
  readonly atMs: string;
  /** Of the last round. */
  readonly openedSeq: string;
  readonly rounds: number;
  readonly bets: number;
  readonly turnover: string;
  readonly payout: string;
  readonly mean: number;
  readonly variance: number;
}

export const readHours = async (
  pool: Pick<pg.Pool, 'query'>,
  {
    fromMs,
    toMs,
    table = null,
  }: Omit<HoursQuery, 'table'> & { readonly table?: string | null | undefined },
): Promise<HoursReport> => {
  const period = { fromMs, toMs, table };
  const [{ rows }, due] = await Promise.all([
    pool.query<Row>(HOURS(period)),
    pool.query<{ due: number }>(DUE(period)),
  ]);
  const hours: HoursReport['hours'] = [];
  for (const row of rows) hours.push(await hourOf(pool, row));
  return { hours, due: due.rows[0]?.due ?? 0 };
};

const hourOf = async (
  pool: Pick<pg.Pool, 'query'>,
  { currency, own, rate, atMs, openedSeq, turnover, payout, table, ...sum }: Row,
): Promise<HoursReport['hours'][number]> => {
  const line = lineOf({ ...sum, turnover: BigInt(turnover), payout: BigInt(payout) }, currency);
  const hour = { table, atMs: Number(atMs), ...line };
  if (currency === own) return hour;
  const stated = rate ?? (await pastRate(pool, table, currency, openedSeq));
  const about = byRate(BigInt(line.hold), currency, own, stated);
  return { ...hour, aboutInOwn: { currency: own, hold: `${about}` } };
};

/** Of a currency that the table takes no more: the rate as the round `openedSeq` was played. */
const pastRate = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  currency: string,
  openedSeq: string,
): Promise<string> => {
  const { rows } = await pool.query<{ payload: string }>(SETTINGS, [table, openedSeq]);
  const event = rows[0] && parseEvent(rows[0].payload);
  const further = event !== undefined && 'settings' in event ? event.settings.further : undefined;
  const its = further?.[currency];
  assert(its !== undefined, 'a round was staked in currencies that its settings had');
  return its.rate;
};
