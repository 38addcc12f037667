/** How much time was left of a lease when it was renewed. At nothing it goes to another process. */
import type { Clock } from '../platform/clock.js';
import type { Metrics } from '../platform/metrics.js';
import type { Lease, Renewal } from './lease.js';

const MS_PER_SECOND = 1_000;

export class LeaseMargins {
  /** When each lease that is held was taken or renewed last. */
  readonly #heldSinceMs = new Map<string, number>();

  constructor(
    private readonly metrics: Metrics,
    private readonly clock: Clock,
  ) {}

  taken({ table }: Lease): void {
    this.#heldSinceMs.set(table, this.clock.nowMs());
  }

  /** One that is locked just now counts when it is renewed the next time. */
  renewed(renewals: ReadonlyMap<string, Renewal>, ttlMs: number): void {
    const nowMs = this.clock.nowMs();
    for (const [table, renewal] of renewals) {
      const sinceMs = this.#heldSinceMs.get(table);
      if (sinceMs === undefined || renewal === 'locked') continue;
      const leftMs = renewal === 'lost' ? 0 : Math.max(0, ttlMs - (nowMs - sinceMs));
      this.metrics.leaseMargin.observe(leftMs / MS_PER_SECOND);
      if (renewal === 'lost') this.#heldSinceMs.delete(table);
      else this.#heldSinceMs.set(table, nowMs);
    }
  }
}
