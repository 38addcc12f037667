/**
 * How long each lease is held for certain, by this process's own clock. When its term is over and
 * the database does not answer, another process may have the table.
 */
import type { Lease, Renewal } from './lease.js';

/**
 * After this many renewals without an answer the database is taken to be out of reach. A process
 * that was suspended has sent one, and is answered at once.
 */
const UNANSWERED_MAX = 2;

export class LeaseTerms {
  readonly #endsAtMs = new WeakMap<Lease, number>();
  /** How many renewals have been sent since one was answered. */
  #unanswered = 0;

  constructor(
    private readonly nowMs: () => number,
    private readonly ttlMs: number,
  ) {}

  /** The lease was asked for at `askedAtMs`, and was got. */
  taken(lease: Lease, askedAtMs: number): void {
    this.#endsAtMs.set(lease, askedAtMs + this.ttlMs);
  }

  /** Renewals are sent now. Returns the time. */
  asked(): number {
    this.#unanswered += 1;
    return this.nowMs();
  }

  /** What was asked at `askedAtMs` was answered. */
  answered(
    leases: readonly Lease[],
    renewals: ReadonlyMap<string, Renewal>,
    askedAtMs: number,
  ): void {
    this.#unanswered = 0;
    for (const lease of leases) {
      if (renewals.get(lease.table) === 'renewed') this.taken(lease, askedAtMs);
    }
  }

  /** Whether another process may have the table, as far as this one can know. */
  isInDoubt(lease: Lease): boolean {
    if (this.#unanswered < UNANSWERED_MAX) return false;
    return this.nowMs() >= (this.#endsAtMs.get(lease) ?? Infinity);
  }
}
