/**
 * Long reports for the pit. They are made in a thread of their own, one after the other. A person
 * has one at a time, and only so many people wait.
 */
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { refusedWith } from '../access/http-access.refusals.js';
import { atShutdown } from '../platform/within.js';
import { OwnThread } from './own-thread.js';
import { UNFOLLOWED } from './prepared.js';
import type { CaughtUp, ReportFollower, ReportAsk } from './report-ask.js';

/** Beyond those there are too many to be answered in good time. */
export const ASKERS_MAX = 8;

@Injectable()
export class ReportReader implements OnModuleDestroy {
  readonly #asking = new Set<string>();
  /** Resolves when the last of those that wait is made, or not wanted any more. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly thread: OwnThread,
    @InjectPinoLogger('reports') private readonly logger: Pick<PinoLogger, 'warn'>,
  ) {}

  onModuleDestroy(): Promise<void> {
    return atShutdown(this.thread.end());
  }

  /**
   * Resolves with the bytes of the report. Throws `too_many_messages` (429) while another one of
   * this person is under way, and `studio_is_busy` (503) where too many wait. Rejects with
   * `report_failed` (500) where it could not be made, and also once the follower's signal is given,
   * when nobody is there to read it.
   */
  read(staffId: string, ask: ReportAsk, follower: ReportFollower): Promise<Uint8Array> {
    if (this.#asking.has(staffId)) throw refusedWith('too_many_messages');
    if (this.#asking.size >= ASKERS_MAX) throw refusedWith('studio_is_busy');
    this.#asking.add(staffId);
    return this.#make(ask, follower)
      .catch((error: unknown) => {
        if (!follower.signal.aborted) this.logger.warn({ err: error }, 'a report was not made');
        throw refusedWith('report_failed');
      })
      .finally(() => this.#asking.delete(staffId));
  }

  /** Has takings worked out that are due, while nobody waits for a report. */
  async catchUp(): Promise<CaughtUp> {
    if (this.#asking.size > 0) return { kept: 0, unclear: [] };
    const bytes = await this.#make({ kind: 'catch_up' }, UNFOLLOWED);
    return JSON.parse(Buffer.from(bytes).toString()) as CaughtUp; // as makeReport wrote it
  }

  #make(ask: ReportAsk, follower: ReportFollower): Promise<Uint8Array> {
    const made = this.#last.then(() => this.thread.make(ask, follower));
    this.#last = made.catch(() => undefined);
    return made;
  }
}
