/**
 * Notices from the database. What any process commits wakes those who look at it here. Each process
 * listens on one connection. A notice that is lost costs no more than a poll's interval.
 */
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { connectionOptions } from './database.js';
import { Poller, type Polling, SUBJECTS } from './poller.js';
import { atShutdown } from './within.js';

/**
 * What is named by its id, for whoever can look it up by that. Nobody looks for it without a
 * notice, so one that is lost is not made up for.
 */
const NAMED = ['hand_voided', 'hand_abandoned'] as const;
type Named = (typeof NAMED)[number];

/** As prisma/guards/notices.sql names it. */
const CHANNEL = 'sabot';
/** How soon a connection that disappeared without a word is noticed. */
const EVERY_MS = 5_000;

@Injectable()
export class Notices implements OnModuleDestroy {
  readonly #polling: Polling;
  readonly #onNotice: { readonly subject: Named; readonly take: (id: string) => void }[] = [];
  #client: pg.Client | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly poller: Poller,
  ) {
    const look = () => this.#listen();
    this.#polling = poller.poll({ name: 'notices', everyMs: EVERY_MS, look, atStart: true });
  }

  /** `take` gets the id of each, in their order, and returns at once. */
  onNotice(subject: Named, take: (id: string) => void): void {
    this.#onNotice.push({ subject, take });
  }

  async onModuleDestroy(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client !== undefined) await atShutdown(client.end());
  }

  /** Listens, and asks the database whether it still does. Without an answer it listens anew. */
  async #listen(): Promise<void> {
    const known = this.#client;
    if (known === undefined) return this.#connect();
    try {
      await known.query('select 1');
    } catch (error) {
      this.#leave(known);
      throw error;
    }
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(connectionOptions(this.config.database, 'notices'));
    client.on('error', () => this.#leave(client));
    client.on('end', () => this.#leave(client));
    client.on('notification', ({ payload }) => this.#take(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
    // Catches up with whatever was committed while nobody listened.
    for (const subject of SUBJECTS) this.poller.wake(subject);
  }

  /** `subject:id`. */
  #take(payload: string): void {
    const [word, id = ''] = payload.split(':');
    const subject = SUBJECTS.find((each) => each === word);
    if (subject !== undefined) this.poller.wake(subject, id);
    for (const { subject: named, take } of this.#onNotice) if (named === word) take(id);
  }

  #leave(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#polling.wake();
  }
}
