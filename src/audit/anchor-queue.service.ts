/** The queue's hour: one schedule, however many studios tell it. A queue that forgot it, or was away, is told again. */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Queue } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { producing } from '../platform/queues.js';
import { goodbye } from '../platform/within.js';

export const ANCHORS = 'anchors';
export const ANCHOR_LOGS = 'anchor-logs';

@Injectable()
export class AnchorQueue implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #queue: Queue;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) shared: BullRootModuleOptions,
    @InjectPinoLogger('anchors') private readonly logger: PinoLogger,
  ) {
    this.#queue = new Queue(ANCHORS, { connection: producing(shared, config.queue) });
    this.#queue.on('error', (error) => logger.warn({ err: error }, 'the queue does not answer'));
  }

  onApplicationBootstrap(): void {
    void this.#schedule();
    this.#timer = setInterval(() => void this.#schedule(), this.config.anchor.everyMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    await goodbye(this.#queue.close());
  }

  async #schedule(): Promise<void> {
    try {
      await this.#queue.upsertJobScheduler(
        ANCHOR_LOGS,
        { every: this.config.anchor.everyMs },
        { name: ANCHOR_LOGS, opts: { removeOnComplete: true, removeOnFail: true, attempts: 3 } },
      );
    } catch (error) {
      if (this.#isClosing) return;
      this.logger.warn({ err: error }, 'the queue takes no schedule now: the sweep sets anchors');
    }
  }
}
