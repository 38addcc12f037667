/** The log of a round: its events, and the state of the table after each. */
import type pg from 'pg';
import type { EventRow } from '../audit/log-row.js';
import type { ReplayStep, RoundReport } from '../protocol/report.js';
import type { Card } from '../cards/card.js';
import { statement } from '../platform/statement.js';
import { type CardSeat, nextSeat } from '../punto-banco/coup.js';
import { totalOf } from '../punto-banco/hand.js';
import type { TableEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import type { TableState } from '../round/state.js';
import { phaseBeneath, stakesIn } from '../round/state.js';
import { parseEvent, parseState } from '../round/past-events.js';

type Reads = Pick<pg.Pool, 'query'>;

export interface RoundPlace {
  readonly table: string;
  readonly openedSeq: string;
  /** Null while the round has not ended. */
  readonly endedSeq: string | null;
}

/** The events from its opening to its end, one after the other, with the hash before the first. */
export interface RoundLog {
  readonly rows: readonly EventRow[];
  readonly before: Buffer | undefined;
}

const COLUMNS = 'table_id as table, seq, epoch, at_ms as "atMs", kind, payload, hash';

const ROUND_LOG = statement({
  inputs: { table: 'text', openedSeq: 'bigint', endedSeq: 'bigint null' },
  text: `
select ${COLUMNS} from table_events
 where table_id = :table and seq between :openedSeq - 1 and coalesce(:endedSeq, 9223372036854775807) order by seq`,
});

export const readRoundLog = async (
  pool: Reads,
  { table, openedSeq, endedSeq }: RoundPlace,
): Promise<RoundLog> => {
  const { rows } = await pool.query<Omit<EventRow, 'line'>>(
    ROUND_LOG({ table, openedSeq, endedSeq }),
  );
  const all = rows.map((row): EventRow => ({ line: 'event', ...row }));
  const before = all.filter(({ seq }) => BigInt(seq) < BigInt(openedSeq));
  return { rows: all.slice(before.length), before: before.at(-1)?.hash };
};

const EVENTS_BETWEEN = statement({
  inputs: { table: 'text', after: 'bigint', to: 'bigint' },
  text: `
select ${COLUMNS} from table_events where table_id = :table and seq > :after and seq <= :to order by seq`,
});

/** Those after `after`, up to `to`. */
export const readEventsBetween = async (
  pool: Reads,
  table: string,
  after: number,
  to: bigint,
): Promise<readonly EventRow[]> => {
  const { rows } = await pool.query<Omit<EventRow, 'line'>>(EVENTS_BETWEEN({ table, after, to }));
  return rows.map((row): EventRow => ({ line: 'event', ...row }));
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

/**
 * The event in today's words, whatever version wrote it, and the text that was written. The hash is
 * of that text.
 */
export const reportedEvent = (row: EventRow): RoundReport['events'][number] => {
  const event = parseEvent(row.payload);
  return {
    seq: Number(row.seq),
    atMs: Number(row.atMs),
    kind: event.kind,
    event: { ...event },
    epoch: row.epoch,
    payload: row.payload,
    hash: row.hash.toString('hex'),
  };
};

const EARLIER = statement({
  inputs: { table: 'text', after: 'bigint', before: 'bigint' },
  text: `
select seq, at_ms, payload from table_events where table_id = :table and seq > :after and seq < :before order by seq`,
});

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
    EARLIER({ table, after: state.seq, before: openedSeq }),
  );
  const take = (seq: string, atMs: string, payload: string): TableEvent => {
    const event = parseEvent(payload);
    state = evolve(state, { seq: Number(seq), atMs: Number(atMs), event });
    return event;
  };
  for (const { seq, at_ms, payload } of earlier.rows) take(seq, at_ms, payload);
  return rows.map(({ seq, atMs, payload }) => {
    const { kind } = take(seq, atMs, payload);
    return reportedStep(state, Number(atMs), kind);
  });
};

const reportedStep = (state: TableState, atMs: number, kind: string): ReplayStep => {
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
    commands: round?.bets ?? 0,
    ...reportedStakes(state),
    cutCardOut: shoe?.cutCardOut ?? false,
    dealer,
  };
};

const reportedStakes = (state: TableState): Pick<ReplayStep, 'stakes' | 'further'> => {
  const own = state.settings.currency;
  const stakes = stakesIn(state);
  const further = [...stakes]
    .filter(([currency, stake]) => currency !== own && stake > 0n)
    .map(([currency, stake]) => [currency, `${stake}`] as const);
  return {
    stakes: `${stakes.get(own) ?? 0n}`,
    ...(further.length > 0 && { further: Object.fromEntries(further) }),
  };
};

const handOf = (cards: readonly Card[], side: CardSeat['side']): readonly Card[] =>
  cards.filter((_, index) => nextSeat(cards.slice(0, index))?.side === side);
