/** The staff who are connected to this process: whose token has expired, who is disabled, has another role or another PIN, is told so and cut off. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import type { StaffCloseReason } from '../protocol/staff.js';
import { type Standing, readStandings } from './staff-standing.js';
import type { SignedIn } from './tokens.js';

/** What is used of a socket. */
export interface StaffLine {
  emit(event: string, message: unknown): unknown;
  disconnect(close: boolean): unknown;
}

/** Nobody who may no longer be there is there for longer, ms. */
const LOOK_EVERY_MS = 1_000;

@Injectable()
export class StaffLines {
  readonly #here = new Map<StaffLine, SignedIn>();

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    poller: Poller,
  ) {
    const look = (nowMs: number) => this.#look(nowMs);
    const isWanted = () => this.#here.size > 0;
    poller.poll({ name: 'staff', everyMs: LOOK_EVERY_MS, look, isWanted, wokenBy: 'staff' });
  }

  enter(line: StaffLine, caller: SignedIn): void {
    this.#here.set(line, caller);
  }

  leave(line: StaffLine): void {
    this.#here.delete(line);
  }

  async #look(nowMs: number): Promise<void> {
    for (const [line, { expiresAtMs }] of this.#here) {
      if (nowMs >= expiresAtMs) this.#cut(line, 'token_expired');
    }
    const here = [...this.#here];
    const standings = await readStandings(
      this.pool,
      here.map(([, caller]) => caller),
    );
    for (const [index, [line]] of here.entries()) {
      const reason = reasonOf(standings[index]!);
      if (reason !== undefined) this.#cut(line, reason);
    }
  }

  #cut(line: StaffLine, reason: StaffCloseReason): void {
    this.#here.delete(line);
    line.emit('staff:closed', { reason });
    line.disconnect(true);
  }
}

const reasonOf = (standing: Standing): StaffCloseReason | undefined => {
  if (standing === 'good') return undefined;
  return standing === 'unknown' ? 'disabled' : standing;
};
