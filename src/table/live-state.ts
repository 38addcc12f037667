/**
 * The state of a table that runs: the one place where committed events are taken in, numbered for
 * each audience, and published. The last messages are kept, so that whoever comes back gets what
 * was missed (invariant I6).
 */
import { assert } from '../money/assert.js';
import { inSlices } from '../platform/in-slices.js';
import type { PlayerCorrection, PlayerResult } from '../protocol/player.js';
import type { TableMessage } from '../protocol/table.js';
import type { LoggedEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import { type TableSnapshot, snapshot } from '../round/snapshot.js';
import type { TableState } from '../round/state.js';
import { AUDIENCES, type Audience } from '../round/audience.js';
import { view } from '../round/view.js';
import type { OwnMessage } from './own-messages.js';
import { OwnResults } from './own-results.js';
import type { Follower, TablePorts } from './ports.js';
import type { Published } from './published.js';

/** Messages kept for each audience. A viewer that missed more is better served by a snapshot. */
const KEPT = 300;

/**
 * Messages for single players that are sent in one turn of the loop: as many as the way to rooms
 * writes in one, so that what is for the whole table does not queue up there behind all of them.
 */
const OWN_SLICE = 64;

/** A message for an audience: one to send now, or one sent before. */
interface NumberedMessage {
  readonly audience: Audience;
  readonly message: TableMessage;
}

export class LiveState {
  #now: TableState;
  /** The message history: what each audience was sent lately. */
  readonly #history: Record<Audience, TableMessage[]> = { player: [], dealer: [], pit: [] };
  /** The players' own results of the round that ended last, for whoever was away then. */
  readonly #own = new OwnResults();
  /** Of the state as it is now, for whoever comes in before the next event. */
  readonly #snapshots = new Map<Audience, TableSnapshot>();

  constructor(
    state: TableState,
    readonly published: Published,
    private readonly ports: Pick<TablePorts, 'publisher'> & {
      readonly follower: Pick<Follower, 'take'>;
    },
    private readonly timeline = 0,
  ) {
    this.#now = state;
  }

  get now(): TableState {
    return this.#now;
  }

  /**
   * Takes in a committed event, and the state after it where that was worked out before. From here
   * on it counts as published, whatever happens in what follows from it.
   */
  take(logged: LoggedEvent, after = evolve(this.#now, logged)): void {
    const before = this.#now;
    assert(after.seq === before.seq + 1, 'events are taken in order, without a gap');
    this.#now = after;
    this.#snapshots.clear();
    this.publish(logged, this.number(before, logged));
  }

  /**
   * What each audience is sent of an event, which the history has from here on. `before` is the
   * state before the event.
   */
  number(before: TableState, logged: LoggedEvent): readonly NumberedMessage[] {
    const numbered: NumberedMessage[] = [];
    for (const audience of AUDIENCES) {
      const body = view(logged.event, audience);
      if (body === undefined) continue;
      const message = {
        table: before.table,
        seq: logged.seq,
        prev: before.shown[audience],
        atMs: logged.atMs,
        ...body,
      } as TableMessage;
      const kept = this.#history[audience];
      kept.push(message);
      if (kept.length > 2 * KEPT) kept.splice(0, KEPT);
      numbered.push({ audience, message });
    }
    return numbered;
  }

  publish(logged: LoggedEvent, messages: readonly NumberedMessage[]): void {
    const { publisher, follower } = this.ports;
    for (const { audience, message } of messages) publisher.toTable(audience, message);
    this.published.seq = logged.seq;
    follower.take(this.#now.table, logged, this.timeline);
  }

  /**
   * The messages for single players that follow from the event of that number, some at a time, so
   * that bets and cards of other tables wait for no more than those. `sent` is called with each. It
   * ends whatever becomes of the table meanwhile. The players have everything up to there then. The
   * table itself waits for it, so that its next round is published after the results of the last,
   * and a bet is answered after the credit that it changes.
   */
  publishOwn(
    seq: number,
    messages: readonly OwnMessage[],
    sent: (own: OwnMessage) => void = () => undefined,
  ): Promise<void> {
    const { publisher } = this.ports;
    const send = (own: OwnMessage): void => {
      if (this.published.isForgotten === true) return;
      if ('result' in own) publisher.toPlayer(own.playerId, own.result);
      else publisher.correctionToPlayer(own.playerId, own.correction);
      sent(own);
    };
    const sending = inSlices(messages, send, OWN_SLICE).then(() => {
      this.published.ownSeq = seq;
    });
    // What could not be sent is no reason for whoever comes next not to try.
    this.published.sendingOwn = sending.catch(() => undefined);
    return sending;
  }

  /** For players who come back: they may not have been sent them. */
  keepResults(messages: readonly OwnMessage[]): void {
    this.#own.keep(messages);
  }

  /** The round has ended. What was not taken in it is still published. */
  forgetResultsBut(game: string): void {
    this.#own.forgetAllBut(game);
  }

  /**
   * The player's own result of the round that ended last, where there were stakes in it, or of the
   * one in hand, where they were not taken. Undefined where it was corrected since.
   */
  resultOf(playerId: string): PlayerResult | undefined {
    return this.#own.resultOf(playerId);
  }

  /** What a correction has made of the player's result of the round that ended last. */
  correctionOf(playerId: string): PlayerCorrection | undefined {
    return this.#own.correctionOf(playerId);
  }

  /** Made once for all who come in between two events. */
  snapshotFor(audience: Audience): TableSnapshot {
    const made = this.#snapshots.get(audience) ?? snapshot(this.#now, audience);
    this.#snapshots.set(audience, made);
    return made;
  }

  /**
   * What `audience` was sent after `seq`. Undefined when that is no longer kept, or `seq` was never
   * sent: then a snapshot is needed.
   */
  missedSince(audience: Audience, seq: number): readonly TableMessage[] | undefined {
    const kept = this.#history[audience];
    if (kept.length === 0) return undefined;
    const last = kept.at(-1)!.seq;
    if (seq === last) return [];
    const start = kept.findIndex(({ prev }) => prev === seq);
    return start === -1 ? undefined : kept.slice(start);
  }
}
