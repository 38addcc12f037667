/**
 * The tables that this process runs. It takes every lease that is free, and brings a table back
 * from its log when it stopped.
 */
import { randomUUID } from 'node:crypto';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { ImpossibleState } from '../money/assert.js';
import type { Cancel } from '../platform/clock.js';
import { isImpossibleInDatabase } from '../platform/database-refusals.js';
import { SHUTDOWN_WITHIN_MS, within } from '../platform/within.js';
import { Metrics } from '../platform/metrics.js';
import type { TableSettings } from '../round/settings.js';
import { isBetweenRounds } from '../round/state.js';
import { ClockCheck } from './clock-check.js';
import { GivenTables } from './given-tables.js';
import {
  GIVEN_MS,
  type HeldElsewhere,
  type Lease,
  LeaseLost,
  type Renewal,
  timelineOf,
} from './lease.js';
import { LeaseTerms } from './lease-terms.js';
import { NextLook } from './next-look.js';
import { TablePorts } from './ports.js';
import { Publications, dropConnection } from './published.js';
import { adoptSettings } from './settings-in-row.js';
import { RunsElsewhere } from './runs-elsewhere.js';
import { type OpenStore, TABLE_STORES, type TableStores } from './store.js';
import { Table } from './table.js';

interface Owned {
  readonly lease: Lease;
  readonly open: OpenStore;
  readonly table: Table;
  /** Since when it runs here. */
  readonly sinceMs: number;
}

/** Why tables go to other processes: this one ends, it was drained, or it has more than they. */
type GivingCause = 'leaving' | 'drained' | 'spread';

/** The processes that tables may go to. */
export interface Successors {
  exist(): boolean;
  /** Who gets the next table. */
  next(): string | undefined;
}

/** A table that stopped and may come back: why it stopped. */
interface Left {
  readonly error: unknown;
}

/**
 * Tables that are brought back at a time. Each waits for Postgres a dozen times, one after the
 * other, and those of a process that has died are many.
 */
const OPENED_AT_ONCE = 4;
/** How soon a lease is tried again that was locked when it was to be taken. */
const LOOK_AGAIN_MS = 50;
/** How long a table that could not be opened is left alone: longer each time. */
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 15_000;
/** How often a process that leaves looks whether a round has ended, in ms. */
const LOOK_FOR_END_MS = 20;
/** A table that stops twice within this time is not brought back at once. */
const SOON_MS = 5_000;

@Injectable()
export class Tables implements OnApplicationBootstrap, BeforeApplicationShutdown {
  /** A new one after every start, so that another's lease is never mistaken for one's own. */
  readonly owner = randomUUID();
  readonly publications = new Publications();
  readonly #owned = new Map<string, Owned>();
  /** Leases of tables that are being brought back, which may take long. */
  readonly #opening = new Set<Lease>();
  /** Tables that could not be opened: how often in a row, and before when it is not tried again. */
  readonly #failures = new Map<string, { readonly count: number; readonly untilMs: number }>();
  /** Tables whose logs a later version has written to. The log of the process names each once. */
  readonly #unreadable = new Set<string>();
  readonly #left = new Map<string, Left>();
  /** Tables that are on their way to another process. */
  readonly #given = new Set<string>();
  readonly #givenTo = new GivenTables();
  #isResting = false;
  #known: ReadonlyMap<string, TableSettings> = new Map();
  #renewing: Cancel = () => undefined;
  readonly #next: NextLook;
  readonly #terms: LeaseTerms;
  #looking: Promise<void> = Promise.resolve();
  #closing = false;
  readonly #faultsAtMs = new Map<string, number>();
  /** How far the log of a table had come when this process had it last. */
  readonly #lastSeqs = new Map<string, number>();
  readonly #clockCheck: ClockCheck;
  readonly #onArrival: (() => void)[] = [];

  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'table'>,
    @Inject(TABLE_STORES) private readonly stores: TableStores,
    private readonly ports: TablePorts,
    private readonly metrics: Metrics,
    @InjectPinoLogger('tables') private readonly logger: PinoLogger,
  ) {
    this.#clockCheck = new ClockCheck(ports.clock, metrics);
    const { leaseMs } = config.table;
    this.#terms = new LeaseTerms(() => this.nowMs, leaseMs);
    this.#next = new NextLook(ports.clock, leaseMs / 3, () => void this.look());
  }

  async onApplicationBootstrap(): Promise<void> {
    const everyMs = this.config.table.leaseMs / 3;
    // Before the first look: to open all tables may take longer than the first one's lease.
    this.#renewing = this.ports.clock.every(everyMs, () => void this.#renew());
    await this.look();
  }

  /** Before the pool is closed: tables finish what is under way and free their leases. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#closing = true;
    this.#renewing();
    this.#next.end();
    await within(SHUTDOWN_WITHIN_MS, this.#looking);
    const owned = [...this.#owned.values()];
    await Promise.all(owned.map((each) => this.#shutDown(each)));
    // Nobody waits for it. What is left of it ends with the process.
    void within(SHUTDOWN_WITHIN_MS, this.stores.close());
  }

  /** A database that has disappeared holds nobody up: the lease then expires by itself. */
  async #shutDown({ table, lease, open }: Owned): Promise<void> {
    await within(SHUTDOWN_WITHIN_MS, table.stop());
    const closing = [this.stores.releaseLease(lease), open.close()];
    await Promise.all(closing.map((each) => within(SHUTDOWN_WITHIN_MS, each)));
  }

  get nowMs(): number {
    return this.ports.clock.nowMs();
  }

  /**
   * How far the process's clock is behind the database's, in ms; ahead where it is negative. Zero
   * as long as it is right.
   */
  get clockSkewMs(): number {
    return this.#clockCheck.skewMs;
  }

  /** The database's time of day, in ms, as far as this process has heard it. */
  get studioMs(): number {
    return this.nowMs + this.#clockCheck.lastSkewMs;
  }

  /** What was asked of the database at `askedMs` came back with its time. */
  hear(databaseMs: number, askedMs: number): void {
    const pausedMs = this.#clockCheck.heard(databaseMs, askedMs);
    if (pausedMs > 0) this.logger.warn({ pausedMs }, 'the machine stood still');
  }

  /**
   * The table, where this process runs it. A process that lost the database runs a table for no
   * longer than its lease.
   */
  find(id: string): Table | 'unknown_table' | 'table_is_moving' {
    const owned = this.#given.has(id) ? undefined : this.#owned.get(id);
    if (owned !== undefined && !this.#terms.isInDoubt(owned.lease)) return owned.table;
    return this.#known.has(id) ? 'table_is_moving' : 'unknown_table';
  }

  /** The same, for whoever has a command for the table. Throws where another process runs it. */
  own(id: string): Table | 'unknown_table' {
    const table = this.find(id);
    if (table === 'table_is_moving') throw new RunsElsewhere(id);
    return table;
  }

  /**
   * One connection of the player has left the table, even while the table is on its way to another
   * process.
   */
  leave(id: string, playerId: string, connection: string): void {
    this.#owned.get(id)?.table.leave(playerId, connection);
    const published = this.publications.of(id);
    if (published !== undefined) dropConnection(published.connections, playerId, connection);
  }

  /**
   * Whether the table's log holds what only a later version of the studio can read: this process
   * takes no lease of it.
   */
  isUnreadable(id: string): boolean {
    return this.#unreadable.has(id);
  }

  /** Whether this process tried to open the table, and could not. It tries again after a pause. */
  hasFailed(id: string): boolean {
    return this.#failures.has(id);
  }

  /** Every table of the studio, wherever it runs. */
  get known(): readonly { readonly id: string; readonly settings: TableSettings }[] {
    return [...this.#known].map(([id, settings]) => ({ id, settings }));
  }

  /** The tables that this process runs. */
  get here(): readonly Table[] {
    return [...this.#owned.values()].map(({ table }) => table);
  }

  /** `act` is done whenever a table has come here and takes commands. */
  onArrival(act: () => void): void {
    this.#onArrival.push(act);
  }

  /** Whether tables are given to the process: it has not left one lately that it was given. */
  givesTo(process: string): boolean {
    return this.#givenTo.isTaker(process, this.nowMs);
  }

  /** Whether the process has left the last table that it was given from here. */
  hasLeftOne(process: string): boolean {
    return this.#givenTo.hasLeft(process);
  }

  /** How many tables the process was given, of which it is not seen yet who has them. */
  givenTo(process: string): number {
    return this.#givenTo.waitingAt(process);
  }

  /** Whether tables that are free are taken here. */
  get takesTables(): boolean {
    return this.config.table.isTaken && !this.#isResting;
  }

  /** Takes no table any more, or takes them again. */
  rest(isResting: boolean): void {
    const wakes = this.#isResting && !isResting;
    this.#isResting = isResting;
    if (wakes) void this.look();
  }

  /**
   * Gives each table away between two of its rounds. Resolves when all are gone, after `withinMs`,
   * or as soon as nobody is there to take them.
   */
  async giveAll(withinMs: number, cause: GivingCause, successors: Successors): Promise<void> {
    const untilMs = this.nowMs + withinMs;
    await this.#looking;
    while (this.#owned.size > 0 && this.nowMs < untilMs && successors.exist()) {
      const giving: Promise<void>[] = [];
      for (const [id, owned] of this.#betweenRounds(0)) {
        if (!successors.exist()) break;
        giving.push(this.#give(id, owned, cause, successors.next()));
      }
      await Promise.all(giving);
      await this.#pause();
    }
  }

  /**
   * Gives one table away, the first that is between two of its rounds and has been here for
   * `stayMs`, to whom `receiver` says then. Resolves when it is gone, when nobody is to have it, or
   * after `withinMs`.
   */
  async giveOne(
    withinMs: number,
    stayMs: number,
    receiver: () => Promise<string | undefined>,
  ): Promise<void> {
    const untilMs = this.nowMs + withinMs;
    while (!this.#closing && this.nowMs < untilMs) {
      if (this.#betweenRounds(stayMs).length > 0) {
        const to = await receiver();
        const [id, owned] = this.#betweenRounds(stayMs)[0] ?? [];
        if (to === undefined) return;
        if (id !== undefined && owned !== undefined) return this.#give(id, owned, 'spread', to);
      }
      await this.#pause();
    }
  }

  #betweenRounds(stayMs: number): readonly (readonly [string, Owned])[] {
    return [...this.#owned].filter(
      ([id, { table, sinceMs }]) =>
        isBetweenRounds(table.state) &&
        this.nowMs - sinceMs >= stayMs &&
        !this.#given.has(id) &&
        !this.#left.has(id),
    );
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => this.ports.clock.after(LOOK_FOR_END_MS, resolve));
  }

  /** One round of looking for tables that are free, and taking them. Rounds never overlap. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look());
    return this.#looking;
  }

  async #look(): Promise<void> {
    if (this.#closing) return;
    this.#next.begins();
    let elsewhere: ReadonlyMap<string, HeldElsewhere>;
    try {
      this.#known = await this.stores.known();
      // Where no table is ever taken, it is enough to know which there are.
      if (!this.config.table.isTaken) return this.#next.done();
      const reading = this.#givenTo.beginReading();
      elsewhere = await this.stores.leasedToOthers(this.owner);
      for (const inVain of this.#givenTo.look(elsewhere, reading, this.nowMs)) {
        this.logger.warn(inVain, 'the process that the table was given to has not taken it');
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'the database does not answer');
      this.#next.failed();
      return;
    }
    // Nobody renews the lease of a process that has ended: its table is taken as soon as it may be.
    for (const { leftMs } of elsewhere.values()) this.#next.within(leftMs + 1);
    const tables = this.#known.entries();
    const some = async () => {
      for (const [id, settings] of tables) await this.#lookAt(id, settings, elsewhere);
    };
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, some));
    this.#next.done();
  }

  async #lookAt(
    id: string,
    settings: TableSettings,
    elsewhere: ReadonlyMap<string, HeldElsewhere>,
  ): Promise<void> {
    if (this.#closing || this.#owned.has(id) || this.#given.has(id)) return;
    if (this.nowMs < (this.#failures.get(id)?.untilMs ?? 0)) return;
    try {
      // The log of a table that another process runs is not looked at again and again.
      if (elsewhere.has(id)) this.#isElsewhere(id);
      else if (this.takesTables) await this.#take(id, settings);
      this.#failures.delete(id);
    } catch (error) {
      const pauseMs = this.#noteFailure(id);
      this.#next.within(pauseMs);
      this.logger.error({ err: error, table: id, pauseMs }, 'the table could not be opened');
    }
  }

  /**
   * Renews every lease that is held, apart from everything else, so that nothing that a table waits
   * for costs another its lease. One that somebody holds a lock of is renewed the next time.
   */
  async #renew(): Promise<void> {
    const held = [...this.#owned.values()].filter(({ lease }) => !this.#left.has(lease.table));
    const opening = [...this.#opening];
    if (this.#closing || held.length + opening.length === 0) return;
    let renewals: ReadonlyMap<string, Renewal>;
    try {
      const leases = [...held.map(({ lease }) => lease), ...opening];
      const askedAtMs = this.#terms.asked();
      renewals = await this.stores.renewLeases(leases, this.config.table.leaseMs, (databaseMs) =>
        this.hear(databaseMs, askedAtMs),
      );
      this.#terms.answered(leases, renewals, askedAtMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'the leases could not be renewed');
      return;
    }
    for (const lease of opening) {
      if (renewals.get(lease.table) === 'lost') this.#opening.delete(lease);
    }
    for (const { lease, table } of held) {
      const isStillOurs = this.#owned.get(lease.table)?.table === table;
      if (!isStillOurs || this.#left.has(lease.table)) continue;
      if (renewals.get(lease.table) !== 'lost') {
        table.lookAtClock();
        continue;
      }
      this.logger.warn({ table: lease.table }, 'the lease went to another process');
      void this.#retire(lease.table, table, undefined);
    }
  }

  /** Another process may have what this one lacks, so it gets the table meanwhile. */
  #noteFailure(id: string): number {
    const count = (this.#failures.get(id)?.count ?? 0) + 1;
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** (count - 1), PAUSE_MAX_MS);
    this.#failures.set(id, { count, untilMs: this.nowMs + pauseMs });
    return pauseMs;
  }

  /**
   * Another process runs the table. It may have taken it while this one could not reach the
   * database or was suspended by the system. Returns whether those who sat there are cut off.
   */
  #isElsewhere(id: string): boolean {
    this.#unreadable.delete(id);
    this.#lastSeqs.delete(id);
    const hasLeft = this.#left.delete(id);
    if (hasLeft) this.ports.publisher.cutOff(id);
    return hasLeft;
  }

  async #take(id: string, known: TableSettings): Promise<void> {
    const { table: options } = this.config;
    const unknown = await this.stores.unknownEventsOf(id);
    if (unknown.length > 0) {
      const says =
        'the log holds what only a later version of the studio can read: the table is left to one';
      if (!this.#unreadable.has(id)) this.logger.error({ table: id, unknown }, says);
      this.#unreadable.add(id);
      return;
    }
    this.#unreadable.delete(id);
    const askedAtMs = this.nowMs;
    const lease = await this.stores.takeLease(id, this.owner, options.leaseMs);
    // Somebody is faster, or what the former epoch wrote is not committed yet.
    if (lease === undefined) return this.#next.within(LOOK_AGAIN_MS);
    this.#terms.taken(lease, askedAtMs);
    this.#opening.add(lease);
    try {
      await this.#open(lease, known);
    } catch (error) {
      this.#opening.delete(lease);
      await this.stores.releaseLease(lease).catch((cause: unknown) => {
        this.logger.warn({ err: cause, table: id }, 'the lease could not be released');
      });
      throw error;
    }
    this.logger.info({ table: id, epoch: lease.epoch.toString() }, 'the table is ours');
  }

  async #open(lease: Lease, known: TableSettings): Promise<void> {
    const id = lease.table;
    // What was published of the lost part of its history counts no longer.
    const lastSeq = this.#lastSeqs.get(id);
    const isOfAnother = this.publications.isOfAnother(id, timelineOf(lease));
    if (lease.isAfterRestore === true || isOfAnother) {
      const isCutOff = this.#isElsewhere(id);
      if (!isCutOff && this.publications.of(id) !== undefined) this.ports.publisher.cutOff(id);
      this.publications.forget(id);
    }
    // Read under the lease, so nobody changes them any more.
    const settings = (await this.stores.settingsOf(id)) ?? known;
    let lost: { readonly error: unknown } | undefined;
    const open = await this.stores.open(lease, (error) => {
      lost = { error };
      const owned = this.#owned.get(id);
      if (owned?.lease === lease) this.#fault(id, owned.table, error);
    });
    const left = this.#left.get(id);
    const published = this.publications.of(id);
    // A copy of the table publishes nothing from here on.
    this.publications.claim(id, lease);
    let table: Table;
    try {
      const { store } = open;
      const { ports } = this;
      const parts = { lease, store, seats: this.stores.seats, ports, options: this.config.table };
      table = await Table.open(parts, settings, published);
      if (lost !== undefined) throw lost.error;
      if (!this.#opening.delete(lease)) throw new LeaseLost(lease);
    } catch (error) {
      this.publications.release(id, lease);
      // It may be half-open, and then its end takes minutes: other tables are waiting to be taken.
      void open.close();
      throw error;
    }
    this.publications.keep(id, table.published);
    this.#owned.set(id, { lease, open, table, sinceMs: this.nowMs });
    this.metrics.tablesOpen.inc();
    this.#left.delete(id);
    // From here on a fault is the table's own: it stops, and comes back from its log.
    table.start((error) => this.#fault(id, table, error));
    if (isImpossible(left?.error)) {
      await table.perform({ kind: 'suspend', reason: 'impossible_state', by: 'studio' });
    }
    // The cards on the felt are those of the lost part. Where another database server took over,
    // and nothing that this process knew of the table is lost, it goes on.
    if (lease.isAfterRestore === true && table.state.seq !== lastSeq) {
      await table.perform({ kind: 'suspend', reason: 'database_restored', by: 'studio' });
    }
    const refusal = await adoptSettings(table, settings);
    if (refusal !== undefined)
      this.logger.error({ table: id, refusal }, 'the settings are refused');
    for (const act of this.#onArrival) act();
  }

  /** Nothing is guessed: the table stops, and comes back from its log. */
  #fault(id: string, table: Table, error: unknown): void {
    if (this.#owned.get(id)?.table !== table || this.#left.has(id)) return;
    this.logger.error({ err: error, table: id }, 'the table stopped and comes back from its log');
    this.metrics.tableFaults.inc();
    // At once the first time. A table that stops again and again waits for the next round of
    // looking.
    const lastMs = this.#faultsAtMs.get(id) ?? -Infinity;
    this.#faultsAtMs.set(id, this.nowMs);
    const isFirst = this.nowMs - lastMs > SOON_MS;
    void this.#retire(id, table, error).then(() => {
      if (isFirst && !this.#closing) void this.look();
    });
  }

  /**
   * What is on its way to the database comes back first, so that it is answered once, by the table
   * as it was. Whoever sits there sits there again when this process has the table again. When it
   * went to another process, they are disconnected, to look for it anew.
   */
  async #retire(id: string, table: Table, error: unknown): Promise<void> {
    this.#left.set(id, { error });
    await table.stop();
    this.#drop(id);
    if (error !== undefined && !(error instanceof LeaseLost)) return;
    this.#left.delete(id);
    this.ports.publisher.cutOff(id);
  }

  /**
   * Gives the table to another process. Commands that come meanwhile find it on its way, and wait
   * for its next owner. Those who sit here stay, and are sent what happens there.
   */
  async #give(id: string, { table, lease }: Owned, cause: GivingCause, to?: string): Promise<void> {
    this.#given.add(id);
    this.#left.set(id, { error: undefined });
    await table.stop();
    this.#drop(id);
    this.#left.delete(id);
    let isGiven = false;
    const giving = this.stores.releaseLease(lease, to).then(() => (isGiven = true));
    await within(SHUTDOWN_WITHIN_MS, giving);
    if (to !== undefined && isGiven) {
      this.#givenTo.note(lease, to);
      // It is looked at whether that process has it as soon as any other may.
      this.#next.within(GIVEN_MS + 1);
    }
    this.#given.delete(id);
    this.metrics.tablesGiven.inc({ cause });
    this.logger.info({ table: id, cause, to }, 'the table is given to another process');
  }

  #drop(id: string): void {
    this.metrics.tablesOpen.dec();
    const owned = this.#owned.get(id);
    if (owned !== undefined) this.#lastSeqs.set(id, owned.table.state.seq);
    void owned?.open.close();
    this.#owned.delete(id);
    if (owned !== undefined) this.publications.release(id, owned.lease);
  }
}

/**
 * What the database, or the code, takes to be impossible suspends the table, and people look at it.
 */
const isImpossible = (error: unknown): boolean =>
  error instanceof ImpossibleState || isImpossibleInDatabase(error);
