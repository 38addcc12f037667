import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { assert } from '../money/assert.js';
import { leaveQueue } from '../platform/queues.js';
import { ChatRetention, FORGET_CHAT, RETENTION } from './chat-retention.service.js';

/** Runs the daily job. Run twice, it finds nothing more to delete. */
@Processor(RETENTION)
export class ChatRetentionWorker extends WorkerHost implements BeforeApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'roles'>,
    private readonly retention: ChatRetention,
    @InjectPinoLogger('chat') private readonly logger: PinoLogger,
  ) {
    super();
  }

  async process({ name }: Job): Promise<number> {
    assert(name === FORGET_CHAT, `the queue ${RETENTION} has no job ${name}`);
    return this.retention.forget();
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
    this.logger.error({ err: error, job: job?.id }, 'old chat could not be forgotten');
  }
}
