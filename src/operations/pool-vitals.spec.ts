import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../platform/metrics.js';
import { PoolVitals } from './pool-vitals.service.js';

const pool = (waitingCount: number): pg.Pool =>
  ({ idleCount: 1, totalCount: 3, waitingCount }) as pg.Pool;

describe('the pools', () => {
  it('are all looked at, that of the hands too: who waits for any of them is counted', async () => {
    const metrics = new Metrics();
    const vitals = new PoolVitals(pool(1), pool(2), pool(4), pool(8), metrics);
    expect(vitals.look()).toBe(15);
    const text = await metrics.read();
    for (const [name, waiting] of Object.entries({ studio: 1, money: 2, hands: 4, public: 8 })) {
      expect(text).toContain(`sabot_pool_waiting{pool="${name}"} ${waiting}`);
    }
  });
});
