import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { Job } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { leaveQueue } from '../platform/queues.js';
import { SETTLEMENT, type SettlementJobs } from './settlement-queue.service.js';
import { Settlement } from './settlement.service.js';

type SettlementJob = {
  [K in keyof SettlementJobs]: Job<SettlementJobs[K], void, K>;
}[keyof SettlementJobs];

/** Runs the jobs of the settlement queue; each is idempotent by the key of what it pays. */
@Processor(SETTLEMENT, { concurrency: 2 })
export class SettlementWorker extends WorkerHost implements BeforeApplicationShutdown {
  constructor(
    private readonly settlement: Settlement,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {
    super();
  }

  async process(job: SettlementJob): Promise<void> {
    switch (job.name) {
      case 'chunk':
        return this.settlement.payChunk(job.data);
      case 'finish':
        await this.settlement.finish(job.data, 'queue');
        return;
      case 'correct':
        return this.settlement.correctChunk(job.data);
      case 'finish_correction':
        await this.settlement.finishCorrection(job.data, 'queue');
    }
  }

  beforeApplicationShutdown(): Promise<void> {
    return leaveQueue(this.worker);
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
