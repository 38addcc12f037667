/**
 * Tells the desk of a tip, in every process. Where the process that committed it has died before,
 * or Redis has lost the message, the desk is sent it a moment later, out of the database.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { type BulletinKind, Bulletins } from '../platform/bulletins.service.js';
import { PUBLIC_POOL } from '../platform/database.js';
import { CLOCK, type Clock } from '../platform/clock.js';
import { Poller } from '../platform/poller.js';
import { SentKeys } from '../platform/sent-keys.js';
import type { Tip } from '../protocol/tip.js';
import { Broadcast, tableRoom } from '../table/broadcast.js';
import { readTipsSince } from './tip-rows.js';

const TIP: BulletinKind<Tip> = { name: 'tip' };

const LOOK_EVERY_MS = 5_000;
/** So far back it looks each time: a look may fail, and a transaction take its time. */
const LOOKS_BACK_MS = 30_000;
/** Of a look. */
const AT_ONCE_MAX = 500;

@Injectable()
export class TipBroadcast {
  /** What was sent here, by its number. */
  readonly #sent = new SentKeys();
  /** What was given before is read by whoever comes to a desk here. */
  readonly #startedAtMs: number;

  constructor(
    private readonly broadcast: Broadcast,
    @Inject(Bulletins) private readonly bulletins: Pick<Bulletins, 'on' | 'post'>,
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CLOCK) clock: Pick<Clock, 'nowMs'>,
    poller: Poller,
  ) {
    this.#startedAtMs = clock.nowMs();
    bulletins.on(TIP, (tip) => this.#send(tip));
    poller.poll({
      name: 'tips',
      everyMs: LOOK_EVERY_MS,
      look: (nowMs) => this.#look(nowMs),
      isWanted: () => broadcast.desksHere.length > 0,
    });
  }

  given(tip: Tip): void {
    this.#send(tip);
    void this.bulletins.post(TIP, tip);
  }

  async #look(nowMs: number): Promise<void> {
    const withinMs = Math.min(LOOKS_BACK_MS, nowMs - this.#startedAtMs);
    const { desksHere } = this.broadcast;
    for (const tip of await readTipsSince(this.pool, desksHere, withinMs, AT_ONCE_MAX)) {
      this.#send(tip);
    }
  }

  /** Once, whichever way it has come. */
  #send(tip: Tip): void {
    if (!this.#sent.isNew(tip.id)) return;
    this.broadcast.reach('dealer').to(tableRoom('dealer', tip.table)).emit('tip:given', tip);
  }
}
