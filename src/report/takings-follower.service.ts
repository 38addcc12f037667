/**
 * Has the takings of rounds worked out by and by, soon after they end. Where it does not, a report
 * takes longer, and says the same.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { ReportReader } from './report-reader.service.js';

const EVERY_MS = 30_000;

@Injectable()
export class TakingsFollower {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly reader: ReportReader,
    private readonly metrics: Metrics,
    poller: Poller,
  ) {
    poller.poll({ name: 'takings of rounds', everyMs: EVERY_MS, look: () => this.#look() });
  }

  async #look(): Promise<void> {
    const { rowCount } = await this.pool.query('select from rounds_due limit 1');
    if (rowCount === 0) return;
    this.metrics.roundTakings.inc(await this.reader.catchUp());
  }
}
