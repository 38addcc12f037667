/**
 * What a table has told each audience lately, numbered, so that whoever comes back gets what was
 * missed (invariant I6).
 */
import { assert } from '../money/assert.js';
import type { TableMessage } from '../protocol/table.js';
import { parseBead } from '../roads/bead.js';
import { Scoreboard } from '../roads/scoreboard.js';
import type { LoggedEvent } from '../round/event.js';
import type { TableState } from '../round/state.js';
import { AUDIENCES, type Audience } from '../round/audience.js';
import { view } from '../round/view.js';

/** Messages kept for each audience. Who missed more is better served by a snapshot. */
const KEPT = 300;

/** A message for an audience: one to tell now, or one told before. */
export interface HistoryMessage {
  readonly audience: Audience;
  readonly message: TableMessage;
}

export class MessageHistory {
  #scoreboard = new Scoreboard();
  readonly #published: Record<Audience, TableMessage[]> = { player: [], dealer: [], pit: [] };

  constructor(state: TableState) {
    this.#begin(state.shoe?.beads ?? []);
  }

  /**
   * Takes in an event and says what each audience is told of it. `before` is the state that the
   * event came upon.
   */
  add(before: TableState, logged: LoggedEvent): readonly HistoryMessage[] {
    const { event } = logged;
    if (event.kind === 'shoe_started') this.#scoreboard = new Scoreboard();
    if (event.kind === 'round_corrected' && event.beads !== null) this.#begin(event.beads);
    const roads = event.kind === 'coup_decided' ? { roads: this.#addBead(event.bead) } : {};
    const published: HistoryMessage[] = [];
    for (const audience of AUDIENCES) {
      const body = view(event, audience);
      if (body === undefined) continue;
      const message = {
        table: before.table,
        seq: logged.seq,
        prev: before.shown[audience],
        atMs: logged.atMs,
        ...body,
        ...roads,
      } as TableMessage;
      const kept = this.#published[audience];
      kept.push(message);
      if (kept.length > 2 * KEPT) kept.splice(0, KEPT);
      published.push({ audience, message });
    }
    return published;
  }

  /**
   * What `audience` was told after `seq`; undefined when that is no longer at hand (or `seq` was
   * never told).
   */
  since(audience: Audience, seq: number): readonly TableMessage[] | undefined {
    const kept = this.#published[audience];
    if (kept.length === 0) return undefined;
    const last = kept.at(-1)!.seq;
    if (seq === last) return [];
    const start = kept.findIndex(({ prev }) => prev === seq);
    return start === -1 ? undefined : kept.slice(start);
  }

  #begin(beads: readonly string[]): void {
    this.#scoreboard = new Scoreboard();
    for (const bead of beads) this.#addBead(bead);
  }

  #addBead(notation: string) {
    const bead = parseBead(notation);
    assert(bead !== undefined, 'the log holds beads in notation');
    return this.#scoreboard.add(bead);
  }
}
