/** Measures for how long events of the logs have waited for an anchor that vouches for them. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { openLogs } from './anchor-rows.js';
import { waitedMs } from './due.js';

const EVERY_MS = 10_000;

@Injectable()
export class AnchorAges {
  constructor(
    @Inject(POOL) pool: pg.Pool,
    @Inject(CLOCK) clock: Clock,
    metrics: Metrics,
    poller: Poller,
  ) {
    const look = async (): Promise<void> => {
      const open = await openLogs(pool);
      metrics.anchorAge.set(waitedMs(open, clock.nowMs()) / 1_000);
    };
    poller.poll({ name: 'anchor ages', everyMs: EVERY_MS, look, atStart: true });
  }
}
