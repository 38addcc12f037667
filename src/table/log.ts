/**
 * The table's log in Postgres: events appended under the lease, with the rows and jobs that belong
 * to them, and the replay.
 */
import { setImmediate as turn } from 'node:timers/promises';
import type pg from 'pg';
import { type LoggedEvent, type TableEvent, isOneOf } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import {
  STATE_VERSION,
  canRead,
  parseEvent,
  parseState,
  stored,
  storedState,
} from '../round/past-events.js';
import type { TableSettings } from '../round/settings.js';
import { type TableState, emptyTable } from '../round/state.js';
import { askForStakes, voidUndecidedStakes } from '../ledger/stakes-of-wallets.js';
import { pipelined } from '../platform/pipeline.js';
import { statement } from '../platform/statement.js';
import { sqlState } from '../platform/transaction.js';
import type { Lease } from './lease.js';
import { projectionOf } from './projection.js';
import { rowOf, written } from './rows.js';

/** A checkpoint is kept when this many events have come after the last. */
export const CHECKPOINT_AFTER = 400;
/** So many messages a viewer may have missed and get again (live-state.ts). */
const MISSED = 300;
/** A replay has no more events than this, unless a log was written without checkpoints. */
const EVENTS_MAX = 1_000;
/** Read at a time. */
const PAGE = 500;

/**
 * What the log holds of a table: the state, and the last events with the states before them, of
 * which those that were asked for are all there.
 */
export interface Replayed {
  readonly state: TableState;
  readonly recent: readonly { readonly before: TableState; readonly logged: LoggedEvent }[];
}

/**
 * Where a replay of table `$1` begins: the state that was kept last, and not after `$2`. Where
 * there is one among the last thousand events but before the last few hundred, it is that, so that
 * what viewers have missed lately is among the events.
 */
const START = `
head as materialized (
  select coalesce(max(seq), 0) as seq from table_events where table_id = $1
), start as materialized (
  select kept.* from head,
         ((select seq, state from table_snapshots where table_id = $1 and ($2::bigint is null or seq <= $2)
            order by seq desc limit 1)
          union all
          select seq, state from table_checkpoints where table_id = $1 and ($2::bigint is null or seq <= $2)) as kept
   order by kept.seq between head.seq - ${EVENTS_MAX} and head.seq - ${MISSED} desc, kept.seq desc limit 1
)`;

/**
 * The version stands at the beginning of a text. In logs of the first versions it stands nowhere.
 */
const VERSION_OF_START = `
with ${START}
select coalesce(substring(state from '^\\{"version":([0-9]{1,9})')::int, 1) as version, seq from start`;

const KINDS = `
select kind, coalesce(substring(payload from '^\\{"kind":"[a-z0-9_]+","version":([0-9]{1,9})')::int, 1) as version, max(seq) as seq
  from (select * from table_events where table_id = $1 and seq > $2 order by seq limit ${PAGE}) as page
 group by 1, 2`;

interface KindRow {
  readonly kind: string;
  readonly version: number;
  /** The last of the kind. Of a start, its own. */
  readonly seq: string;
}

/**
 * The kinds of event in the log of a table that only a later version of the studio can read. A
 * version that cannot must leave the table to the later one.
 */
export const unknownEventsOf = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
): Promise<readonly string[]> => {
  const start = await pool.query<Omit<KindRow, 'kind'>>(VERSION_OF_START, [table, null]);
  const unknown = new Set<string>();
  let seq = '0';
  for (const { version, seq: of } of start.rows) {
    if (version > STATE_VERSION) unknown.add(`snapshot ${version}`);
    seq = of;
  }
  for (;;) {
    const { rows } = await pool.query<KindRow>(KINDS, [table, seq]);
    if (rows.length === 0) return [...unknown].sort();
    for (const { kind, version } of rows) {
      if (!canRead(kind, version)) unknown.add(`${kind} ${version}`);
    }
    seq = String(Math.max(...rows.map((row) => Number(row.seq))));
  }
};

/**
 * The table as its log records it: a state that was kept, and every event after it. Everything that
 * came after `knownSeq` is among the events. However many they are, they are read a page at a time,
 * and between two pages the process does what else it has to do.
 */
export const replay = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  settings: TableSettings,
  knownSeq?: number,
): Promise<Replayed> => {
  const start = await pool.query<{ state: string }>(`with ${START} select state from start`, [
    table,
    knownSeq ?? null,
  ]);
  let state =
    start.rows[0] === undefined ? emptyTable(table, settings) : parseState(start.rows[0].state);
  const recent: { readonly before: TableState; readonly logged: LoggedEvent }[] = [];
  for (;;) {
    const { events, isAll } = await eventsAfter(pool, table, state.seq);
    for (const logged of events) {
      recent.push({ before: state, logged });
      state = evolve(state, logged);
    }
    // What nobody can have missed is not kept.
    const from = Math.min(recent.length - EVENTS_MAX, firstAfter(recent, knownSeq ?? Infinity));
    if (from > 0) recent.splice(0, from);
    if (isAll) return { state, recent };
    await turn();
  }
};

/** A page of the log after the event of that number, and whether the log ends there. */
export const eventsAfter = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  seq: number,
): Promise<{ readonly events: readonly LoggedEvent[]; readonly isAll: boolean }> => {
  const { rows } = await pool.query<{ seq: string; at_ms: string; payload: string }>(
    `select seq, at_ms, payload from table_events where table_id = $1 and seq > $2 order by seq limit ${PAGE}`,
    [table, seq],
  );
  const events = rows.map(({ seq, at_ms, payload }) => ({
    seq: Number(seq),
    atMs: Number(at_ms),
    event: parseEvent(payload),
  }));
  return { events, isAll: rows.length < PAGE };
};

const firstAfter = (recent: Replayed['recent'], seq: number): number => {
  const index = recent.findIndex(({ logged }) => logged.seq > seq);
  return index === -1 ? recent.length : index;
};

/**
 * Two states are kept of a table, each in the place of the one before the last. Each is of the last
 * event of the log, which the database checks.
 */
const KEEP = statement({
  name: 'keep_checkpoint',
  inputs: { table: 'text', epoch: 'bigint', owner: 'uuid', seq: 'bigint', state: 'text' },
  text: `
with lease as materialized (
  select 1 from table_leases where table_id = :table and epoch = :epoch and owner = :owner for key share
), last as materialized (
  select slot from table_checkpoints where table_id = :table order by seq desc limit 1
)
insert into table_checkpoints (table_id, slot, seq, state)
select :table, coalesce((select 1 - slot from last), 0), :seq, :state from lease
on conflict (table_id, slot) do update set seq = excluded.seq, state = excluded.state`,
});

/** Keeps the state after the log's last event, so that a replay may begin there. */
export const keepCheckpoint = async (
  client: Pick<pg.ClientBase, 'query'>,
  { table, epoch, owner }: Lease,
  state: TableState,
): Promise<void> => {
  const { seq } = state;
  await client.query(KEEP({ table, epoch, owner, seq, state: JSON.stringify(storedState(state)) }));
};

/** A number that no round has had. */
export const reserveGame = async (pool: Pick<pg.Pool, 'query'>): Promise<string> => {
  const { rows } = await pool.query<{ game: string }>(`select nextval('game_numbers') as game`);
  return rows[0]!.game;
};

const FENCE = statement({
  name: 'table_fence',
  inputs: { table: 'text', epoch: 'bigint', owner: 'uuid' },
  text: 'select table_fence(:table, :epoch, :owner)',
});

const APPEND = statement({
  name: 'append_event',
  inputs: {
    table: 'text',
    seq: 'bigint',
    epoch: 'bigint',
    atMs: 'bigint',
    kind: 'text',
    payload: 'text',
  },
  text: `
with last as (
  select hash from table_events where table_id = :table order by seq desc limit 1
)
insert into table_events (table_id, seq, epoch, at_ms, kind, payload, hash)
select :table, :seq, :epoch, :atMs, :kind, :payload,
       table_event_hash(coalesce((select hash from last), ''::bytea), :table, :seq, :epoch, :atMs, :kind, :payload)`,
});

/**
 * Appends events in one transaction, under the lease. The database refuses a writer whose epoch is
 * over (`lease_is_over`), a gap, a falling epoch and a broken chain. `after` is the state after the
 * last event. What goes `alongside` is written with them, or nothing is: where the database refuses
 * it, `NotWrittenAlongside` is thrown.
 */
export const append = async (
  client: pg.ClientBase,
  lease: Lease,
  events: readonly LoggedEvent[],
  after: TableState,
  alongside: readonly pg.QueryConfig[] = [],
): Promise<void> => {
  const { table, epoch, owner } = lease;
  const statements: pg.QueryConfig[] = [
    { text: 'begin', values: [] },
    FENCE({ table, epoch, owner }),
    ...events.flatMap((logged) => {
      const { seq, atMs, event } = logged;
      const payload = JSON.stringify(stored(event));
      return [
        APPEND({ table, seq, epoch, atMs, kind: event.kind, payload }),
        ...besides(logged, after),
      ];
    }),
  ];
  // All of it is sent before the first answer comes.
  const appended = pipelined(client, statements);
  const written = pipelined(client, alongside.length > 0 ? [COMMIT_SOON, ...alongside] : []).catch(
    (cause: unknown) => {
      throw sqlState(cause) === undefined ? cause : new NotWrittenAlongside(cause);
    },
  );
  const committed = pipelined(client, [{ text: 'commit' }]);
  for (const outcome of await Promise.allSettled([appended, written, committed])) {
    if (outcome.status === 'rejected') throw outcome.reason;
  }
};

/**
 * Waiting for another's lock holds up the table, and everybody who bets at it. So it gives up in
 * time, and whoever asked waits for the lock elsewhere.
 */
const COMMIT_SOON: pg.QueryConfig = { text: `set local lock_timeout = '100ms'` };

/**
 * What else a command writes in the transaction of its events, made from the states before and
 * after them.
 */
export type Alongside = (before: TableState, after: TableState) => readonly pg.QueryConfig[];

const LOCK_NOT_AVAILABLE = '55P03';

/**
 * The database refused what went along with the events. They were not written either, and the table
 * is as it was.
 */
export class NotWrittenAlongside extends Error {
  override readonly name = 'NotWrittenAlongside';

  constructor(cause: unknown) {
    super('the database refused what went along with the events', { cause });
  }

  /** Somebody else held a lock for too long. It can be written later. */
  get isForNow(): boolean {
    return sqlState(this.cause) === LOCK_NOT_AVAILABLE;
  }
}

/**
 * What an event changes besides the log: the rows that people and jobs read, and the jobs
 * themselves.
 */
const besides = (logged: LoggedEvent, after: TableState): pg.QueryConfig[] => [
  ...projectionOf(logged, after)
    .filter(({ row }) => rowOf(row).isWrittenByGuard !== true)
    .map(written),
  ...jobs(after.table, logged.event),
];

const OWED_CORRECTION = statement({
  inputs: { table: 'text', game: 'text', correction: 'int' },
  text: `
insert into outbox (kind, payload)
values ('correct_round', jsonb_build_object('table', :table, 'game', :game, 'correction', :correction))`,
});

const OWED = statement({
  inputs: { kind: 'text', table: 'text', game: 'text' },
  text: `insert into outbox (kind, payload) values (:kind, jsonb_build_object('table', :table, 'game', :game))`,
});

/** Jobs that are owed from this event on, and those that it says are done. */
const jobs = (table: string, event: TableEvent): pg.QueryConfig[] => {
  if (!isOneOf(event, WITH_JOBS)) return [];
  switch (event.kind) {
    case 'betting_closed':
      return event.acceptedByMs === undefined ? [] : [askForStakes({ game: event.game })];
    case 'coup_decided':
      return [OWED({ kind: 'settle_round', table, game: event.game })];
    case 'round_voided':
      return [
        OWED({ kind: 'refund_round', table, game: event.game }),
        voidUndecidedStakes({ game: event.game }),
      ];
    case 'round_settled':
    case 'round_refunded':
      return [paidUp(event.game)];
    case 'round_corrected':
      return [OWED_CORRECTION({ table, game: event.game, correction: event.correction })];
    case 'correction_paid':
      return [
        {
          text: `update outbox set done_at = studio_now()
                  where done_at is null and kind = 'correct_round' and payload ->> 'game' = $1 and payload ->> 'correction' = $2`,
          values: [event.game, String(event.correction)],
        },
      ];
  }
};

const WITH_JOBS = [
  'betting_closed',
  'coup_decided',
  'round_voided',
  'round_settled',
  'round_refunded',
  'round_corrected',
  'correction_paid',
] as const;

const paidUp = (game: string): pg.QueryConfig => ({
  text: `update outbox set done_at = studio_now() where done_at is null and kind <> 'correct_round' and payload ->> 'game' = $1`,
  values: [game],
});
