/**
 * The shoe of a round that is not the one in hand, as its log records it: with every card that was
 * seen, and corrections made since.
 */
import type pg from 'pg';
import type { TableCommand } from '../../round/command.js';
import type { EventOf } from '../../round/event.js';
import { evolve } from '../../round/evolve.js';
import { amendedShoe } from '../../round/amendment.js';
import type { ShoeState, TableState } from '../../round/state.js';
import { parseEvent, parseState } from '../../round/past-events.js';

/** The command, with the shoe that its table no longer has. */
export const withPastShoe = async (
  pool: Pick<pg.Pool, 'query'>,
  command: TableCommand | undefined,
  { table, shoe }: TableState,
): Promise<TableCommand | undefined> => {
  if (command?.kind !== 'correct_round' || command.fix !== 'resettle') return command;
  if (command.shoe === shoe?.ordinal) return command;
  return { ...command, past: await readPastShoe(pool, table, command.shoe) };
};

const BEGINNING = `
select n.state, s.started_seq, next.started_seq as next_seq
  from shoes s
  join table_snapshots n on n.table_id = s.table_id and n.seq = s.started_seq
  join shoes next on next.table_id = s.table_id and next.ordinal = s.ordinal + 1
 where s.table_id = $1 and s.ordinal = $2`;

/** Undefined where its beginning is not in the log. */
const readPastShoe = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  ordinal: number,
): Promise<ShoeState | undefined> => {
  const beginning = await pool.query<{ state: string; started_seq: string; next_seq: string }>(
    BEGINNING,
    [table, ordinal],
  );
  const row = beginning.rows[0];
  if (row === undefined) return undefined;
  const { rows } = await pool.query<{ seq: string; at_ms: string; payload: string }>(
    `select seq, at_ms, payload from table_events
      where table_id = $1 and seq > $2 and (seq < $3 or kind = 'round_corrected') order by seq`,
    [table, row.started_seq, row.next_seq],
  );
  const published = rows.map(({ seq, at_ms, payload }) => ({
    seq: Number(seq),
    atMs: Number(at_ms),
    event: parseEvent(payload),
  }));
  const left = published
    .filter(({ seq }) => seq < Number(row.next_seq))
    .reduce(evolve, parseState(row.state));
  return (
    published
      .filter(({ seq }) => seq > Number(row.next_seq))
      .map(({ event }) => event as EventOf<'round_corrected'>)
      .reduce((shoe, event) => shoe && (amendedShoe(shoe, event)?.shoe ?? shoe), left.shoe) ??
    undefined
  );
};
