/**
 * The tables that other processes run, as an edge follows them: each by its stream, and by its log
 * where the stream says less. Whoever only looks at a table finds it here, wherever it runs. A
 * process that takes no connections follows none, since nobody looks at tables there.
 */
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { ImpossibleState } from '../money/assert.js';
import { Poller, type Polling } from '../platform/poller.js';
import { type StreamEntry, Streams } from '../platform/streams.service.js';
import type { Timelines } from '../platform/timelines.service.js';
import type { After } from '../protocol/after.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableMessage } from '../protocol/table.js';
import type { Audience } from '../round/audience.js';
import type { TableSnapshot } from '../round/snapshot.js';
import type { TableState } from '../round/state.js';
import { Broadcast } from '../table/broadcast.js';
import { newsOf, placeOf, streamOf } from '../table/news.service.js';
import { SeatReads } from '../table/seat-reads.js';
import type { SeatTaken } from '../table/seats.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import { EdgeTableCopy } from './table-copy.js';
import { type Whereabouts, readWhereabouts } from './whereabouts.js';

/** A table as it can be looked at in any process. */
interface SeenTable {
  readonly state: TableState;
  readonly timeline: number;
  snapshotFor(audience: Audience): TableSnapshot;
  /** Seats a connection of the player. Undefined where the table is not for them. */
  join(playerId: string, connection: string): Promise<SeatTaken | undefined>;
  /** The player's own result of the round that ended last, as far as it is kept. */
  resultOf(playerId: string): PlayerResult | undefined;
  /** What a correction has made of it since. */
  correctionOf(playerId: string): PlayerCorrection | undefined;
  missedSince(audience: Audience, after: After): readonly TableMessage[] | undefined;
}

/** How often the logs are looked at: with streams for what they have lost, and without for all. */
const EVERY_MS = 1_000;
const EVERY_MS_WITHOUT_STREAMS = 200;
/** After so long without a stream, and without a look, nothing is known of tables elsewhere. */
const IN_TOUCH_MS = 3_000;
/** How long a table that could not be followed is left alone: longer each time. */
const PAUSE_MIN_MS = 250;
const PAUSE_MAX_MS = 15_000;
/** What the lines of the log name. */
export const SEEN_TABLES_LOG = 'tables elsewhere';

/** What tables are followed by. */
interface Following {
  /** Whether the process takes connections. */
  readonly isEdge: boolean;
  readonly reads: pg.Pool;
  readonly streams: Streams;
  readonly timelines: Pick<Timelines, 'database'>;
}

export class SeenTables {
  readonly #copies = new Map<string, EdgeTableCopy>();
  /** By table: the stream that it is followed by. */
  readonly #followed = new Map<string, string>();
  /** Tables that could not be read: how often in a row, and before when they are not followed. */
  readonly #failures = new Map<string, { readonly count: number; readonly untilMs: number }>();
  readonly #seats: SeatReads;
  readonly #polling: Polling;
  #where: ReadonlyMap<string, Whereabouts> = new Map();
  /** By table that is followed: how far its log went at the last look. */
  readonly #heads = new Map<string, number>();
  #lookedAtMs = -Infinity;
  /** When the last look began that was answered. */
  #readAtMs = -Infinity;

  constructor(
    private readonly following: Following,
    private readonly tables: Tables,
    private readonly broadcast: Broadcast,
    poller: Poller,
    @InjectPinoLogger(SEEN_TABLES_LOG) private readonly logger: PinoLogger,
  ) {
    this.#seats = new SeatReads(following.reads);
    this.#polling = poller.poll({
      name: 'tables elsewhere',
      everyMs: EVERY_MS_WITHOUT_STREAMS,
      look: (nowMs) => this.#look(nowMs),
      isWanted: () => this.#isDue(),
    });
    following.streams.onAway(() => {
      this.#lookedAtMs = -Infinity;
      this.#polling.wake();
    });
  }

  get nowMs(): number {
    return this.tables.nowMs;
  }

  /** Every table of the studio, wherever it runs. */
  get known(): Tables['known'] {
    return this.tables.known;
  }

  /** The tables that run here, and those that are followed. */
  get all(): readonly SeenTable[] {
    return [...this.tables.here, ...this.#copies.values()];
  }

  /** Tables that are followed. */
  get size(): number {
    return this.#copies.size;
  }

  /** `table_is_moving`: it is not followed yet, or never, as in a process that is no edge. */
  find(id: string): SeenTable | 'unknown_table' | 'table_is_moving' {
    const table = this.tables.find(id);
    const copy = this.#copies.get(id);
    if (table !== 'table_is_moving' || copy === undefined || copy.isLeftBehind) return table;
    return copy;
  }

  /**
   * Whether nothing can be said of the table here yet, or ever, as in a process that is no edge: it
   * is not followed, and some process runs it, as far as is known.
   */
  isAwaited(id: string): boolean {
    if (typeof this.find(id) !== 'string') return false;
    const where = this.#where.get(id);
    return where === undefined || where.owner !== undefined;
  }

  /**
   * Whether it would be known here that something happened at the table. Without Redis and Postgres
   * it is not: its players are better off at another edge.
   */
  isInTouch(id: string): boolean {
    if (typeof this.find(id) === 'string') return false;
    if (this.isHere(id) || !this.following.streams.isAway) return true;
    return this.tables.nowMs - this.#readAtMs < IN_TOUCH_MS;
  }

  /** Whether this process runs the table. */
  isHere(id: string): boolean {
    return typeof this.tables.find(id) !== 'string';
  }

  /** For a command to the table. Throws `RunsElsewhere` where another process runs it. */
  own(id: string): Table | 'unknown_table' {
    return this.tables.own(id);
  }

  leave(id: string, playerId: string, connection: string): void {
    this.tables.leave(id, playerId, connection);
  }

  /** The process that runs the table, as it was when that was looked at last. */
  ownerOf(id: string): string | undefined {
    if (typeof this.tables.find(id) !== 'string') return this.tables.owner;
    const owner = this.#where.get(id)?.owner;
    return owner === this.tables.owner ? undefined : owner;
  }

  /** Looks at once where every table runs, in whichever process. Never rejects. */
  look(): Promise<void> {
    return this.#polling.look();
  }

  #isDue(): boolean {
    if (!this.following.isEdge) return false;
    const { known, here } = this.tables;
    if (known.length === here.length && this.#copies.size === 0) return false;
    // Those that cannot be followed make no haste.
    const failed = [...this.#failures.keys()].filter((id) => !this.#copies.has(id));
    const isAll = known.length <= here.length + this.#copies.size + failed.length;
    const everyMs = this.following.streams.isAway || !isAll ? 0 : EVERY_MS;
    return this.tables.nowMs - this.#lookedAtMs >= everyMs;
  }

  async #look(nowMs: number): Promise<void> {
    this.#lookedAtMs = nowMs;
    const askedMs = this.tables.nowMs;
    const all = await readWhereabouts(this.following.reads, (databaseMs) =>
      this.tables.hear(databaseMs, askedMs),
    );
    this.#readAtMs = nowMs;
    this.#where = new Map(all.map((each) => [each.table, each]));
    if (!this.following.isEdge) return;
    await Promise.all(all.map((each) => this.#lookAt(each)));
  }

  /** What fails at one table holds up no other. One that is followed is tried at each look. */
  async #lookAt(where: Whereabouts): Promise<void> {
    const { table } = where;
    const isSeen = () => this.#copies.has(table) || this.isHere(table);
    if (!isSeen() && this.tables.nowMs < (this.#failures.get(table)?.untilMs ?? 0)) return;
    try {
      await this.#bringUpToDate(where);
      const isBack = isSeen() && this.#failures.delete(table);
      if (isBack) this.logger.info({ table }, 'the table can be followed again');
    } catch (error) {
      this.#noteFailure(table, error);
    }
  }

  #noteFailure(table: string, error: unknown): void {
    const count = (this.#failures.get(table)?.count ?? 0) + 1;
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** (count - 1), PAUSE_MAX_MS);
    this.#failures.set(table, { count, untilMs: this.tables.nowMs + pauseMs });
    if (count === 1) this.logger.error({ err: error, table }, 'the table cannot be followed');
    if (error instanceof ImpossibleState) this.#giveUp(table);
  }

  /** A table between two owners is followed as before. */
  async #bringUpToDate({ table, owner, timeline, head }: Whereabouts): Promise<void> {
    const copy = this.#copies.get(table);
    if (typeof this.tables.find(table) !== 'string') return this.#end(table);
    const { publications } = this.tables;
    const isOfAnother = copy !== undefined && copy.timeline !== timeline;
    if (isOfAnother || publications.isOfAnother(table, timeline)) {
      // The database was restored: what was published of the lost part counts no longer.
      this.#end(table);
      publications.forget(table);
      this.broadcast.cutOff(table);
    } else if (copy?.isLeftBehind === true) {
      this.#end(table);
    } else if (copy !== undefined) {
      // What came since the last look is on its way by the stream, unless that has lost something.
      const before = this.following.streams.isAway ? head : (this.#heads.get(table) ?? head);
      this.#heads.set(table, head);
      if (Math.min(before, head) > copy.state.seq && copy.goesOn()) {
        this.#heads.delete(table);
        await copy.catchUp();
      }
      void copy.publishOwn();
      return;
    }
    if (owner !== undefined && owner !== this.tables.owner) await this.#follow(table, timeline);
  }

  async #follow(table: string, timeline: number): Promise<void> {
    const { broadcast } = this;
    const { reads, streams, timelines } = this.following;
    const { publications } = this.tables;
    const { database } = timelines;
    const settings = this.tables.known.find(({ id }) => id === table)?.settings;
    if (settings === undefined || database === undefined) return;
    const players = () => broadcast.playersHere;
    const parts = { reads, seats: this.#seats, publisher: broadcast, players, publications };
    const copy = await EdgeTableCopy.open(parts, { table, settings, timeline });
    if (copy === undefined) return;
    this.#copies.set(table, copy);
    const stream = streamOf(database, timeline, table);
    this.#followed.set(table, stream);
    streams.follow(stream, placeOf(copy.state.seq), (entry, id) => this.#hear(copy, entry, id));
  }

  #hear(copy: EdgeTableCopy, entry: StreamEntry, id: string): void {
    try {
      copy.take(newsOf(entry, id));
    } catch (error) {
      if (!(error instanceof ImpossibleState)) throw error;
      this.#noteFailure(copy.state.table, error);
    }
  }

  /**
   * What has happened at the table cannot be read here, as where it runs in a process of a later
   * version. The copy would stay as it is for ever, with bets open that are long closed: nobody is
   * left with it, and whoever comes back looks for the table elsewhere.
   */
  #giveUp(table: string): void {
    this.#end(table);
    const { publications } = this.tables;
    if (publications.of(table) === undefined || this.isHere(table)) return;
    publications.forget(table);
    this.broadcast.cutOff(table);
  }

  #end(table: string): void {
    const copy = this.#copies.get(table);
    if (copy === undefined) return;
    this.#copies.delete(table);
    this.#heads.delete(table);
    this.following.streams.leave(this.#followed.get(table)!);
    this.#followed.delete(table);
    copy.end();
  }
}
