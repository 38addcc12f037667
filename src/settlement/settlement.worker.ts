/**
 * The worker of the settlement. It pays rounds and their corrections, chunk by chunk, and reports
 * them to their tables.
 */
import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { Metrics } from '../platform/metrics.js';
import { leaveQueue } from '../platform/queues.js';
import { Tables } from '../table/tables.service.js';
import { chunkCount } from './pay-round.js';
import { type OfTimeline, SETTLEMENT, type SettlementJobs } from './settlement-queue.service.js';
import { SETTLEMENT_STORE, type SettlementStore } from './store.js';

type SettlementJob = {
  [K in keyof SettlementJobs]: Job<Partial<OfTimeline<object>> & SettlementJobs[K], void, K>;
}[keyof SettlementJobs];

/** A correction that is to be paid. */
type Owed = SettlementJobs['finish_correction'];

/** Runs the jobs of the settlement queue. Each job is idempotent by the key of what it pays. */
@Processor(SETTLEMENT, { concurrency: 2 })
export class SettlementWorker extends WorkerHost implements BeforeApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'settlement' | 'roles'>,
    @Inject(SETTLEMENT_STORE) private readonly store: SettlementStore,
    private readonly tables: Tables,
    private readonly metrics: Metrics,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {
    super();
  }

  async process(job: SettlementJob): Promise<void> {
    if (!(await this.#isOurs(job.data))) {
      this.logger.warn({ job: job.id }, 'a job of another timeline was thrown away');
      return;
    }
    switch (job.name) {
      case 'chunk':
        return this.store.pay(job.data);
      case 'finish':
        await this.finish(job.data, 'queue');
        return;
      case 'correct':
        return this.store.correct(job.data);
      case 'finish_correction':
        await this.finishCorrection(job.data, 'queue');
    }
  }

  /** Of a job from before there were timelines nothing is known: it is of the first one. */
  async #isOurs({ timeline = 0, database }: SettlementJob['data']): Promise<boolean> {
    if (timeline !== (await this.store.timeline())) return false;
    return database === undefined || database === (await this.store.database());
  }

  /**
   * Tells the table that its round is paid. False while it is not paid. Where another process runs
   * the table, that process finds it.
   */
  async finish(
    { table: id, game }: SettlementJobs['finish'],
    by: 'queue' | 'sweep',
  ): Promise<boolean> {
    const table = this.tables.find(id);
    if (typeof table === 'string') return false;
    const paid = await this.store.paid(game);
    if (paid === undefined) return false;
    const reply = await table.perform(
      paid.outcome === 'settle'
        ? {
            kind: 'finish_settlement',
            game,
            stakes: paid.stakes.toString(),
            paid: paid.paid.toString(),
            further: paid.further,
          }
        : {
            kind: 'finish_refund',
            game,
            stakes: paid.stakes.toString(),
            further: paid.further,
          },
    );
    if (reply.ok) this.metrics.roundsPaid.inc({ by });
    return true;
  }

  /** Pays the round in this process, without the queue. */
  async pay(game: string, players: number): Promise<void> {
    const planned = chunkCount(players, this.config.settlement.chunkSize);
    const chunks = await this.store.cut(game, planned);
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await this.store.pay({ game, chunk, chunks });
    }
  }

  /** Tells the table that a correction is paid. False while it is not paid. */
  async finishCorrection(
    { table: id, game, correction }: Owed,
    by: 'queue' | 'sweep',
  ): Promise<boolean> {
    const table = this.tables.find(id);
    if (typeof table === 'string') return false;
    const corrected = await this.store.corrected(game, correction);
    if (corrected === undefined) return false;
    const reply = await table.perform({
      kind: 'finish_correction',
      game,
      correction,
      stakes: corrected.stakes.toString(),
      paid: corrected.paid.toString(),
      shortfall: corrected.shortfall.toString(),
      further: corrected.further,
    });
    if (reply.ok) this.metrics.roundsPaid.inc({ by });
    return true;
  }

  /** The same for a correction. */
  async payCorrection({ game, correction }: Owed): Promise<void> {
    const chunks = (await this.store.cutOf(game, correction)) ?? 0;
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await this.store.correct({ game, correction, chunk });
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return leaveQueue(this.config, this);
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.warn({ err: error }, 'the queue does not answer');
  }

  @OnWorkerEvent('failed')
  onFailed(job: Job | undefined, error: Error): void {
    this.logger.error({ err: error, job: job?.id }, 'a settlement job failed');
  }
}
