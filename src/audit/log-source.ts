/**
 * The logs in Postgres, to be verified or exported. They are read some rows at a time, within one
 * transaction.
 */
import type pg from 'pg';
import { rowsOf } from '../platform/cursor.js';
import { namesInLogs } from '../round/past-events.js';
import { TRACES } from '../table/projection.js';
import { rowOf } from '../table/rows.js';
import type { BatchRow, EventRow, LogRow } from './log-row.js';
import type { LogFault } from './verify.js';

const EVENTS = `
select table_id as "table", seq, epoch, at_ms as "atMs", kind, payload, hash from table_events order by table_id, seq`;

const BATCHES_OF_HANDS = `select chain, seq, at_ms as "atMs", payload, hash from solo_log order by chain, seq`;

/**
 * Every column of an action but its number and its hash, as text. The same as in the trigger
 * `staff_action_follows`. The digest of the reason stands in its place, except in rows that are
 * older than digests.
 */
export const ACTION_FIELDS = `array[
  id::text, staff_id, operation, table_id, game_number::text, subject, coalesce(reason_digest, reason), before::text, after::text,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]`;

const ACTIONS = `select seq, ${ACTION_FIELDS} as fields, hash from staff_actions order by seq`;

export async function* eventRows(client: pg.ClientBase): AsyncGenerator<EventRow> {
  for await (const row of rowsOf<Omit<EventRow, 'line'>>(client, EVENTS)) {
    yield { line: 'event', ...row };
  }
}

/** The tables' events, the batches of solo hands, and then what the staff did. */
export async function* logRows(client: pg.ClientBase): AsyncGenerator<LogRow> {
  yield* eventRows(client);
  for await (const row of rowsOf<Omit<BatchRow, 'line'>>(client, BATCHES_OF_HANDS)) {
    yield { line: 'batch', ...row };
  }
  for await (const row of rowsOf<Omit<LogRow & { line: 'action' }, 'line'>>(client, ACTIONS)) {
    yield { line: 'action', ...row };
  }
}

/** The rows beside the logs, each with the event that its numbers name. */
const TRACED = TRACES.map(({ row, column, kinds }) => {
  const { table, log = 'table_id', traces, inPayload = `''`, where } = rowOf(row);
  const names = kinds.flatMap((kind) => namesInLogs(kind)).map((name) => `'${name}'`);
  const is = [`${column} is not null`, ...(where === undefined ? [] : [where])];
  return `
  select ${log} as table_id, ${column} as seq, array[${names.join(', ')}] as kinds, ${inPayload} as part, ${traces[column]} as what
    from ${table} where ${is.join(' and ')}`;
});

const BATCHES = `
  select distinct r.table_id, b.seq, array['bets_accepted', 'stakes_taken'], '"game":"' || b.game_number || '"',
         'a batch of bets on round ' || b.game_number from bets b join rounds r using (game_number)`;

/**
 * What other rows say of a table's log: `what` it should say at `seq`, and does not. Names that
 * begin with `@` are of other logs.
 */
const BROKEN_TRACES = `
with trace as (${[...TRACED, BATCHES].join('\n  union all')}
)
select trace.table_id as log, trace.seq, trace.what, e.kind
  from trace left join table_events e on e.table_id = trace.table_id and e.seq = trace.seq
 where left(trace.table_id, 1) <> '@'
   and (e.kind is null or not e.kind = any(trace.kinds) or position(trace.part in e.payload) = 0)
 order by trace.table_id, trace.seq`;

export interface Trace {
  readonly log: string;
  readonly seq: string;
  readonly what: string;
  /** The kind of the event that is there instead. */
  readonly kind: string | null;
}

/** What the rows beside the logs and the bets say of a log, and the log does not. */
export const brokenTraces = async (client: pg.ClientBase): Promise<readonly Trace[]> => {
  const { rows } = await client.query<Trace>(BROKEN_TRACES);
  return rows;
};

/**
 * Incidents that are open, or not, otherwise than their notes say: the list of the open ones is
 * kept by guards.
 */
const OPEN = `
with due as (
  select id, table_id, game_number, kind from incidents i
   where not exists (select from incident_notes n where n.incident_id = i.id and n.kind = 'closed')
)
select coalesce(i.table_id, o.table_id) as log, coalesce(i.opened_seq, 0) as seq,
       format('incident %s %s', coalesce(due.id, o.incident_id), case
         when o.incident_id is null then 'is not among the open ones, and nobody has closed it'
         when due.id is null then 'is among the open ones, and is none of them'
         else 'is among the open ones with another table, round or kind' end) as says
  from due full join open_incidents o on o.incident_id = due.id
  left join incidents i on i.id = coalesce(due.id, o.incident_id)
 where due.id is null or o.incident_id is null
    or (o.table_id, o.game_number, o.kind) is distinct from (due.table_id, due.game_number, due.kind)
 order by 1, 2`;

export const openIncidentFaults = async (client: pg.ClientBase): Promise<readonly LogFault[]> => {
  const { rows } = await client.query<{ log: string; seq: string; says: string }>(OPEN);
  return rows.map(({ log, seq, says }) => ({ log, seq: BigInt(seq), kind: 'row_differs', says }));
};
