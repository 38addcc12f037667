/**
 * A table that another process runs, as this one follows it: a state that is folded from the same
 * events, and publishes what they say to those who are connected here.
 */
import type pg from 'pg';
import type { After } from '../protocol/after.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableMessage } from '../protocol/table.js';
import type { Audience } from '../round/audience.js';
import { type LoggedEvent, isOneOf } from '../round/event.js';
import type { TableSettings } from '../round/settings.js';
import type { TableSnapshot } from '../round/snapshot.js';
import type { TableState } from '../round/state.js';
import { evolve } from '../round/evolve.js';
import { phaseBeneath } from '../round/state.js';
import { LiveState } from '../table/live-state.js';
import { eventsAfter, replay } from '../table/log.js';
import { endsRound } from '../table/own-messages.js';
import { OwnResults } from '../table/own-results.js';
import type { Publisher } from '../table/ports.js';
import {
  type Publications,
  type Published,
  addConnection,
  publishedUpTo,
  publishedWholly,
} from '../table/published.js';
import type { SeatReads } from '../table/seat-reads.js';
import { type CopySeat, CopySeats } from './copy-seats.js';

interface CopyParts {
  readonly reads: Pick<pg.Pool, 'query'>;
  /** Of all copies of the process. */
  readonly seats: SeatReads;
  readonly publisher: Publisher;
  /** The players who are connected to this process. */
  readonly players: () => readonly string[];
  readonly publications: Publications;
}

/** Which table, and in which of its histories the database is. */
interface Followed {
  readonly table: string;
  readonly settings: TableSettings;
  readonly timeline: number;
}

/** An event, and the table as it was then. */
interface Owing {
  readonly logged: LoggedEvent;
  readonly state: TableState;
}

/** Rounds that may be owed. A process that is further behind has other troubles. */
const OWING_MAX = 100;
const NOBODY = { take: () => undefined };

const hasEnded = (state: TableState): boolean =>
  phaseBeneath(state) === 'settled' || (phaseBeneath(state) === 'void' && state.refunded);

export class EdgeTableCopy {
  #catchingUp: Promise<void> | undefined;
  /** An event came that does not follow the last one while the log was read. */
  #hasGap = false;
  #isOver = false;
  readonly #seats: CopySeats;
  /** The table when its last round had ended. */
  #ended: TableState | undefined;
  /** Events that have something for single players which was not published yet. */
  readonly #owing: Owing[] = [];
  #isPublishingOwn = false;
  /** Of those who have joined since the last round ended. */
  readonly #own = new OwnResults();

  private constructor(
    private readonly parts: CopyParts,
    readonly timeline: number,
    private readonly live: LiveState,
    private readonly published: Published,
  ) {
    this.#seats = new CopySeats(
      parts.reads,
      parts.seats,
      () => this.state,
      () => this.#ended,
    );
  }

  /**
   * Goes on from what this process has published of the table already. Undefined where the table
   * has come to run here meanwhile.
   */
  static async open(
    parts: CopyParts,
    { table, settings, timeline }: Followed,
  ): Promise<EdgeTableCopy | undefined> {
    const { publications, publisher, reads } = parts;
    const before = publications.of(table);
    await before?.sendingOwn;
    const { state, recent } = await replay(
      reads,
      table,
      settings,
      before && publishedWholly(before),
    );
    const published = publications.of(table) ?? publishedUpTo(state.seq, timeline);
    if (published.seq > state.seq) return undefined;
    const live = new LiveState(state, published, { publisher, follower: NOBODY });
    const copy = new EdgeTableCopy(parts, timeline, live, published);
    if (!publications.claimIfFree(table, copy)) return undefined;
    publications.keep(table, published);
    for (const { before, logged } of recent) {
      const messages = live.number(before, logged);
      if (logged.seq > published.seq) live.publish(logged, messages);
      copy.#note(logged, evolve(before, logged));
    }
    if (copy.#ended === undefined && hasEnded(state)) copy.#ended = state;
    return copy;
  }

  get state(): TableState {
    return this.live.now;
  }

  snapshotFor(audience: Audience): TableSnapshot {
    return this.live.snapshotFor(audience);
  }

  /** As of the table itself. */
  missedSince(
    audience: Audience,
    { afterSeq, timeline = 0 }: After,
  ): readonly TableMessage[] | undefined {
    if (afterSeq === undefined || timeline !== this.timeline) return undefined;
    return this.live.missedSince(audience, afterSeq);
  }

  /**
   * The table itself has run here meanwhile, and published what the copy would publish again:
   * another copy has to go on from there.
   */
  get isLeftBehind(): boolean {
    return this.published.seq !== this.state.seq;
  }

  /**
   * Whether the copy is the one that publishes here. It does not publish while the table itself is
   * being opened here. If that fails, it goes on.
   */
  goesOn(): boolean {
    if (this.#isOver || this.isLeftBehind) return false;
    return this.parts.publications.claimIfFree(this.state.table, this);
  }

  /** Takes in the next event. One that is known is left out. Before a later one the log is read. */
  take(logged: LoggedEvent): void {
    const { seq } = this.state;
    if (!this.goesOn() || logged.seq <= seq) return;
    if (logged.seq === seq + 1) {
      this.live.take(logged);
      return this.#note(logged, this.state);
    }
    this.#hasGap = true;
    this.catchUp().catch(() => undefined); // The next look at the log tries again.
  }

  /**
   * Seats a connection of the player. Undefined for an unknown player, and for one whose operator
   * has its players see other tables only.
   */
  async join(playerId: string, connection: string): Promise<CopySeat | undefined> {
    const joined = await this.#seats.join(playerId);
    if (joined?.isOpen !== true) return undefined;
    addConnection(this.published.connections, playerId, connection);
    this.#own.keep(joined.own);
    return joined;
  }

  resultOf(playerId: string): PlayerResult | undefined {
    return this.#own.resultOf(playerId);
  }

  correctionOf(playerId: string): PlayerCorrection | undefined {
    return this.#own.correctionOf(playerId);
  }

  /** Takes notice of an event that may have something for single players. */
  #note(logged: LoggedEvent, state: TableState): void {
    const isEnd = endsRound(logged.event);
    if (isEnd) this.#ended = state;
    if (isEnd) this.#own.forgetAll();
    const isOwn = isOneOf(logged.event, ['correction_paid', 'stakes_taken']);
    if (logged.seq <= this.published.ownSeq) return;
    if (!isEnd && !isOwn) {
      if (this.#owing.length === 0) this.published.ownSeq = logged.seq;
      return;
    }
    this.#owing.push({ logged, state });
    if (this.#owing.length > OWING_MAX) this.#owing.shift();
    void this.publishOwn();
  }

  /** Publishes what is owed to single players, in its order. What fails is tried again later. */
  async publishOwn(): Promise<void> {
    if (this.#isPublishingOwn) return;
    this.#isPublishingOwn = true;
    try {
      for (let owed = this.#owing[0]; owed !== undefined; owed = this.#owing[0]) {
        const { logged, state } = owed;
        const own = await this.#seats.ownMessages(logged, state, this.parts.players());
        if (!this.goesOn()) return;
        // The table itself may have come so far here, and have been lost again.
        if (logged.seq > this.published.ownSeq) await this.live.publishOwn(logged.seq, own);
        // Until then what comes after it does not count as published.
        if (this.#owing[0] === owed) this.#owing.shift();
      }
    } catch {
      // The next look tries again.
    } finally {
      this.#isPublishingOwn = false;
    }
  }

  /** Reads in the log what came after the last event that is known. */
  catchUp(): Promise<void> {
    this.#catchingUp ??= this.#readLog().finally(() => (this.#catchingUp = undefined));
    return this.#catchingUp;
  }

  async #readLog(): Promise<void> {
    let isAll: boolean;
    do {
      this.#hasGap = false;
      const page = await eventsAfter(this.parts.reads, this.state.table, this.state.seq);
      for (const logged of page.events) this.take(logged);
      isAll = page.isAll;
      if (!this.goesOn()) return;
    } while (!isAll || this.#hasGap);
  }

  /** Nothing of the table is published by the copy any more. */
  end(): void {
    this.#isOver = true;
    this.parts.publications.release(this.state.table, this);
  }
}
