/**
 * Sets the anchors: at the end of a shoe, when a table opens or closes, every hour, and at the
 * studio's start.
 */
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { POOL } from '../platform/database.js';
import { databaseRefusal } from '../platform/database-refusals.js';
import { Poller } from '../platform/poller.js';
import { readTimeline } from '../platform/timelines.service.js';
import { inTransaction, isUniqueViolation } from '../platform/transaction.js';
import { type OpenLogHead, openLogs, takeOrdinal, writeAnchor, writeKey } from './anchor-rows.js';
import { type Anchor, type AnchorReason, signAnchor } from './anchor.js';
import { type Occasion, anchorReason } from './due.js';
import { anchorLine } from './lines.js';

/** Another process set the log's next anchor. */
const wasFaster = (error: unknown): boolean =>
  databaseRefusal(error) === 'anchor_out_of_order' || isUniqueViolation(error);

/** How many anchors were set, and which logs were refused theirs, and why. */
interface Looked {
  readonly set: number;
  readonly refused: ReadonlyMap<string, unknown>;
}

const notSet = (refused: ReadonlyMap<string, unknown>): Error => {
  const [cause] = refused.values();
  return new Error(`no anchor could be set for ${[...refused.keys()].join(', ')}`, { cause });
};

@Injectable()
export class Anchors implements OnApplicationBootstrap {
  #looking: Promise<unknown> = Promise.resolve();
  #occasion: Occasion = 'start';
  /** The number of each log's anchor that another process has set first. */
  readonly #overtaken = new Map<string, bigint>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    poller: Poller,
    @InjectPinoLogger('anchors') private readonly logger: PinoLogger,
  ) {
    const look = () => this.#sweep();
    poller.poll({ name: 'anchors', everyMs: config.anchor.sweepMs, look, atStart: true });
  }

  onApplicationBootstrap(): void {
    const { key } = this.config.anchor;
    this.logger.info({ key: key.id, publicKey: key.publicKey }, 'anchors are signed with this key');
  }

  /** The first look is at the start, also where a log is refused its anchor. */
  async #sweep(): Promise<void> {
    const { refused } = await this.#inTurn(this.#occasion);
    this.#occasion = 'sweep';
    if (refused.size > 0) throw notSet(refused);
  }

  /**
   * Sets every anchor that is due, and returns how many. Rejects where the database refuses one,
   * when all others are set. The sweep's looks and those of the hourly job never overlap.
   */
  async look(occasion: Occasion): Promise<number> {
    const { set, refused } = await this.#inTurn(occasion);
    if (refused.size > 0) throw notSet(refused);
    return set;
  }

  #inTurn(occasion: Occasion): Promise<Looked> {
    const look = this.#looking.then(() => this.#look(occasion));
    this.#looking = look.catch(() => undefined);
    return look;
  }

  async #look(occasion: Occasion): Promise<Looked> {
    const { key, everyMs } = this.config.anchor;
    // Each time: a restore may have lost it since.
    await writeKey(this.pool, key);
    let set = 0;
    const refused = new Map<string, unknown>();
    for (const log of await openLogs(this.pool)) {
      const reason = anchorReason(log, occasion, everyMs, this.clock.nowMs());
      if (reason === undefined) continue;
      try {
        if (await this.#set(log, reason)) set += 1;
      } catch (error) {
        // What is wrong with one log keeps no other from its anchor. Without Postgres none has it.
        if (!(error instanceof pg.DatabaseError)) throw error;
        refused.set(log.table, error);
      }
    }
    return { set, refused };
  }

  /**
   * The studio's own log contains the anchor in full. Where logs are kept elsewhere, they are a
   * witness.
   */
  async #set({ table, seq, hash, last }: OpenLogHead, reason: AnchorReason): Promise<boolean> {
    const number = (last?.number ?? 0n) + 1n;
    let anchor: Anchor;
    try {
      anchor = await inTransaction(this.pool, async (tx) => {
        const ordinal = await takeOrdinal(tx);
        const timeline = await readTimeline(tx);
        const at = new Date(this.clock.nowMs()).toISOString();
        const content = { table, number, ordinal, seq, hash, reason, at, timeline };
        const signed = signAnchor(content, last?.signature, this.config.anchor.key);
        await writeAnchor(tx, signed);
        return signed;
      });
    } catch (error) {
      // Whoever was faster has set this number, and it is not due again.
      if (!wasFaster(error) || this.#overtaken.get(table) === number) throw error;
      this.#overtaken.set(table, number);
      return false;
    }
    this.#overtaken.delete(table);
    this.logger.info(anchorLine(anchor), 'an anchor is set');
    return true;
  }
}
