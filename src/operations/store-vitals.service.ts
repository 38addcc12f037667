/** What the database and the queues are like, as metrics: what waits in them, and for how long. */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import { ANCHORS } from '../audit/anchor-queue.service.js';
import { CONFIG, type Config } from '../config.js';
import { Metrics } from '../platform/metrics.js';
import { producing } from '../platform/queues.js';
import { Readiness, inTime } from '../platform/readiness.service.js';
import { Streams } from '../platform/streams.service.js';
import { atShutdown } from '../platform/within.js';
import { SESSION_EXPIRY } from '../session/expiry-queue.service.js';
import { SETTLEMENT } from '../settlement/settlement-queue.service.js';

/**
 * How long ago Postgres archived a file of its write-ahead log, in ms, where it fails to archive
 * the next one. 0 where it does not fail, or is not to archive at all.
 */
export const WAL_UNARCHIVED_MS = `
(select case when current_setting('archive_mode') <> 'off' and a.last_failed_time > coalesce(a.last_archived_time, '-infinity')
             then extract(epoch from now() - coalesce(a.last_archived_time, a.stats_reset)) * 1000 else 0 end::float8
   from pg_stat_archiver a)`;

/** By indexes alone. */
const LOOK = `
select (select count(*)::int from outbox where done_at is null) as open,
       (select coalesce(extract(epoch from studio_now() - min(created_at)) * 1000, 0)::float8 from outbox where done_at is null) as "ageMs",
       (select count(*)::int from tables t where not exists (
          select from table_leases l where l.table_id = t.id and l.owner is not null and l.expires_at > studio_now())) as unheld,
       (select count(*)::int from open_incidents) as incidents,
       (select count(*)::int from (select from rounds_due where fault is null limit 10000) as counted) as due,
       ${WAL_UNARCHIVED_MS} as "walUnarchivedMs"`;

interface Row {
  readonly open: number;
  readonly ageMs: number;
  readonly unheld: number;
  readonly incidents: number;
  /** Rounds whose takings are due: ten thousand at most are counted. */
  readonly due: number;
  readonly walUnarchivedMs: number;
}

const QUEUES = [SETTLEMENT, SESSION_EXPIRY, ANCHORS] as const;
const STATES = ['waiting', 'active', 'delayed', 'failed', 'waiting-children'] as const;

@Injectable()
export class StoreVitals implements BeforeApplicationShutdown {
  /** Opened by the first look, so that a studio that nobody watches has no connection for it. */
  #queues: readonly Queue[] | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) private readonly shared: BullRootModuleOptions,
    private readonly readiness: Readiness,
    private readonly streams: Streams,
    private readonly metrics: Metrics,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(Promise.all((this.#queues ?? []).map((queue) => queue.close())));
  }

  /** Undefined where nothing can be written, or the database does not answer in time. */
  async lookAtDatabase(): Promise<Row | undefined> {
    const { metrics, readiness } = this;
    if (!(await readiness.isWritable())) return undefined;
    const row = await inTime(readiness.pool.query<Row>(LOOK).then(({ rows }) => rows[0]));
    if (row === undefined) return undefined;
    metrics.outboxOpen.set(row.open);
    metrics.outboxAge.set(row.ageMs / 1_000);
    metrics.tablesUnheld.set(row.unheld);
    metrics.incidentsOpen.set(row.incidents);
    metrics.roundsDue.set(row.due);
    metrics.walUnarchived.set(row.walUnarchivedMs / 1_000);
    return row;
  }

  /** Whether all of them answered in time, and Redis takes what is written. */
  async lookAtQueues(): Promise<boolean> {
    this.#queues ??= QUEUES.map((name) => {
      const queue = new Queue(name, producing(this.shared, this.config.queue));
      queue.on('error', () => undefined); // What does not answer is what is found out here.
      return queue;
    });
    const looks = this.#queues.map((queue) => this.#lookAt(queue));
    const looked = await Promise.all([...looks, this.streams.takesWrites()].map(inTime));
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
