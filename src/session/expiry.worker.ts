import { OnWorkerEvent, Processor, WorkerHost } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject } from '@nestjs/common';
import type { Job } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { leaveQueue } from '../platform/queues.js';
import { ExpiryQueue, type Look, SESSION_EXPIRY } from './expiry-queue.service.js';
import { Expiry } from './expiry.service.js';

/** Runs the delayed jobs. Each looks at one player's session, and asks for the next look. */
@Processor(SESSION_EXPIRY, { concurrency: 4 })
export class ExpiryWorker extends WorkerHost implements BeforeApplicationShutdown {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'roles'>,
    private readonly expiry: Expiry,
    @Inject(ExpiryQueue) private readonly queue: Pick<ExpiryQueue, 'arm'>,
    @InjectPinoLogger('sessions') private readonly logger: PinoLogger,
  ) {
    super();
  }

  async process({ data }: Job<Pick<Look, 'playerId' | 'isExtra'>>): Promise<void> {
    const looks = await this.expiry.look([data.playerId]);
    const overdue = looks.filter(({ isOverdue }) => isOverdue === true);
    this.queue.arm(
      data.isExtra === true ? overdue.map((look) => ({ ...look, isExtra: true })) : looks,
    );
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
    this.logger.warn({ err: error }, 'a session could not be looked at: the sweep does');
  }
}
