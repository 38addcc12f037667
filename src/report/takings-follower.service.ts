/**
 * Has the takings of rounds worked out by and by, soon after they end. Where it does not, a report
 * takes longer, and says the same.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { ANY_DUE } from './kept-takings.js';
import { ReportReader } from './report-reader.service.js';

const EVERY_MS = 30_000;

@Injectable()
export class TakingsFollower {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly reader: ReportReader,
    private readonly metrics: Metrics,
    poller: Poller,
    @InjectPinoLogger('reports') private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {
    poller.poll({ name: 'takings of rounds', everyMs: EVERY_MS, look: () => this.#look() });
  }

  async #look(): Promise<void> {
    const { rowCount } = await this.pool.query(ANY_DUE);
    if (rowCount === 0) return;
    const { kept, unclear } = await this.reader.catchUp();
    this.metrics.roundTakings.inc(kept);
    for (const each of unclear) this.logger.warn(each, 'a round cannot be worked out for reports');
  }
}
