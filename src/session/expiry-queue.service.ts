/**
 * The delayed jobs that look at a session when it is to be warned, or to end. Redis may lose them.
 * The sweep does not.
 */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { addAll, leaveReplica, producing } from '../platform/queues.js';
import { atShutdown } from '../platform/within.js';

export const SESSION_EXPIRY = 'session-expiry';

export interface Look {
  readonly playerId: string;
  readonly atMs: number;
  /**
   * An extra look, besides those that follow a session from its first deposit. No other look
   * follows it. Otherwise a player who disconnects again and again would be looked at ever more
   * often. It is repeated only while a round is in hand.
   */
  readonly isExtra?: boolean;
  /** The session is due, and waits for its round. */
  readonly isOverdue?: boolean;
}

const OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 1 };

@Injectable()
export class ExpiryQueue implements BeforeApplicationShutdown {
  readonly #queue: Queue;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) shared: BullRootModuleOptions,
    @Inject(CLOCK) private readonly clock: Clock,
    @InjectPinoLogger('sessions') private readonly logger: PinoLogger,
  ) {
    this.#queue = new Queue(SESSION_EXPIRY, producing(shared, config.queue));
    this.#queue.on('error', (error) => logger.warn({ err: error }, 'the queue does not answer'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(this.#queue.close());
  }

  /** Returns at once. The same look, asked for twice, is queued once. */
  arm(looks: readonly Look[]): void {
    if (looks.length === 0) return;
    const nowMs = this.clock.nowMs();
    const jobs = looks.map(({ playerId, atMs, isExtra = false }) => ({
      name: 'look',
      data: { playerId, isExtra },
      opts: {
        ...OPTIONS,
        jobId: `session-${playerId}-${atMs}`,
        delay: Math.max(0, atMs - nowMs),
      },
    }));
    addAll(this.#queue, this.config.queue, jobs).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the queue takes no sessions: the sweep ends them');
      void leaveReplica(this.#queue, error);
    });
  }
}
