/**
 * What is written is kept for 90 days. It is deleted at the start of a studio, and once a day by a
 * job.
 */
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import { Queue } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { producing } from '../platform/queues.js';
import { atShutdown } from '../platform/within.js';

export const RETENTION = 'retention';
export const FORGET_CHAT = 'forget-chat';

/** Rows of each kind that one statement deletes. */
const BATCH = 1_000;
/** In the quiet of the morning, UTC. */
const DAILY = { pattern: '0 4 * * *', tz: 'UTC' };
/** A queue that lost its schedule, or was unreachable, is given it again. */
const SCHEDULE_EVERY_MS = 3_600_000;
/** What the queue's job missed is deleted without it. */
const FORGET_EVERY_MS = 24 * 3_600_000;

@Injectable()
export class ChatRetention implements BeforeApplicationShutdown {
  readonly #queue: Queue;
  #isClosing = false;

  constructor(
    @Inject(CONFIG) { queue }: Config,
    @Inject(getSharedConfigToken()) shared: BullRootModuleOptions,
    @Inject(POOL) private readonly pool: pg.Pool,
    poller: Poller,
    @InjectPinoLogger('chat') private readonly logger: PinoLogger,
  ) {
    this.#queue = new Queue(RETENTION, producing(shared, queue));
    this.#queue.on('error', (error) => logger.warn({ err: error }, 'the queue does not answer'));
    poller.poll({
      name: 'schedule of retention',
      everyMs: SCHEDULE_EVERY_MS,
      look: () => this.#schedule(),
      atStart: true,
    });
    poller.poll({
      name: 'old chat',
      everyMs: FORGET_EVERY_MS,
      look: async () => void (await this.forget()),
      atStart: true,
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isClosing = true;
    await atShutdown(this.#queue.close());
  }

  /**
   * Deletes what is older than 90 days, a few rows at a time, so that nobody who writes waits long.
   * Returns how many messages and mutes were deleted.
   */
  async forget(): Promise<number> {
    let total = 0;
    for (let gone = -1; gone !== 0 && !this.#isClosing; total += gone) {
      const { rows } = await this.pool.query<{ gone: number }>('select forget_chat($1) as gone', [
        BATCH,
      ]);
      gone = rows[0]!.gone;
    }
    if (total > 0) this.logger.info({ total }, 'old chat was forgotten');
    return total;
  }

  /** The schedule exists once, however many studios set it. */
  async #schedule(): Promise<void> {
    await this.#queue.upsertJobScheduler(FORGET_CHAT, DAILY, {
      name: FORGET_CHAT,
      opts: { removeOnComplete: true, removeOnFail: true, attempts: 3 },
    });
  }
}
