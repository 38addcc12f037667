/** The requests that wait, for a second person or to be carried out: told to the pit whenever one of them has changed, by whichever process. */
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import type { Approval } from '../protocol/approval.js';
import { readOpenApprovals } from './approval-rows.js';
import { PitNews } from './pit-news.js';

const EVERY_MS = 500;

@Injectable()
export class ApprovalBoard implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** As told last. */
  #open = new Map<string, Approval>();
  #looking: Promise<void> = Promise.resolve();
  /** One round is enough for the clock to wait for, however long it takes. */
  #isTicking = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly news: PitNews,
    @InjectPinoLogger('pit') private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      if (this.#isTicking || !(this.news.isHeard || this.#open.size > 0)) return;
      this.#isTicking = true;
      void this.look().finally(() => (this.#isTicking = false));
    }, EVERY_MS);
    this.#timer.unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  get open(): readonly Approval[] {
    return [...this.#open.values()];
  }

  /** One round of looking; what has changed since the last is told. Rounds never overlap. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    try {
      const approvals = await readOpenApprovals(this.pool, [...this.#open.keys()]);
      for (const approval of approvals) {
        const told = this.#open.get(approval.id);
        if (JSON.stringify(told) !== JSON.stringify(approval)) this.news.approval(approval);
      }
      const open = approvals.filter(({ state }) => state === 'pending' || state === 'approved');
      this.#open = new Map(open.map((approval) => [approval.id, approval]));
    } catch (error) {
      this.logger.warn({ err: error }, 'the requests could not be read');
    }
  }
}
