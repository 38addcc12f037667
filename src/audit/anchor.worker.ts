import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { assert } from '../money/assert.js';
import { leaveQueue } from '../platform/queues.js';
import { ANCHORS, ANCHOR_LOGS } from './anchor-queue.service.js';
import { Anchors } from './anchors.service.js';

/** Runs the hourly job. Run twice, it finds every log vouched for. */
@Processor(ANCHORS)
export class AnchorWorker extends WorkerHost implements BeforeApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'roles'>,
    private readonly anchors: Anchors,
    @InjectPinoLogger('anchors') private readonly logger: PinoLogger,
  ) {
    super();
  }

  async process({ name }: Job): Promise<number> {
    assert(name === ANCHOR_LOGS, `the queue ${ANCHORS} has no job ${name}`);
    return this.anchors.look('hour');
  }

  beforeApplicationShutdown(): Promise<void> {
    return leaveQueue(this.config, this);
  }

  @OnWorkerEvent('error')
  onError(error: Error): void {
    this.logger.warn({ err: error }, 'the queue does not answer');
  }

  @OnWorkerEvent('failed')
  onFailed(_job: Job | undefined, error: Error): void {
    this.logger.warn({ err: error }, 'the hour’s anchors could not be set: the sweep does');
  }
}
