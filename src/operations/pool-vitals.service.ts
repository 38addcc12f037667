/** The pools of connections to Postgres, as metrics: how many are in use, and who waits for one. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { HANDS_POOL, MONEY_POOL, POOL, PUBLIC_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';

@Injectable()
export class PoolVitals {
  constructor(
    @Inject(POOL) private readonly studio: pg.Pool,
    @Inject(MONEY_POOL) private readonly money: pg.Pool,
    @Inject(HANDS_POOL) private readonly hands: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly ofThePublic: pg.Pool,
    private readonly metrics: Metrics,
  ) {}

  /** How many wait, in all of them. */
  look(): number {
    const { studio, money, hands, ofThePublic } = this;
    const pools = { studio, money, hands, public: ofThePublic };
    let waiting = 0;
    for (const [name, pool] of Object.entries(pools)) {
      const { idleCount, totalCount, waitingCount } = pool;
      this.metrics.poolWaiting.set({ pool: name }, waitingCount);
      this.metrics.poolConnections.set({ pool: name, state: 'idle' }, idleCount);
      this.metrics.poolConnections.set({ pool: name, state: 'busy' }, totalCount - idleCount);
      waiting += waitingCount;
    }
    return waiting;
  }
}
