/**
 * The watch over tables. It sees since when each has been as it is, and opens an incident, once,
 * where one is stalled.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { POOL } from '../../platform/database.js';
import { Poller } from '../../platform/poller.js';
import { statement } from '../../platform/statement.js';
import type { TableSettings } from '../../round/settings.js';
import type { TableState } from '../../round/state.js';
import type { Stall } from '../../protocol/wall.js';
import { STUDIO } from '../../round/fault.js';
import { openingOf } from '../../table/incident.js';
import { Tables } from '../../table/tables.service.js';
import { stillUrl } from '../film-url.js';
import { type Stalled, stallOf } from './stall.js';
import { type TableProgress, readProgress, progressNow } from './table-progress.js';

const EVERY_MS = 250;
/** Leases are looked at less often. It does not take milliseconds to see that one has expired. */
const LEASES_EVERY_MS = 1_000;

/** A table that nobody runs, since when, and whether that is too long. */
interface Idle {
  readonly sinceMs: number;
  readonly stalled: Stalled | null;
}

@Injectable()
export class TableWatch {
  readonly #progresses = new Map<string, TableProgress>();
  readonly #stalls = new Map<string, Stalled>();
  /** The stall of a table for which an incident is open, or being opened. */
  readonly #opened = new Map<string, Stall>();
  readonly #idle = new Map<string, Idle>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    poller: Poller,
    @InjectPinoLogger('pit') private readonly logger: PinoLogger,
  ) {
    poller.poll({ name: 'tables', everyMs: EVERY_MS, look: (nowMs) => this.#look(nowMs) });
    poller.poll({
      name: 'leases',
      everyMs: LEASES_EVERY_MS,
      look: (nowMs) => this.#lookAtLeases(nowMs),
    });
  }

  progressOf(table: string): TableProgress | undefined {
    return this.#progresses.get(table);
  }

  stallOf(table: string): Stalled | null {
    return this.#stalls.get(table) ?? this.#idle.get(table)?.stalled ?? null;
  }

  /** Where a still of its picture is. */
  stillOf(table: string, settings: TableSettings): string | null {
    return stillUrl(this.config.film.still, table, settings);
  }

  #look(nowMs: number): void {
    const here = this.tables.here;
    for (const { state } of here) {
      const { table } = state;
      const before = this.#progresses.get(table);
      const progress = progressNow(before, state, nowMs);
      this.#progresses.set(table, progress);
      if (before === undefined) void this.#recall(state);
      else this.#lookAt(state, stallOf(state, progress.movedAtMs, nowMs, this.config.pit));
    }
    if (here.length === this.#progresses.size) return;
    const ids = new Set(here.map(({ state }) => state.table));
    for (const table of this.#progresses.keys()) {
      if (ids.has(table)) continue;
      for (const known of [this.#progresses, this.#stalls, this.#opened]) known.delete(table);
    }
  }

  #lookAt(state: TableState, stalled: Stalled | null): void {
    const { table } = state;
    if (stalled === null) {
      this.#stalls.delete(table);
      this.#opened.delete(table);
      return;
    }
    this.#stalls.set(table, stalled);
    if (this.#opened.get(table) === stalled.what) return;
    this.#opened.set(table, stalled.what);
    const fault = { kind: 'stalled', detail: stalled.what, by: STUDIO } as const;
    this.pool
      .query(openingOf(fault, state.seq, this.tables.nowMs, state))
      .catch((error: unknown) => {
        this.#opened.delete(table); // The next look tries again.
        this.logger.warn({ err: error, table }, 'the incident could not be opened');
      });
  }

  /** Since when the table was like that before this process took it over. */
  async #recall(state: TableState): Promise<void> {
    try {
      const known = await readProgress(this.pool, state);
      const progress = this.#progresses.get(state.table);
      const isStill = progress?.state === state;
      if (known !== undefined && isStill) {
        this.#progresses.set(state.table, { ...progress, ...known });
      }
    } catch (error) {
      this.logger.warn({ err: error, table: state.table }, 'the log could not be read');
    }
  }

  async #lookAtLeases(nowMs: number): Promise<void> {
    const unheld = await readUnheld(this.pool);
    for (const { id } of this.tables.known) {
      const isIdle = unheld.has(id) && typeof this.tables.find(id) === 'string';
      if (!isIdle) this.#idle.delete(id);
      else await this.#lookAtIdle(id, nowMs);
    }
  }

  /** A table that changes owners has no lease for a while. It is stalled after twice that long. */
  async #lookAtIdle(table: string, nowMs: number): Promise<void> {
    const idle = this.#idle.get(table) ?? { sinceMs: nowMs, stalled: null };
    const { sinceMs } = idle;
    const isLong = nowMs - sinceMs > 2 * this.config.table.leaseMs;
    const what = this.#whyIdle(table);
    const stalled = isLong ? ({ what, sinceMs } as const) : null;
    if (stalled !== null && idle.stalled?.what !== what) {
      await openIdleIncident(this.pool, table, what, nowMs);
    }
    this.#idle.set(table, { sinceMs, stalled });
  }

  #whyIdle(table: string): Stall {
    if (this.tables.isUnreadable(table)) return 'not_readable';
    return this.tables.hasFailed(table) ? 'not_opened' : 'not_run';
  }
}

/** Tables whose lease nobody holds: no process runs them. */
const readUnheld = async (pool: Pick<pg.Pool, 'query'>): Promise<ReadonlySet<string>> => {
  const { rows } = await pool.query<{ id: string }>(
    `select id from tables where not exists (
       select from table_leases l where l.table_id = id and l.owner is not null and l.expires_at > studio_now())`,
  );
  return new Set(rows.map(({ id }) => id));
};

const OPEN_IDLE = statement({
  inputs: { table: 'text', what: 'text', by: 'text', at: 'timestamptz' },
  text: `
select open_incident(:table, null, 'stalled', :what, :by, coalesce((select max(seq) from table_events where table_id = :table), 0), :at, '{}')`,
});

const openIdleIncident = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  what: Stall,
  atMs: number,
): Promise<void> => {
  await pool.query(OPEN_IDLE({ table, what, by: STUDIO, at: new Date(atMs) }));
};
