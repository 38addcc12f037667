/**
 * How this process is: looked at when somebody asks, by a scrape of the metrics or a question about
 * its health. While nobody asks it costs nothing.
 */
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config, ROLES } from '../config.js';
import { Metrics } from '../platform/metrics.js';
import { COMPLAINTS, type Health, healthOf } from './health.js';
import { PoolVitals } from './pool-vitals.service.js';
import { StoreVitals } from './store-vitals.service.js';
import { TableVitals } from './table-vitals.service.js';

/** However many ask, it is looked at no more often. In the world's time, as those who ask live. */
const FRESH_MS = 500;
/** The loop's delay is that of the last seconds. */
const LOOP_WINDOW_MS = 10_000;
const NS_PER_MS = 1e6;

@Injectable()
export class Vitals implements OnApplicationShutdown {
  readonly #loop: IntervalHistogram = monitorEventLoopDelay({ resolution: 20 });
  #loopSince = performance.now();
  #lookedAt = -Infinity;
  #looking: Promise<Health> | undefined;

  constructor(
    @Inject(CONFIG) { roles }: Pick<Config, 'roles'>,
    private readonly tables: TableVitals,
    private readonly stores: StoreVitals,
    private readonly pools: PoolVitals,
    private readonly metrics: Metrics,
  ) {
    this.#loop.enable();
    for (const role of ROLES) metrics.roles.set({ role }, roles.has(role) ? 1 : 0);
  }

  onApplicationShutdown(): void {
    this.#loop.disable();
  }

  /** The names of the tables that this process runs. */
  get tablesHere(): readonly string[] {
    return this.tables.here;
  }

  /** Sets the metrics that are looked at, too. */
  health(): Promise<Health> {
    const isFresh = performance.now() - this.#lookedAt < FRESH_MS;
    if (this.#looking === undefined || !isFresh) {
      this.#lookedAt = performance.now();
      this.#looking = this.#look();
    }
    return this.#looking;
  }

  async #look(): Promise<Health> {
    const tablesStalled = this.tables.look();
    const poolWaiting = this.pools.look();
    const [row, isQueueReached] = await Promise.all([
      this.stores.lookAtDatabase(),
      this.stores.lookAtQueues(),
    ]);
    const health = healthOf({
      isWritable: row !== undefined,
      isQueueReached,
      loopLagMs: this.#loopLagMs(),
      poolWaiting,
      outboxAgeMs: row?.ageMs ?? 0,
      tablesWithoutOwner: row?.unheld ?? 0,
      tablesStalled,
    });
    this.metrics.ready.set(health.status === 'dead' ? 0 : 1);
    for (const complaint of COMPLAINTS) {
      this.metrics.complaints.set({ complaint }, health.complaints.includes(complaint) ? 1 : 0);
    }
    return health;
  }

  /** The longest but for one in a hundred, beyond what the timer itself takes. */
  #loopLagMs(): number {
    const lagMs = this.#loop.percentile(99) / NS_PER_MS;
    const nowMs = performance.now();
    if (nowMs - this.#loopSince > LOOP_WINDOW_MS) {
      this.#loop.reset();
      this.#loopSince = nowMs;
    }
    return lagMs;
  }
}
