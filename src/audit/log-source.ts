/**
 * The logs in Postgres, to be verified or exported. They are read some rows at a time, within one
 * transaction.
 */
import type pg from 'pg';
import { rowsOf } from '../platform/cursor.js';
import { namesInLogs } from '../round/past-events.js';
import type { EventRow, LogRow } from './log-row.js';

const EVENTS = `
select table_id as "table", seq, epoch, at_ms as "atMs", kind, payload, hash from table_events order by table_id, seq`;

/**
 * Every column of an action but its number and its hash, as text. The same as in the trigger
 * `staff_action_follows`.
 */
export const ACTION_FIELDS = `array[
  id::text, staff_id, operation, table_id, game_number::text, subject, reason, before::text, after::text,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')]`;

const ACTIONS = `select seq, ${ACTION_FIELDS} as fields, hash from staff_actions order by seq`;

export async function* eventRows(client: pg.ClientBase): AsyncGenerator<EventRow> {
  for await (const row of rowsOf<Omit<EventRow, 'line'>>(client, EVENTS)) {
    yield { line: 'event', ...row };
  }
}

/** The tables' events, and then what the staff did. */
export async function* logRows(client: pg.ClientBase): AsyncGenerator<LogRow> {
  yield* eventRows(client);
  for await (const row of rowsOf<Omit<LogRow & { line: 'action' }, 'line'>>(client, ACTIONS)) {
    yield { line: 'action', ...row };
  }
}

/** The kinds of event that may open an incident, by every name that logs have them under. */
const OPENING = (
  ['malfunction_reported', 'manager_called', 'stream_lost', 'cards_due', 'table_suspended'] as const
)
  .flatMap((kind) => namesInLogs(kind))
  .map((name) => `'${name}'`)
  .join(', ');

/** What other rows say of the log: `what` it should say at `seq`, and does not. */
const TRACES = `
with trace as (
  select table_id, opened_seq as seq, array['betting_opened'] as kinds, '"game":"' || game_number || '"' as part,
         'the opening of round ' || game_number as what from rounds
  union all
  select table_id, closed_seq, array['betting_closed', 'round_voided'], '"game":"' || game_number || '"',
         'the close of round ' || game_number from rounds where closed_seq is not null
  union all
  select table_id, ended_seq, array['round_settled', 'round_refunded'], '"game":"' || game_number || '"',
         'the end of round ' || game_number from rounds where ended_seq is not null
  union all
  select table_id, started_seq, array['shoe_started'], '"shoe":' || ordinal, 'shoe ' || ordinal from shoes
  union all
  select r.table_id, c.ordered_seq, array['round_corrected'], '"game":"' || game_number || '"',
         'correction ' || c.ordinal || ' of round ' || game_number from corrections c join rounds r using (game_number)
  union all
  select r.table_id, c.finished_seq, array['correction_paid'], '"game":"' || game_number || '"',
         'the payment of correction ' || c.ordinal || ' of round ' || game_number
    from corrections c join rounds r using (game_number) where c.finished_seq is not null
  union all
  select table_id, seq, array['round_voided', 'round_corrected', 'card_corrected', 'card_dealt', 'cards_burned', 'cut_card_drawn'],
         '"approval":"' || approval_id || '"', 'the use of approval ' || approval_id from approval_uses
  union all
  select table_id, opened_seq, array[${OPENING}], '',
         'what opened incident ' || id from incidents where kind <> 'stalled'
  union all
  select table_id, seq, array['shoe_started'], '', 'what the snapshot ' || seq || ' was made of' from table_snapshots
  union all
  select distinct r.table_id, b.seq, array['bets_accepted'], '"game":"' || b.game_number || '"',
         'a batch of bets on round ' || b.game_number from bets b join rounds r using (game_number)
)
select trace.table_id as log, trace.seq, trace.what, e.kind
  from trace left join table_events e on e.table_id = trace.table_id and e.seq = trace.seq
 where e.kind is null or not e.kind = any(trace.kinds) or position(trace.part in e.payload) = 0
 order by trace.table_id, trace.seq`;

export interface Trace {
  readonly log: string;
  readonly seq: string;
  readonly what: string;
  /** The kind of the event that is there instead. */
  readonly kind: string | null;
}

/** What rounds, shoes and bets say of the log, and the log does not. */
export const brokenTraces = async (client: pg.ClientBase): Promise<readonly Trace[]> => {
  const { rows } = await client.query<Trace>(TRACES);
  return rows;
};
