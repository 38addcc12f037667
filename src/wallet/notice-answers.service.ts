/** Sends what players have answered to notices of their operators, until it is taken. */
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { exponentOf } from '../money/currency.js';
import { MONEY_POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { type AnswerDue, endAnswer, takeDueAnswers } from './notice-rows.js';
import { WalletCalls } from './wallet-calls.service.js';

const LOOK_EVERY_MS = 2_000;
const AT_ONCE = 20;
const WITHIN_MS = 2_000;
/** Longer than a try takes: meanwhile no other process sends it. */
const PAUSE_MS = 5_000;

@Injectable()
export class NoticeAnswers implements BeforeApplicationShutdown {
  readonly #stop = new AbortController();

  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    private readonly calls: WalletCalls,
    poller: Poller,
  ) {
    const look = () => this.#look();
    poller.poll({ name: 'notice answers', everyMs: LOOK_EVERY_MS, look, wokenBy: 'notice' });
  }

  beforeApplicationShutdown(): void {
    this.#stop.abort();
  }

  async #look(): Promise<void> {
    const due = await takeDueAnswers(this.pool, PAUSE_MS, AT_ONCE);
    await Promise.all(due.map((each) => this.#send(each)));
  }

  /** A wallet that refuses it has it. */
  async #send(answer: AnswerDue): Promise<void> {
    const { id, player, currency, session, notice, action } = answer;
    const order = {
      ...{ player, currency, exponent: exponentOf(currency), notice, action },
      ...(session !== null && { session }),
      answeredAtMs: Number(answer.answeredAtMs),
    };
    const verdict = await this.calls.ask(answer, 'notice', order, WITHIN_MS, this.#stop.signal);
    if (verdict.status !== 'unknown') await endAnswer(this.pool, id);
  }
}
