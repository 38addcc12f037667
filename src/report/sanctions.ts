/**
 * What was done about the chat in a period: who was muted or allowed to write again, and whose
 * message was removed.
 */
import type pg from 'pg';
import type { ShiftReport } from '../protocol/report.js';
import type { Period } from './period.js';

type Sanction = ShiftReport['sanctions'][number];

const SANCTIONS = `
with period as (
  select to_timestamp($1::float8 / 1000) as from_at, to_timestamp($2::float8 / 1000) as to_at
)
select 'muted' as kind, u.at, u.table_id as table, u.player_id as player, p.name, u.until, u.by, u.reason
  from period join chat_mutes u on u.at >= from_at and u.at < to_at join players p on p.id = u.player_id
union all
select 'unmuted', l.at, u.table_id, u.player_id, p.name, null, l.by, l.reason
  from period join chat_unmutes l on l.at >= from_at and l.at < to_at
  join chat_mutes u on u.id = l.mute_id join players p on p.id = u.player_id
union all
select 'message_removed', x.at, m.table_id, m.player_id, m.name, null, x.by, x.reason
  from period join chat_removals x on x.at >= from_at and x.at < to_at join chat_messages m on m.id = x.message_id
 order by at, kind`;

interface Row extends Omit<Sanction, 'atMs' | 'untilMs'> {
  readonly at: Date;
  readonly until: Date | null;
}

/** At one table, including mutes that hold at all tables. */
export const readSanctions = async (
  pool: Pick<pg.Pool, 'query'>,
  { fromMs, toMs, table }: Period,
): Promise<Sanction[]> => {
  const { rows } = await pool.query<Row>(SANCTIONS, [fromMs, toMs]);
  return rows
    .filter((row) => table === undefined || row.table === null || row.table === table)
    .map(({ at, until, ...row }) => ({
      ...row,
      atMs: at.getTime(),
      untilMs: until?.getTime() ?? null,
    }));
};
