/**
 * Closes incidents by itself where their cause has provably ended: a stalled table goes on, a lost
 * stream is back and play has resumed, a round is paid, a clock is right again. Every other
 * incident waits for a person.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import { Poller } from '../../platform/poller.js';
import type { Ending } from '../../protocol/incident.js';
import type { Stall } from '../../protocol/wall.js';
import { MOVING_KINDS } from '../../round/event.js';
import type { TableState } from '../../round/state.js';
import { Tables } from '../../table/tables.service.js';
import { STUDIO } from '../../staff/audit.service.js';
import { isClosedBefore, keepNote } from './incident-rows.js';
import { TableWatch } from '../watch/table-watch.service.js';

const EVERY_MS = 1_000;

/**
 * An open incident that ends by itself once its cause does, with what the log says of the time
 * since.
 */
interface SelfEnding {
  readonly id: string;
  readonly table: string;
  readonly kind: 'stalled' | 'stream_lost' | 'payment_failed' | 'clock_skew';
  readonly detail: string;
  /** The event that opened it, or the last one before it. */
  readonly seq: number;
  /**
   * Whether the table has since done what a stalled table does not do. For a stream, whether it
   * came back; for a payment, whether nothing of the round is owed any more.
   */
  readonly hasMoved: boolean;
}

@Injectable()
export class EndedIncidents {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly watch: TableWatch,
    poller: Poller,
  ) {
    poller.poll({ name: 'ended incidents', everyMs: EVERY_MS, look: () => this.#look() });
  }

  async #look(): Promise<void> {
    for (const selfEnding of await readSelfEnding(this.pool)) {
      const { id } = selfEnding;
      const table = this.tables.find(selfEnding.table);
      if (typeof table === 'string') continue; // The table's own process sees to it.
      const text = endingOf(selfEnding, table.state, {
        stalls: this.watch.stallOf(selfEnding.table) !== null,
        isClockRight: this.tables.clockSkewMs === 0,
      });
      if (text !== undefined) await this.#close(id, text);
    }
  }

  async #close(id: string, text: string): Promise<void> {
    try {
      await keepNote(this.pool, id, { kind: 'closed', by: STUDIO, text });
    } catch (error) {
      if (!isClosedBefore(error)) throw error; // Otherwise somebody has closed it meanwhile.
    }
  }
}

/**
 * Kinds of events by which a table goes on. A suspension and a resumption are not among them: the
 * table may be stalled as before.
 */
const GOES_ON = MOVING_KINDS.filter(
  (kind) => kind !== 'table_suspended' && kind !== 'table_resumed',
);

/**
 * What has come of an incident in the log is looked up by the index of events by their kind, which
 * leaves out the batches of bets.
 */
const SELF_ENDING = `
select i.id, i.table_id as "table", i.kind, i.detail, i.opened_seq as seq,
       case o.kind
         when 'stalled' then exists (
           select from table_events e where e.table_id = i.table_id and e.kind <> 'bets_accepted'
              and e.kind = any($1::text[]) and e.seq > i.opened_seq)
         when 'stream_lost' then exists (
           select from table_events e where e.table_id = i.table_id and e.kind = 'stream_back' and e.seq > i.opened_seq)
         when 'clock_skew' then true
         else exists (select from rounds r where r.game_number = i.game_number and r.status in ('settled', 'refunded'))
              and not exists (select from corrections c where c.game_number = i.game_number and c.finished_seq is null)
       end as moved
  from open_incidents o join incidents i on i.id = o.incident_id
 where o.kind in ('stalled', 'stream_lost', 'payment_failed', 'clock_skew')`;

const readSelfEnding = async (pool: Pick<pg.Pool, 'query'>): Promise<readonly SelfEnding[]> => {
  const { rows } = await pool.query<{
    id: string;
    table: string;
    kind: SelfEnding['kind'];
    detail: string;
    seq: string;
    moved: boolean;
  }>(SELF_ENDING, [GOES_ON]);
  return rows.map(({ seq, moved, ...row }) => ({ ...row, seq: Number(seq), hasMoved: moved }));
};

/** What a table is stalled by that nobody runs. */
const NOBODY_RUNS: ReadonlySet<string> = new Set<Stall>(['not_run', 'not_opened', 'not_readable']);

/**
 * Whether the cause of an incident has ended, and how: the code that it is closed with. `state` is
 * that of a table that runs here. Undefined where the cause lasts, or nothing proves that it has
 * ended.
 */
const endingOf = (
  { kind, detail, seq, hasMoved }: SelfEnding,
  state: TableState,
  { stalls, isClockRight }: { readonly stalls: boolean; readonly isClockRight: boolean },
): Ending | undefined => {
  if (state.seq < seq) return undefined; // The table has not learned of it yet.
  switch (kind) {
    case 'stalled':
      if (NOBODY_RUNS.has(detail)) return 'table_is_run_again';
      return hasMoved && !stalls && state.phase !== 'suspended' ? 'table_goes_on' : undefined;
    case 'clock_skew':
      return isClockRight ? 'clock_is_right' : undefined;
    case 'payment_failed':
      return hasMoved ? 'round_is_paid' : undefined;
    case 'stream_lost':
      return hasMoved && !state.streamLost && state.phase !== 'suspended'
        ? 'stream_is_back'
        : undefined;
  }
};
