/** The log of a round: its events, the proof that they stand in the table's hash chain, and the table as the machine had it after each. */
import type pg from 'pg';
import { type EventRow, hashOf } from '../audit/log-row.js';
import type { ChainProof, ReplayStep, RoundReport } from '../protocol/report.js';
import type { Card } from '../cards/card.js';
import { type Seat, nextSeat } from '../punto-banco/coup.js';
import { totalOf } from '../punto-banco/hand.js';
import { evolve } from '../round/evolve.js';
import type { TableState } from '../round/state.js';
import { phaseBeneath } from '../round/state.js';
import { parseEvent, parseState } from '../table/log.js';

type Reads = Pick<pg.Pool, 'query'>;

export interface RoundPlace {
  readonly table: string;
  readonly openedSeq: string;
  /** Null while the round has not ended. */
  readonly endedSeq: string | null;
}

/** Those of its opening to its end, one after the other, with the hash before the first. */
export interface RoundLog {
  readonly rows: readonly EventRow[];
  readonly before: Buffer | undefined;
}

const COLUMNS = 'table_id as table, seq, epoch, at_ms as "atMs", kind, payload, hash';

export const readRoundLog = async (
  pool: Reads,
  { table, openedSeq, endedSeq }: RoundPlace,
): Promise<RoundLog> => {
  const { rows } = await pool.query<Omit<EventRow, 'line'>>(
    `select ${COLUMNS} from table_events
      where table_id = $1 and seq between $2::bigint - 1 and coalesce($3, 9223372036854775807) order by seq`,
    [table, openedSeq, endedSeq],
  );
  const all = rows.map((row): EventRow => ({ line: 'event', ...row }));
  const first = all.findIndex(({ seq }) => seq === openedSeq);
  return { rows: all.slice(first), before: all[first - 1]?.hash };
};

export const readEvents = async (
  pool: Reads,
  table: string,
  seqs: readonly string[],
): Promise<readonly EventRow[]> => {
  const { rows } = await pool.query<Omit<EventRow, 'line'>>(
    `select ${COLUMNS} from table_events where table_id = $1 and seq = any($2::bigint[]) order by seq`,
    [table, seqs],
  );
  return rows.map((row): EventRow => ({ line: 'event', ...row }));
};

export const toldEvent = (row: EventRow): RoundReport['events'][number] => ({
  seq: Number(row.seq),
  atMs: Number(row.atMs),
  kind: row.kind,
  event: JSON.parse(row.payload) as Record<string, unknown>,
  hash: row.hash.toString('hex'),
});

/** Every hash of the round, made anew behind the one before. */
export const chainProof = ({ rows, before }: RoundLog): Omit<ChainProof, 'anchor'> => {
  let previous = before;
  let firstBad: number | null = null;
  for (const row of rows) {
    if (firstBad === null && !hashOf(row, previous).equals(row.hash)) firstBad = Number(row.seq);
    previous = row.hash;
  }
  return {
    from: Number(rows[0]?.seq ?? 0),
    to: Number(rows.at(-1)?.seq ?? 0),
    before: before?.toString('hex') ?? '',
    after: previous?.toString('hex') ?? '',
    verified: firstBad === null,
    firstBad,
  };
};

const ANCHOR = `
select a.number, a.seq, a.hash, a.at, a.key_id, k.public_key, a.signature
  from anchors a join anchor_keys k on k.id = a.key_id
 where a.table_id = $1 and a.seq >= $2 order by a.number limit 1`;

interface AnchorRow {
  readonly number: string;
  readonly seq: string;
  readonly hash: Buffer;
  readonly at: Date;
  readonly key_id: string;
  readonly public_key: string;
  readonly signature: Buffer;
}

/** The first anchor that vouches for the event `seq`; null while there is none. */
export const readAnchor = async (
  pool: Reads,
  table: string,
  seq: number,
): Promise<ChainProof['anchor']> => {
  const { rows } = await pool.query<AnchorRow>(ANCHOR, [table, seq]);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    number: row.number,
    seq: Number(row.seq),
    hash: row.hash.toString('hex'),
    atMs: row.at.getTime(),
    keyId: row.key_id,
    publicKey: row.public_key,
    signature: row.signature.toString('base64'),
  };
};

/** The table after each event of the round, replayed from its shoe's beginning. */
export const replayRound = async (
  pool: Reads,
  { table, openedSeq }: RoundPlace,
  { rows }: RoundLog,
): Promise<ReplayStep[]> => {
  const kept = await pool.query<{ state: string }>(
    'select state from table_snapshots where table_id = $1 and seq < $2 order by seq desc limit 1',
    [table, openedSeq],
  );
  if (kept.rows[0] === undefined) return [];
  let state = parseState(kept.rows[0].state);
  const earlier = await pool.query<{ seq: string; at_ms: string; payload: string }>(
    'select seq, at_ms, payload from table_events where table_id = $1 and seq > $2 and seq < $3 order by seq',
    [table, state.seq, openedSeq],
  );
  const take = (seq: string, atMs: string, payload: string): void => {
    state = evolve(state, { seq: Number(seq), atMs: Number(atMs), event: parseEvent(payload) });
  };
  for (const { seq, at_ms, payload } of earlier.rows) take(seq, at_ms, payload);
  return rows.map(({ seq, atMs, kind, payload }) => {
    take(seq, atMs, payload);
    return toldStep(state, Number(atMs), kind);
  });
};

const toldStep = (state: TableState, atMs: number, kind: string): ReplayStep => {
  const { seq, phase, suspension, round, shoe, dealer } = state;
  const cards = round?.cards ?? [];
  const beneath = phaseBeneath(state);
  const isDealing = beneath === 'bets_closed' || beneath === 'dealing';
  const next = isDealing ? nextSeat(cards) : undefined;
  const [punto, banco] = [handOf(cards, 'punto'), handOf(cards, 'banco')];
  return {
    seq,
    atMs,
    kind,
    phase,
    suspended: suspension?.reason ?? null,
    punto: [...punto],
    banco: [...banco],
    puntoTotal: totalOf(punto),
    bancoTotal: totalOf(banco),
    next: next === undefined ? null : `${next.side}_${next.position}`,
    bets: round?.bets ?? 0,
    stakes: round?.stakes ?? '0',
    cutCardOut: shoe?.cutCardOut ?? false,
    dealer,
  };
};

const handOf = (cards: readonly Card[], side: Seat['side']): readonly Card[] =>
  cards.filter((_, index) => nextSeat(cards.slice(0, index))?.side === side);
