/**
 * The rows of incidents and of the notes on them. Insert-only: the state of an incident follows
 * from its notes.
 */
import type pg from 'pg';
import { databaseRefusal } from '../../platform/database-refusals.js';
import { statement } from '../../platform/statement.js';
import { isUniqueViolation } from '../../platform/transaction.js';
import {
  type Incident,
  type IncidentKind,
  ENDED_BY_RESUMING,
  type incidentNote,
} from '../../protocol/incident.js';
import type { z } from 'zod';

type Reads = Pick<pg.Pool, 'query'>;
export type IncidentNote = z.infer<typeof incidentNote>;

export interface IncidentRow {
  readonly id: string;
  readonly table: string;
  readonly game: string | null;
  readonly kind: IncidentKind;
  readonly detail: string;
  readonly openedBy: string;
  readonly openedAtMs: number;
  readonly seq: number;
  readonly roundOpenedAtMs: number | null;
  readonly roundSeq: number | null;
  readonly takenBy: string | null;
  readonly closedBy: string | null;
  /** How many there are. */
  readonly notes: number;
}

interface Columns {
  readonly id: string;
  readonly table_id: string;
  readonly game_number: string | null;
  readonly kind: IncidentKind;
  readonly detail: string;
  readonly opened_by: string;
  readonly opened_seq: string;
  readonly opened_at: Date;
  readonly round_opened_at: Date | null;
  readonly round_opened_seq: string | null;
  readonly taken_by: string | null;
  readonly closed_by: string | null;
  readonly notes: number;
}

const SELECT = `
select i.id, i.table_id, i.game_number, i.kind, i.detail, i.opened_by, i.opened_seq, i.opened_at,
       r.opened_at as round_opened_at, r.opened_seq as round_opened_seq, taken.by as taken_by, closed.by as closed_by,
       (select count(*)::int from incident_notes where incident_id = i.id) as notes
  from incidents i
  left join rounds r on r.game_number = i.game_number
  left join lateral (select by from incident_notes where incident_id = i.id and kind = 'taken' order by id desc limit 1) as taken on true
  left join lateral (select by from incident_notes where incident_id = i.id and kind = 'closed') as closed on true`;

/** Those that are open, and those of `also` in any state. */
export const readOpenIncidents = (
  pool: Reads,
  also: readonly string[],
): Promise<readonly IncidentRow[]> =>
  read(pool, {
    text: `${SELECT}
      where i.id in (select incident_id from open_incidents union select unnest($1::bigint[]))
      order by i.id`,
    values: [also],
  });

export const readIncident = async (pool: Reads, id: string): Promise<IncidentRow | undefined> =>
  (await read(pool, { text: `${SELECT} where i.id = $1`, values: [id] }))[0];

interface IncidentFilter {
  readonly table?: string | undefined;
  readonly state?: 'open' | 'taken' | 'closed' | undefined;
}

/** Of those that are not closed there are few. All others are taken from the end of an index. */
const SHOWN = statement({
  inputs: { table: 'text null', state: 'text null', limit: 'bigint' },
  text: `
with shown as materialized (
  select id from incidents i
   where (:table is null or i.table_id = :table)
     and (:state is null or not exists (select from open_incidents o where o.incident_id = i.id))
   order by id desc limit :limit)
${SELECT} where i.id = any(array(select id from shown)) order by i.id desc`,
});

const SHOWN_OPEN = statement({
  inputs: { table: 'text null', state: 'text', limit: 'bigint' },
  text: `${SELECT} join open_incidents o on o.incident_id = i.id
 where (:table is null or i.table_id = :table)
   and :state = case when taken.by is not null then 'taken' else 'open' end
 order by i.id desc limit :limit`,
});

/** The newest first. */
export const readIncidents = (
  pool: Reads,
  { table, state }: IncidentFilter,
  limit: number,
): Promise<readonly IncidentRow[]> =>
  read(
    pool,
    state === undefined || state === 'closed'
      ? SHOWN({ table, state, limit })
      : SHOWN_OPEN({ table, state, limit }),
  );

/** All of one round, the oldest first. */
export const readIncidentsOfRound = (pool: Reads, game: string): Promise<readonly IncidentRow[]> =>
  read(pool, { text: `${SELECT} where i.game_number = $1 order by i.id`, values: [game] });

const BETWEEN = statement({
  inputs: { fromMs: 'float8', toMs: 'float8', table: 'text null' },
  text: `${SELECT}
 where i.opened_at >= to_timestamp(:fromMs / 1000) and i.opened_at < to_timestamp(:toMs / 1000)
   and (:table is null or i.table_id = :table)
 order by i.id`,
});

/** Opened from `fromMs` and before `toMs`. The oldest first. */
export const readIncidentsBetween = (
  pool: Reads,
  {
    fromMs,
    toMs,
    table,
  }: { readonly fromMs: number; readonly toMs: number; readonly table?: string | undefined },
): Promise<readonly IncidentRow[]> => read(pool, BETWEEN({ fromMs, toMs, table }));

export const readNotes = async (pool: Reads, id: string): Promise<readonly IncidentNote[]> => {
  const { rows } = await pool.query<Omit<IncidentNote, 'atMs'> & { at: Date }>(
    'select kind, by, text, at from incident_notes where incident_id = $1 order by id',
    [id],
  );
  return rows.map(({ at, ...note }) => ({ ...note, atMs: at.getTime() }));
};

const KEEP_NOTE = statement({
  inputs: { id: 'bigint', kind: 'text', by: 'text', text: 'text' },
  text: 'insert into incident_notes (incident_id, kind, by, text) values (:id, :kind, :by, :text)',
});

export const keepNote = async (
  client: Pick<pg.ClientBase, 'query'>,
  id: string,
  { kind, by, text }: Omit<IncidentNote, 'atMs'>,
): Promise<void> => {
  await client.query(KEEP_NOTE({ id, kind, by, text }));
};

/** The line of the audit that each of them has is as that of a person who closes it by hand. */
const CLOSE_STOPPING = statement({
  inputs: { table: 'text', by: 'text', text: 'text', kinds: 'text[]' },
  text: `
with noted as (
  insert into incident_notes (incident_id, kind, by, text)
  select incident_id, 'closed', :by, :text from open_incidents where table_id = :table and kind = any(:kinds)
  returning incident_id
)
insert into staff_actions (staff_id, operation, table_id, game_number, subject, reason, before, after)
select :by, 'incident:close', i.table_id, i.game_number, i.id::text, :text,
       jsonb_build_object('kind', i.kind, 'takenBy', taken.by, 'closedBy', null), jsonb_build_object('kind', i.kind)
  from noted join incidents i on i.id = noted.incident_id
  left join lateral (select by from incident_notes n where n.incident_id = i.id and n.kind = 'taken' order by id desc limit 1) as taken on true`,
});

/**
 * The statements by which a resumption closes the incidents that had stopped the table, for the
 * transaction of the resumption. The first waits for whoever notes something on one of them.
 */
export const closeWhatStopped = (
  table: string,
  { by, text }: Pick<IncidentNote, 'by' | 'text'>,
): readonly pg.QueryConfig[] => [
  {
    text: `select pg_advisory_xact_lock(hashtextextended('incident of ' || $1, 0))`,
    values: [table],
  },
  CLOSE_STOPPING({ table, by, text, kinds: [...ENDED_BY_RESUMING] }),
];

/** How the database says that an incident was closed before, or meanwhile. */
export const isClosedBefore = (error: unknown): boolean =>
  databaseRefusal(error) === 'incident_is_closed' || isUniqueViolation(error);

/**
 * An incident as the queue and the reports show it. `actions`: what may be done about it now, which
 * only the queue proposes.
 */
export const incidentMessage = (row: IncidentRow, actions: Incident['actions'] = []): Incident => {
  const { id, table, game, kind, detail, openedBy, openedAtMs, seq, takenBy, closedBy } = row;
  const { roundOpenedAtMs } = row;
  const openState = takenBy === null ? 'open' : 'taken';
  return {
    id,
    table,
    game,
    kind,
    detail,
    state: closedBy === null ? openState : 'closed',
    openedBy,
    openedAtMs,
    seq,
    timecodeMs: roundOpenedAtMs === null ? null : Math.max(0, openedAtMs - roundOpenedAtMs),
    takenBy,
    closedBy,
    actions,
  };
};

const read = async (pool: Reads, query: pg.QueryConfig): Promise<readonly IncidentRow[]> => {
  const { rows } = await pool.query<Columns>(query);
  return rows.map((row) => ({
    id: row.id,
    table: row.table_id,
    game: row.game_number,
    kind: row.kind,
    detail: row.detail,
    openedBy: row.opened_by,
    openedAtMs: row.opened_at.getTime(),
    seq: Number(row.opened_seq),
    roundOpenedAtMs: row.round_opened_at?.getTime() ?? null,
    roundSeq: row.round_opened_seq === null ? null : Number(row.round_opened_seq),
    takenBy: row.taken_by,
    closedBy: row.closed_by,
    notes: row.notes,
  }));
};
