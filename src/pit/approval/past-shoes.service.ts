/**
 * Shoes of rounds that are not in hand, as the log records them: with every card that was seen, and
 * corrections made since. A shoe is read once in each timeline of the database: a restore loses the
 * end of the log. After that, only what was corrected since is read.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import type { TableCommand } from '../../round/command.js';
import type { EventOf, LoggedEvent } from '../../round/event.js';
import { evolve } from '../../round/evolve.js';
import { amendedShoe } from '../../round/amendment.js';
import type { ShoeState, TableState } from '../../round/state.js';
import { parseEvent, parseState } from '../../round/past-events.js';

/** A shoe that has left its table, and up to which event of the log it is known. */
interface Known {
  readonly shoe: ShoeState;
  readonly seq: number;
}

/** A table as it is now, and which of its histories the database is in. */
export interface TableNow {
  readonly state: TableState;
  readonly timeline: number;
}

/** Approvals wait for 15 minutes at most, and there are few. */
const KEPT = 16;

@Injectable()
export class PastShoes {
  /** The one that was asked for last is the last. */
  readonly #known = new Map<string, Known>();

  constructor(@Inject(POOL) private readonly pool: Pick<pg.Pool, 'query'>) {}

  /** The command, with the shoe that its table no longer has. */
  async with(
    command: TableCommand | undefined,
    { state, timeline }: TableNow,
  ): Promise<TableCommand | undefined> {
    if (command?.kind !== 'correct_round' || command.fix !== 'resettle') return command;
    if (command.shoe === state.shoe?.ordinal) return command;
    return { ...command, past: await this.#read(state, command.shoe, timeline) };
  }

  /** As it is after event `seq`. Undefined where its beginning is not in the log. */
  async #read(
    { table, seq }: TableState,
    ordinal: number,
    timeline: number,
  ): Promise<ShoeState | undefined> {
    const key = `${timeline} ${ordinal} ${table}`;
    const before = this.#known.get(key) ?? (await readShoe(this.pool, table, ordinal));
    if (before === undefined) return undefined;
    const known = await withCorrections(this.pool, table, before, seq);
    this.#known.delete(key);
    this.#known.set(key, known);
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT) break;
      this.#known.delete(oldest);
    }
    return known.shoe;
  }
}

const BEGINNING = `
select n.state, s.started_seq, next.started_seq as next_seq
  from shoes s
  join table_snapshots n on n.table_id = s.table_id and n.seq = s.started_seq
  join shoes next on next.table_id = s.table_id and next.ordinal = s.ordinal + 1
 where s.table_id = $1 and s.ordinal = $2`;

/** As it was when it left the table. */
const readShoe = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  ordinal: number,
): Promise<Known | undefined> => {
  const beginning = await pool.query<{ state: string; started_seq: string; next_seq: string }>(
    BEGINNING,
    [table, ordinal],
  );
  const row = beginning.rows[0];
  if (row === undefined) return undefined;
  const { rows } = await pool.query<EventRow>(
    `select seq, at_ms, payload from table_events
      where table_id = $1 and seq > $2 and seq < $3 order by seq`,
    [table, row.started_seq, row.next_seq],
  );
  const { shoe } = rows.map(loggedOf).reduce(evolve, parseState(row.state));
  return shoe === null ? undefined : { shoe, seq: Number(row.next_seq) };
};

/** With what was corrected of it since. Corrections of other shoes change nothing of it. */
const withCorrections = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  { shoe, seq }: Known,
  endSeq: number,
): Promise<Known> => {
  const { rows } = await pool.query<EventRow>(
    `select seq, at_ms, payload from table_events
      where table_id = $1 and seq > $2 and seq <= $3 and kind = 'round_corrected' order by seq`,
    [table, seq, endSeq],
  );
  return {
    shoe: rows
      .map((row) => loggedOf(row).event as EventOf<'round_corrected'>)
      .reduce((amended, event) => amendedShoe(amended, event)?.shoe ?? amended, shoe),
    seq: Math.max(seq, endSeq),
  };
};

interface EventRow {
  readonly seq: string;
  readonly at_ms: string;
  readonly payload: string;
}

const loggedOf = ({ seq, at_ms, payload }: EventRow): LoggedEvent => ({
  seq: Number(seq),
  atMs: Number(at_ms),
  event: parseEvent(payload),
});
