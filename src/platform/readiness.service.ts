/**
 * Whether the process can serve: whether what it is given can be written. It is tried on a
 * connection of its own, so that the answer says how the database is, and not who else asks it.
 */
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { createPool } from './database.js';
import { atShutdown } from './within.js';

/** However often it is asked. In the world's time, as those who ask live. */
const FRESH_MS = 500;
/** Nobody who asks how a studio is waits longer for a service that does not answer. */
const ANSWER_WITHIN_MS = 2_500;

@Injectable()
export class Readiness implements OnApplicationShutdown {
  /** For whatever is looked at to know how the database is. */
  readonly pool: pg.Pool;
  /** The last try, which answers for all who ask meanwhile. */
  #tried: { readonly atMs: number; readonly isWritable: Promise<boolean> } | undefined;

  constructor(@Inject(CONFIG) { database }: Pick<Config, 'database'>) {
    this.pool = createPool(database, 'health', 1);
  }

  /** False where it cannot be, or takes too long. */
  isWritable(): Promise<boolean> {
    const nowMs = performance.now();
    if (this.#tried === undefined || nowMs - this.#tried.atMs >= FRESH_MS) {
      this.#tried = { atMs: nowMs, isWritable: this.#write() };
    }
    return this.#tried.isWritable;
  }

  onApplicationShutdown(): Promise<void> {
    return atShutdown(this.pool.end());
  }

  /** To the disk, as whatever is acked would be. */
  async #write(): Promise<boolean> {
    const written = this.pool.query('update readiness set at = studio_now()').then(() => true);
    return (await inTime(written)) ?? false;
  }
}

/** Undefined where it fails, or takes too long. */
export const inTime = async <T>(work: Promise<T>): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ANSWER_WITHIN_MS);
    timer.unref();
  });
  try {
    return await Promise.race([work, tooLong]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
};
