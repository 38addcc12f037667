/**
 * The queue's hourly job: one schedule, however many studios set it. A queue that lost it, or was
 * unreachable, is given it again.
 */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { Queue } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { producing } from '../platform/queues.js';
import { atShutdown } from '../platform/within.js';

export const ANCHORS = 'anchors';
export const ANCHOR_LOGS = 'anchor-logs';

@Injectable()
export class AnchorQueue implements BeforeApplicationShutdown {
  readonly #queue: Queue;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) shared: BullRootModuleOptions,
    poller: Poller,
    @InjectPinoLogger('anchors') logger: PinoLogger,
  ) {
    this.#queue = new Queue(ANCHORS, producing(shared, config.queue));
    this.#queue.on('error', (error) => logger.warn({ err: error }, 'the queue does not answer'));
    poller.poll({
      name: 'schedule of anchors',
      everyMs: config.anchor.everyMs,
      look: () => this.#schedule(),
      atStart: true,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(this.#queue.close());
  }

  async #schedule(): Promise<void> {
    await this.#queue.upsertJobScheduler(
      ANCHOR_LOGS,
      { every: this.config.anchor.everyMs },
      { name: ANCHOR_LOGS, opts: { removeOnComplete: true, removeOnFail: true, attempts: 3 } },
    );
  }
}
