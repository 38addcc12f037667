/**
 * The rows of the rota. Times of day are read and written in the zone of the studio, and by the
 * database alone: the zone of a process or a browser says nothing here.
 */
import type pg from 'pg';
import { statement } from '../../platform/statement.js';
import type { OwnStint, Rota, Stint, StintEntry } from '../../protocol/rota.js';

type Querying = Pick<pg.ClientBase, 'query'>;

const ms = (column: string): string => `(extract(epoch from ${column}) * 1000)::bigint`;
const clock = (column: string): string => `to_char(${column} at time zone r.time_zone, 'HH24:MI')`;

const TIMES = `${clock('s.starts_at')} as "from", ${clock('s.ends_at')} as "to",
       ${ms('s.starts_at')} as "fromMs", ${ms('s.ends_at')} as "toMs",
       s.table_id as "table", t.settings ->> 'name' as "tableName"`;

const DAY = statement({
  inputs: { day: 'date null' },
  text: `
select coalesce(:day, gaming_day(studio_now()))::text as day, gaming_day(studio_now())::text as today,
       r.time_zone as "timeZone", ${clock('studio_now()')} as now,
       to_char(r.begins_at, 'HH24:MI') as "beginsAt",
       coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name, id) from staff
         where role in ('dealer', 'shift_manager') and disabled_at is null), '[]') as dealers
  from gaming_day_rule r`,
});

/** The day that is asked for, or the present one; and who may be entered. */
export const readDay = async (
  client: Querying,
  day: string | undefined,
): Promise<Omit<Rota, 'stints'>> =>
  (await client.query<Omit<Rota, 'stints'>>(DAY({ day }))).rows[0]!;

const OF_DAY = statement({
  inputs: { day: 'date' },
  text: `
select s.id, s.dealer_id as dealer, d.name as "dealerName", s.entered_by as "enteredBy",
       gaming_day(s.starts_at)::text as day, ${TIMES}
  from rota_stints s join staff d on d.id = s.dealer_id join tables t on t.id = s.table_id
 cross join gaming_day_rule r
 where s.cancelled_at is null
   and s.starts_at >= gaming_day_begins(:day) - interval '12 hours'
   and s.starts_at < gaming_day_begins(:day + 1)
   and (s.starts_at >= gaming_day_begins(:day)
        or :day = gaming_day(studio_now()) and s.ends_at > studio_now())
 order by s.starts_at, s.table_id, s.id`,
});

/** As Postgres gives it: a `bigint` is text. */
type Row<Of extends { readonly fromMs: number }> = Omit<Of, 'fromMs' | 'toMs'> &
  Readonly<Record<'fromMs' | 'toMs', string>>;

const timed = <Of extends { readonly fromMs: number; readonly toMs: number }>(row: Row<Of>): Of =>
  ({ ...row, fromMs: Number(row.fromMs), toMs: Number(row.toMs) }) as unknown as Of;

type KeptStint = Omit<Stint, 'state'>;

/** Those that begin on the day. Of the present day also those of the day before that still last. */
export const readStints = async (client: Querying, day: string): Promise<KeptStint[]> => {
  const { rows } = await client.query<Row<KeptStint>>(OF_DAY({ day }));
  return rows.map(timed<KeptStint>);
};

const OF_DEALER = statement({
  inputs: { dealer: 'text', most: 'int' },
  text: `
select ${TIMES}
  from rota_stints s join tables t on t.id = s.table_id cross join gaming_day_rule r
 where s.dealer_id = :dealer and s.cancelled_at is null and s.ends_at > studio_now()
   and s.starts_at < studio_now() + interval '1 day'
 order by s.ends_at limit :most`,
});

/** Those of the next 24 hours that are not over, the first one first. */
export const readOwnStints = async (
  client: Querying,
  dealer: string,
  most: number,
): Promise<OwnStint[]> => {
  const { rows } = await client.query<Row<OwnStint>>(OF_DEALER({ dealer, most }));
  return rows.map(timed<OwnStint>);
};

/**
 * An end that lies before the beginning is on the day after, where that makes twelve hours at most:
 * the stint crosses the beginning of a gaming day.
 */
const PLANNED = statement({
  inputs: { dealer: 'text', table: 'text', day: 'date', from: 'time', to: 'time' },
  text: `
select exists (select from staff where id = :dealer and disabled_at is null
         and role in ('dealer', 'shift_manager')) as "isDealer",
       exists (select from tables where id = :table) as "isTable",
       starts_at as "startsAt", ends_at as "endsAt", ends_at <= starts_at as "endsBefore",
       ends_at > starts_at + interval '12 hours' as "isTooLong", ends_at <= studio_now() as "isOver"
  from gaming_day_rule r
 cross join lateral (select
       :day + case when :from < r.begins_at then 1 else 0 end + :from as begins,
       :day + case when :to <= r.begins_at then 1 else 0 end + :to as ends
     ) as clock
 cross join lateral (select begins at time zone r.time_zone as starts_at,
       (ends + case when ends + interval '12 hours' <= begins then interval '1 day' else interval '0' end)
         at time zone r.time_zone as ends_at
     ) as times`,
});

interface Planned {
  readonly isDealer: boolean;
  readonly isTable: boolean;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly endsBefore: boolean;
  readonly isTooLong: boolean;
  readonly isOver: boolean;
}

/** What the entry would be. Nothing is written. */
export const readPlanned = async (client: Querying, entry: StintEntry): Promise<Planned> =>
  (await client.query<Planned>(PLANNED(entry))).rows[0]!;

const INSERT = statement({
  inputs: {
    dealer: 'text',
    table: 'text',
    startsAt: 'timestamptz',
    endsAt: 'timestamptz',
    by: 'text',
  },
  text: `
insert into rota_stints (dealer_id, table_id, starts_at, ends_at, entered_by)
values (:dealer, :table, :startsAt, :endsAt, :by) returning id`,
});

/** Rejects where the dealer is on the rota already at that time. Returns the stint's number. */
export const insertStint = async (
  client: Querying,
  stint: { dealer: string; table: string; startsAt: Date; endsAt: Date; by: string },
): Promise<string> => (await client.query<{ id: string }>(INSERT(stint))).rows[0]!.id;

const LOCK = statement({
  inputs: { id: 'bigint' },
  text: `
select s.dealer_id as dealer, s.table_id as "table", ${clock('s.starts_at')} as "from",
       ${clock('s.ends_at')} as "to", gaming_day(s.starts_at)::text as day,
       s.ends_at <= studio_now() as "isOver", s.cancelled_at is not null as "isCancelled"
  from rota_stints s cross join gaming_day_rule r where s.id = :id for update of s`,
});

interface Locked extends StintEntry {
  readonly isOver: boolean;
  readonly isCancelled: boolean;
}

/** Nobody else cancels it until the transaction ends. */
export const lockStint = async (client: Querying, id: string): Promise<Locked | undefined> =>
  (await client.query<Locked>(LOCK({ id }))).rows[0];

export const cancelStint = async (client: Querying, id: string, by: string): Promise<void> => {
  await client.query('update rota_stints set cancelled_by = $2 where id = $1', [id, by]);
};
