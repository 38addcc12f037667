/**
 * Since when a table is as it is: its phase, its cards, its last scan. It is seen as it happens.
 * After a start it is read from the log.
 */
import type pg from 'pg';
import { statement } from '../../platform/statement.js';
import { MOVING_KINDS } from '../../round/event.js';
import type { TableState } from '../../round/state.js';

export interface TableProgress {
  readonly phaseSinceMs: number;
  /** When a card, a payment or a phase last moved the table. */
  readonly movedAtMs: number;
  readonly lastScanAtMs: number | null;
  readonly state: TableState;
}

/** What is seen now, given what was seen before. */
export const progressNow = (
  before: TableProgress | undefined,
  state: TableState,
  nowMs: number,
): TableProgress => {
  if (before === undefined) {
    return { phaseSinceMs: nowMs, movedAtMs: nowMs, lastScanAtMs: null, state };
  }
  if (before.state === state) return before;
  const was = before.state;
  const isPhase = was.phase === state.phase && was.round?.game === state.round?.game;
  const isStill =
    isPhase &&
    was.suspension?.from === state.suspension?.from &&
    was.refunded === state.refunded &&
    was.round?.cards.length === state.round?.cards.length &&
    was.round?.faceDown?.open === state.round?.faceDown?.open;
  const isScanned = JSON.stringify(was.lastScan) !== JSON.stringify(state.lastScan);
  return {
    phaseSinceMs: isPhase ? before.phaseSinceMs : nowMs,
    movedAtMs: isStill ? before.movedAtMs : nowMs,
    lastScanAtMs: isScanned && state.lastScan !== null ? nowMs : before.lastScanAtMs,
    state,
  };
};

const PROGRESS = statement({
  inputs: { table: 'text', kinds: 'text[]', after: 'bigint' },
  text: `
select (select at_ms from table_events where table_id = :table and kind = any(:kinds) order by seq desc limit 1) as moved,
       (select at_ms from table_events where table_id = :table and seq > :after and payload like '%"scanSeq":%' and payload not like '%"manual":%' order by seq desc limit 1) as scanned`,
});

/** For a table that this process has just taken over: the last thing that moved it, by its log. */
export const readProgress = async (
  pool: Pick<pg.Pool, 'query'>,
  state: TableState,
): Promise<Pick<TableProgress, 'phaseSinceMs' | 'movedAtMs' | 'lastScanAtMs'> | undefined> => {
  const { rows } = await pool.query<{ moved: string | null; scanned: string | null }>(
    PROGRESS({ table: state.table, kinds: MOVING_KINDS, after: state.seq - LOOKED_BACK }),
  );
  const { moved, scanned } = rows[0] ?? {};
  if (moved === undefined || moved === null) return undefined;
  return {
    phaseSinceMs: Number(moved),
    movedAtMs: Number(moved),
    lastScanAtMs: scanned === null || scanned === undefined ? null : Number(scanned),
  };
};

/** Scans further back than this many events are not worth looking for. */
const LOOKED_BACK = 200;
