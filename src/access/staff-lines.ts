/** The staff who are connected to this process: whose token has expired, who is disabled, has another role or another PIN, is told so and cut off. */
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { goodbye } from '../platform/within.js';
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
export class StaffLines implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #here = new Map<StaffLine, SignedIn>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @InjectPinoLogger('staff') private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    }, LOOK_EVERY_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await goodbye(Promise.resolve(this.#looking));
  }

  enter(line: StaffLine, caller: SignedIn): void {
    this.#here.set(line, caller);
  }

  leave(line: StaffLine): void {
    this.#here.delete(line);
  }

  async #look(): Promise<void> {
    const nowMs = Date.now();
    for (const [line, { expiresAtMs }] of this.#here) {
      if (nowMs >= expiresAtMs) this.#cut(line, 'token_expired');
    }
    const here = [...this.#here];
    try {
      const standings = await readStandings(
        this.pool,
        here.map(([, caller]) => caller),
      );
      for (const [index, [line]] of here.entries()) {
        const reason = reasonOf(standings[index]!);
        if (reason !== undefined) this.#cut(line, reason);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the staff could not be looked up');
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
