/** What the database and the queues are like, as metrics: what waits in them, and for how long. */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import type pg from 'pg';
import { ANCHORS } from '../audit/anchor-queue.service.js';
import { CONFIG, type Config } from '../config.js';
import { POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { producing } from '../platform/queues.js';
import { atShutdown } from '../platform/within.js';
import { SESSION_EXPIRY } from '../session/expiry-queue.service.js';
import { SETTLEMENT } from '../settlement/settlement-queue.service.js';

/** By indexes alone. `writable`: something was written, as whatever is acked would be. */
const LOOK = `
with written as (update readiness set at = studio_now() returning at)
select exists (select from written) as writable,
       (select count(*)::int from outbox where done_at is null) as open,
       (select coalesce(extract(epoch from studio_now() - min(created_at)) * 1000, 0)::float8 from outbox where done_at is null) as "ageMs",
       (select count(*)::int from tables t where not exists (
          select from table_leases l where l.table_id = t.id and l.owner is not null and l.expires_at > studio_now())) as unheld,
       (select count(*)::int from open_incidents) as incidents,
       (select count(*)::int from (select from rounds_due limit 10000) as counted) as due`;

interface Row {
  readonly writable: boolean;
  readonly open: number;
  readonly ageMs: number;
  readonly unheld: number;
  readonly incidents: number;
  /** Rounds whose takings are due: ten thousand at most are counted. */
  readonly due: number;
}

const QUEUES = [SETTLEMENT, SESSION_EXPIRY, ANCHORS] as const;
const STATES = ['waiting', 'active', 'delayed', 'failed', 'waiting-children'] as const;

/** Nobody who asks how a studio is waits longer for a service that does not answer. */
const ANSWER_WITHIN_MS = 2_500;

@Injectable()
export class StoreVitals implements BeforeApplicationShutdown {
  /** Opened by the first look, so that a studio that nobody watches has no connection for it. */
  #queues: readonly Queue[] | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) private readonly shared: BullRootModuleOptions,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly metrics: Metrics,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(Promise.all((this.#queues ?? []).map((queue) => queue.close())));
  }

  /** Undefined where the database does not answer in time. */
  async lookAtDatabase(): Promise<Row | undefined> {
    const { metrics, pool } = this;
    const row = await inTime(pool.query<Row>(LOOK).then(({ rows }) => rows[0]));
    if (row === undefined) return undefined;
    metrics.outboxOpen.set(row.open);
    metrics.outboxAge.set(row.ageMs / 1_000);
    metrics.tablesUnheld.set(row.unheld);
    metrics.incidentsOpen.set(row.incidents);
    metrics.roundsDue.set(row.due);
    return row;
  }

  /** Whether all of them answered in time. */
  async lookAtQueues(): Promise<boolean> {
    this.#queues ??= QUEUES.map((name) => {
      const queue = new Queue(name, producing(this.shared, this.config.queue));
      queue.on('error', () => undefined); // What does not answer is what is found out here.
      return queue;
    });
    const looked = await Promise.all(this.#queues.map((queue) => inTime(this.#lookAt(queue))));
    return looked.every((isDone) => isDone === true);
  }

  async #lookAt(queue: Queue): Promise<true> {
    const [counts, [oldest]] = await Promise.all([
      queue.getJobCounts(...STATES),
      queue.getJobs(['waiting'], 0, 0, true),
    ]);
    const { name } = queue;
    for (const state of STATES) {
      this.metrics.queueJobs.set({ queue: name, state }, counts[state] ?? 0);
    }
    const ageMs = oldest === undefined ? 0 : Math.max(0, Date.now() - oldest.timestamp);
    this.metrics.queueAge.set({ queue: name }, ageMs / 1_000);
    return true;
  }
}

/** Undefined where it fails, or takes too long. */
const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([work, tooLong]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};
