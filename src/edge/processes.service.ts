/**
 * The processes of the studio, as each knows the others: who is there, who takes tables, and how
 * many each has. Tables are spread evenly over those that take them.
 */
import { hostname } from 'node:os';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { VERSION } from '../version.js';
import { within } from '../platform/within.js';
import { type Successors, Tables } from '../table/tables.service.js';
import { type ProcessRow, readProcesses, sayGone, sayHere } from './process-rows.js';
import { receiverOf, successorOf, takersOf } from './spread.js';

const SAID_EVERY_MS = 1_000;
/** A table that another process has given up is taken at once, since Postgres says so. */
const FREE_TABLES_EVERY_MS = 60_000;
/** A database that does not answer holds no departure up for longer, in ms. */
const ANSWERED_WITHIN_MS = 1_000;

@Injectable()
export class Processes implements BeforeApplicationShutdown {
  /** As they were read last. What has gone to one of them since is counted with its tables. */
  #all: readonly ProcessRow[] = [];
  /** Who was given a table since. */
  readonly #promised = new Set<string>();
  #isLeaving = false;
  #isOver = false;

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'roles' | 'table'>,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    poller: Poller,
  ) {
    const look = () => this.#look();
    const wokenBy = 'process';
    poller.poll({ name: 'processes', everyMs: SAID_EVERY_MS, look, atStart: true, wokenBy });
    poller.poll({
      name: 'spread',
      everyMs: SAID_EVERY_MS,
      isWanted: () => this.#isToGive,
      look: () => this.#give(),
    });
    poller.poll({
      name: 'free tables',
      everyMs: FREE_TABLES_EVERY_MS,
      isWanted: () => tables.takesTables,
      look: () => tables.look(),
      wokenBy: 'table',
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.#isOver = true;
    await within(ANSWERED_WITHIN_MS, sayGone(this.pool, this.tables.owner));
  }

  /** Who takes the tables of this process when it gives them away. */
  readonly successors: Successors = {
    exist: () => this.#successor !== undefined,
    next: () => {
      const next = this.#successor;
      if (next !== undefined) this.#promised.add(next.id);
      this.#all = this.#all.map((each) =>
        each.id === next?.id ? { ...each, tables: each.tables + 1 } : each,
      );
      return next?.id;
    },
  };

  /** A process that ends gives its tables also to one that has left some: there is no other. */
  get #successor(): ProcessRow | undefined {
    const { owner } = this.tables;
    const next = successorOf(
      this.#able.filter((each) => !this.#isOnTrial(each)),
      owner,
    );
    return next ?? (this.#isLeaving ? successorOf(this.#all, owner) : undefined);
  }

  /**
   * Those that count for where tables go, by what this process knows. A table that one was given
   * counts there until it is seen who has it.
   */
  get #able(): readonly ProcessRow[] {
    return this.#all
      .filter(({ id }) => this.tables.givesTo(id))
      .map((row) => ({ ...row, tables: Math.max(row.tables, this.tables.givenTo(row.id)) }));
  }

  /** One that has left a table is given one, and the next when it has taken that. */
  #isOnTrial({ id }: ProcessRow): boolean {
    return this.tables.hasLeftOne(id) && (this.tables.givenTo(id) > 0 || this.#promised.has(id));
  }

  /** From now on this process takes no table, and every other knows it. */
  async leave(): Promise<void> {
    this.#isLeaving = true;
    this.tables.rest(true);
    await within(ANSWERED_WITHIN_MS, this.#look());
  }

  /** Says that this process is there, and reads who else is. */
  async #look(): Promise<void> {
    if (this.#isOver) return;
    const { owner: id } = this.tables;
    const takes = this.config.table.isTaken && !this.#isLeaving;
    const roles = [...this.config.roles];
    const { stayMs } = this.config.table;
    const all = await sayHere(
      this.pool,
      { id, name: NAME, version: VERSION, roles, takes },
      stayMs,
    );
    // It ended meanwhile.
    if (this.#isOver) return sayGone(this.pool, id);
    this.#take(all);
  }

  async #read(): Promise<void> {
    this.#take(await readProcesses(this.pool, this.config.table.stayMs));
  }

  #take(all: readonly ProcessRow[]): void {
    this.#all = all;
    this.#promised.clear();
    this.tables.rest(this.#isLeaving || (this.#isDrained && this.#mayRest));
  }

  #isTakerOf(all: readonly ProcessRow[]): boolean {
    return takersOf(all).some(({ id }) => id === this.tables.owner);
  }

  /**
   * Whether a drained process rests. While another that is there has left the last table that it
   * was given, this one goes on with what it has, and takes what comes back.
   */
  get #mayRest(): boolean {
    return !this.#isTakerOf(this.#all.filter(({ id }) => !this.tables.hasLeftOne(id)));
  }

  get #isDrained(): boolean {
    const { owner } = this.tables;
    return this.#all.find(({ id }) => id === owner)?.isDrained ?? false;
  }

  get #isToGive(): boolean {
    if (this.#isLeaving || this.tables.here.length === 0) return false;
    const { owner } = this.tables;
    if (this.#isDrained) return !this.#isTakerOf(this.#able) && this.successors.exist();
    return receiverOf(this.#able, owner) !== undefined;
  }

  /** A table that is to be moved waits for the end of its round, and who gets it is read then. */
  async #give(): Promise<void> {
    if (this.#isDrained) return this.tables.giveAll(SAID_EVERY_MS, 'drained', this.successors);
    await this.tables.giveOne(SAID_EVERY_MS, this.config.table.stayMs, async () => {
      await this.#read();
      return receiverOf(this.#able, this.tables.owner)?.id;
    });
  }
}

/** As the lines of its log name it: the machine, and the number of the process. */
const NAME = `${hostname()}/${process.pid}`;
