/**
 * Sends what players have answered to notices of their operators, until it is taken. An operator
 * that is dead holds up no other.
 */
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { exponentOf } from '../money/currency.js';
import { MONEY_POOL } from '../platform/database.js';
import { Poller, type Polling } from '../platform/poller.js';
import { atShutdown } from '../platform/within.js';
import { type AnswerDue, endAnswer, takeDueAnswers } from './notice-rows.js';
import { WalletCalls } from './wallet-calls.service.js';

const LOOK_EVERY_MS = 2_000;
/** To one operator. */
const AT_ONCE = 20;
const WITHIN_MS = 2_000;
/** Longer than a try takes: meanwhile no other process sends it. */
const PAUSE_MS = 5_000;

@Injectable()
export class NoticeAnswers implements BeforeApplicationShutdown {
  readonly #stop = new AbortController();
  /** By operator: what it is being sent. It is sent no more before that is over. */
  readonly #asked = new Map<string, Promise<unknown>>();
  readonly #looking: Polling;

  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(WalletCalls) private readonly calls: Pick<WalletCalls, 'ask'>,
    @InjectPinoLogger('wallets') private readonly logger: Pick<PinoLogger, 'warn'>,
    @Inject(Poller) poller: Pick<Poller, 'poll'>,
  ) {
    const look = () => this.#look();
    const name = 'notice answers';
    this.#looking = poller.poll({ name, everyMs: LOOK_EVERY_MS, look, wokenBy: 'notice' });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#stop.abort();
    await atShutdown(Promise.all(this.#asked.values()));
  }

  /** Nobody waits here for an answer. */
  async #look(): Promise<void> {
    if (this.#stop.signal.aborted) return;
    const but = [...this.#asked.keys()];
    const due = await takeDueAnswers(this.pool, { pauseMs: PAUSE_MS, ofEach: AT_ONCE, but });
    for (const operator of new Set(due.map((each) => each.operator))) {
      const its = due.filter((each) => each.operator === operator);
      const asked = Promise.all(its.map((each) => this.#send(each))).then((areTaken) => {
        this.#asked.delete(operator);
        // One that takes nothing is asked again when the pauses are over, and not at once.
        const hasMore = its.length === AT_ONCE && areTaken.includes(true);
        if (hasMore && !this.#stop.signal.aborted) this.#looking.wake();
      });
      this.#asked.set(operator, asked);
    }
  }

  /** Whether it was taken. A wallet that refuses it has it. */
  async #send(answer: AnswerDue): Promise<boolean> {
    const { id, player, currency, session, notice, action } = answer;
    const order = {
      ...{ player, currency, exponent: exponentOf(currency), notice, action },
      ...(session !== null && { session }),
      answeredAtMs: Number(answer.answeredAtMs),
    };
    try {
      const verdict = await this.calls.ask(answer, 'notice', order, WITHIN_MS, this.#stop.signal);
      if (verdict.status === 'unknown') return false;
      await endAnswer(this.pool, id);
      return true;
    } catch (err) {
      this.logger.warn({ err, notice: id }, 'an answer to a notice could not be sent');
      return false;
    }
  }
}
