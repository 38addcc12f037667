/**
 * The watch over the process's clock. Where it differs from the database's by more than a second,
 * each table that is run by it has an incident.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../../platform/database.js';
import { Poller } from '../../platform/poller.js';
import { STUDIO } from '../../round/fault.js';
import { openingOf } from '../../table/incident.js';
import { Tables } from '../../table/tables.service.js';

const EVERY_MS = 1_000;
const MS_PER_SECOND = 1_000;

@Injectable()
export class ClockWatch {
  /** Tables with an incident since the clock has been wrong. */
  readonly #opened = new Set<string>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    poller: Poller,
  ) {
    poller.poll({ name: 'clock', everyMs: EVERY_MS, look: () => this.#look() });
  }

  async #look(): Promise<void> {
    const { clockSkewMs, nowMs } = this.tables;
    if (clockSkewMs === 0) return this.#opened.clear();
    const seconds = (0 - clockSkewMs) / MS_PER_SECOND;
    const detail = `${seconds > 0 ? '+' : '−'}${Math.abs(seconds).toFixed(1)} s`;
    for (const { state } of this.tables.here) {
      const { table, seq } = state;
      if (this.#opened.has(table)) continue;
      const fault = { kind: 'clock_skew', detail, by: STUDIO } as const;
      await this.pool.query(openingOf(fault, seq, nowMs, state));
      this.#opened.add(table);
    }
  }
}
