/** The watch over tables: it sees since when each stands as it does, and opens an incident, once, where one hangs. */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../../config.js';
import { POOL } from '../../platform/database.js';
import { Poller } from '../../platform/poller.js';
import type { TableState } from '../../round/state.js';
import type { Hang } from '../../protocol/wall.js';
import { STUDIO } from '../../round/fault.js';
import { openingOf } from '../../table/incident.js';
import { Tables } from '../../table/tables.service.js';
import { type Hanging, hangOf } from './hang.js';
import { type Standing, readStanding, standingNow } from './standing.js';

const EVERY_MS = 250;
/** Leases are looked at less often: that one has run out is no matter of milliseconds. */
const LEASES_EVERY_MS = 1_000;

/** A table that nobody runs, since when, and whether that is too long. */
interface Idle {
  readonly sinceMs: number;
  readonly hanging: Hanging | null;
}

@Injectable()
export class TableWatch {
  readonly #standings = new Map<string, Standing>();
  readonly #hangs = new Map<string, Hanging>();
  /** Of which hang of a table the incident is open, or being opened. */
  readonly #opened = new Map<string, Hang>();
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

  standingOf(table: string): Standing | undefined {
    return this.#standings.get(table);
  }

  hangOf(table: string): Hanging | null {
    return this.#hangs.get(table) ?? this.#idle.get(table)?.hanging ?? null;
  }

  #look(nowMs: number): void {
    const here = this.tables.here;
    for (const { state } of here) {
      const { table } = state;
      const before = this.#standings.get(table);
      const standing = standingNow(before, state, nowMs);
      this.#standings.set(table, standing);
      if (before === undefined) void this.#recall(state);
      else this.#lookAt(state, hangOf(state, standing.movedAtMs, nowMs, this.config.pit));
    }
    if (here.length === this.#standings.size) return;
    const ids = new Set(here.map(({ state }) => state.table));
    for (const table of this.#standings.keys()) {
      if (ids.has(table)) continue;
      for (const known of [this.#standings, this.#hangs, this.#opened]) known.delete(table);
    }
  }

  #lookAt(state: TableState, hanging: Hanging | null): void {
    const { table } = state;
    if (hanging === null) {
      this.#hangs.delete(table);
      this.#opened.delete(table);
      return;
    }
    this.#hangs.set(table, hanging);
    if (this.#opened.get(table) === hanging.what) return;
    this.#opened.set(table, hanging.what);
    const fault = { kind: 'hung', detail: hanging.what, by: STUDIO } as const;
    this.pool
      .query(openingOf(fault, state.seq, this.tables.nowMs, state))
      .catch((error: unknown) => {
        this.#opened.delete(table); // the next round tries again
        this.logger.warn({ err: error, table }, 'the incident could not be opened');
      });
  }

  /** Since when the table stood so before this process took it. */
  async #recall(state: TableState): Promise<void> {
    try {
      const known = await readStanding(this.pool, state);
      const standing = this.#standings.get(state.table);
      const isStill = standing?.state === state;
      if (known !== undefined && isStill) {
        this.#standings.set(state.table, { ...standing, ...known });
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

  /** A table that changes hands is without a lease for a while: it hangs after twice that long. */
  async #lookAtIdle(table: string, nowMs: number): Promise<void> {
    const idle = this.#idle.get(table) ?? { sinceMs: nowMs, hanging: null };
    const isLong = nowMs - idle.sinceMs > 2 * this.config.table.leaseMs;
    const hanging = isLong ? ({ what: 'not_run', sinceMs: idle.sinceMs } as const) : null;
    if (hanging !== null && idle.hanging === null) await openIdleIncident(this.pool, table, nowMs);
    this.#idle.set(table, { ...idle, hanging });
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

const openIdleIncident = async (
  pool: Pick<pg.Pool, 'query'>,
  table: string,
  atMs: number,
): Promise<void> => {
  await pool.query(
    `select open_incident($1, null, 'hung', 'not_run', $2, coalesce((select max(seq) from table_events where table_id = $1), 0), $3, '{}')`,
    [table, STUDIO, new Date(atMs)],
  );
};
