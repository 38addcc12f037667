/** Postgres as it is asked by whoever carries approvals out. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import { statement } from '../../platform/statement.js';
import type { LoggedEvent } from '../../round/event.js';
import { parseEvent, parseState } from '../../round/past-events.js';
import { readHandPay } from '../../settlement/hand-pay.js';
import { readApproval, readOpenApprovals, stillStands } from './approval-rows.js';
import type { ApprovalStore, AskedRound, ShoeOnRecord } from './store.js';

type Reads = Pick<pg.Pool, 'query'>;

const READ_EVENTS = statement({
  inputs: { table: 'text', afterSeq: 'bigint', beforeSeq: 'bigint' },
  text: `
select seq, at_ms, payload from table_events
 where table_id = :table and seq > :afterSeq and seq < :beforeSeq order by seq`,
});

const READ_CORRECTIONS = statement({
  inputs: { table: 'text', afterSeq: 'bigint', untilSeq: 'bigint' },
  text: `
select seq, at_ms, payload from table_events
 where table_id = :table and seq > :afterSeq and seq <= :untilSeq and kind = 'round_corrected' order by seq`,
});

@Injectable()
export class PostgresApprovals implements ApprovalStore {
  constructor(@Inject(POOL) private readonly pool: Reads) {}

  read(id: string): ReturnType<ApprovalStore['read']> {
    return readApproval(this.pool, id);
  }

  readOpen(): ReturnType<ApprovalStore['readOpen']> {
    return readOpenApprovals(this.pool);
  }

  stillStands(id: string): Promise<boolean> {
    return stillStands(this.pool, id);
  }

  readRound(game: string): Promise<AskedRound | undefined> {
    return readAskedRound(this.pool, game);
  }

  readHandPay(game: string, player: string): ReturnType<ApprovalStore['readHandPay']> {
    return readHandPay(this.pool, game, player);
  }

  async readPastShoe(table: string, ordinal: number): Promise<ShoeOnRecord | undefined> {
    const beginning = await this.pool.query<Beginning>(BEGINNING, [table, ordinal]);
    const row = beginning.rows[0];
    if (row === undefined) return undefined;
    const { rows } = await this.pool.query<EventRow>(
      READ_EVENTS({ table, afterSeq: row.started_seq, beforeSeq: row.next_seq }),
    );
    return {
      start: parseState(row.state),
      events: rows.map(loggedOf),
      nextSeq: Number(row.next_seq),
    };
  }

  async readCorrections(
    table: string,
    afterSeq: number,
    untilSeq: number,
  ): Promise<readonly LoggedEvent[]> {
    const { rows } = await this.pool.query<EventRow>(
      READ_CORRECTIONS({ table, afterSeq, untilSeq }),
    );
    return rows.map(loggedOf);
  }
}

/** The last correction of the round `r` as a whole. What one player got back changes no coup. */
const LAST_OF_ROUND = `
select fix, coup from corrections where game_number = r.game_number and fix <> 'refund' order by ordinal desc limit 1`;

export const readAskedRound = async (
  pool: Reads,
  game: string,
): Promise<AskedRound | undefined> => {
  const { rows } = await pool.query<{
    table_id: string;
    status: string;
    shoe_ordinal: number;
    coup: string | null;
    corrections: number;
  }>(
    `select r.table_id, r.status, r.shoe_ordinal,
            case when c.fix is null then r.coup else c.coup end as coup,
            (select count(*)::int from corrections c where c.game_number = r.game_number) as corrections
       from rounds r left join lateral (${LAST_OF_ROUND}) as c on true where r.game_number = $1`,
    [game],
  );
  const round = rows[0];
  return (
    round && {
      table: round.table_id,
      status: round.status,
      shoe: round.shoe_ordinal,
      coup: round.coup,
      corrections: round.corrections,
    }
  );
};

/** Whether the round is void as it counts now, however often it was corrected. */
export const isVoidNow = async (pool: Reads, game: string): Promise<boolean> => {
  const { rows } = await pool.query<{ is_void: boolean }>(
    `select coalesce(c.fix = 'void', r.status = 'refunded') as is_void
       from rounds r left join lateral (${LAST_OF_ROUND}) as c on true where r.game_number = $1`,
    [game],
  );
  return rows[0]?.is_void ?? false;
};

interface Beginning {
  readonly state: string;
  readonly started_seq: string;
  readonly next_seq: string;
}

const BEGINNING = `
select n.state, s.started_seq, next.started_seq as next_seq
  from shoes s
  join table_snapshots n on n.table_id = s.table_id and n.seq = s.started_seq
  join shoes next on next.table_id = s.table_id and next.ordinal = s.ordinal + 1
 where s.table_id = $1 and s.ordinal = $2`;

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
