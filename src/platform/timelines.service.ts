/**
 * The timeline: which of its histories the database is in. A restore, or the promotion of a
 * standby, begins another. It is handed over before anything is written into it (prisma/guards).
 */
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { POOL } from './database.js';
import { Poller } from './poller.js';

/** A standby takes over while the studio runs. Until the hand-over nothing can be written. */
const LOOK_EVERY_MS = 1_000;

/**
 * Hands the database over where that is due, and returns the number of its timeline: 0 until the
 * first restore.
 */
export const handOver = async (pool: Pick<pg.Pool, 'query'>): Promise<number> => {
  const { rows } = await pool.query<{ number: string }>('select hand_over() as number');
  return Number(rows[0]!.number);
};

/** The number of the timeline, where it is handed over or not. */
export const readTimeline = async (pool: Pick<pg.Pool, 'query'>): Promise<number> => {
  const { rows } = await pool.query<{ number: string }>(
    'select max(number) as number from timelines',
  );
  return Number(rows[0]!.number);
};

/** Which database this is. No other one in the cluster is it, nor was before, nor one elsewhere. */
export const readDatabase = async (pool: Pick<pg.Pool, 'query'>): Promise<string> => {
  const { rows } = await pool.query<{ database: string }>(
    `select t.system || '-' || d.oid as database
       from timelines t cross join pg_database d
      where d.datname = current_database() order by t.number desc limit 1`,
  );
  return rows[0]!.database;
};

@Injectable()
export class Timelines implements OnModuleInit {
  #now = 0;
  #database: string | undefined;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    poller: Poller,
    @InjectPinoLogger('timelines') private readonly logger: PinoLogger,
  ) {
    poller.poll({ name: 'timeline', everyMs: LOOK_EVERY_MS, look: () => this.#look() });
  }

  /** The last one that was seen. */
  get now(): number {
    return this.#now;
  }

  /**
   * Which database this is, for what outlives it: another has tables and rounds of the same names.
   * Undefined as long as it has not answered.
   */
  get database(): string | undefined {
    return this.#database;
  }

  /** Before any table is opened. A database that does not answer is asked again by the poll. */
  async onModuleInit(): Promise<void> {
    await this.#look().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the timeline is not known yet');
    });
  }

  async #look(): Promise<void> {
    const number = await handOver(this.pool);
    if (this.#database === undefined || number !== this.#now) {
      this.#database = await readDatabase(this.pool);
    }
    if (number === this.#now) return;
    this.#now = number;
    this.logger.warn({ timeline: number }, 'the database was restored before, and is handed over');
  }
}
