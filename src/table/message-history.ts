/**
 * What a table has sent each audience lately, numbered, so that whoever comes back gets what was
 * missed (invariant I6).
 */
import type { TableMessage } from '../protocol/table.js';
import type { LoggedEvent } from '../round/event.js';
import type { TableState } from '../round/state.js';
import { AUDIENCES, type Audience } from '../round/audience.js';
import { view } from '../round/view.js';

/** Messages kept for each audience. A viewer that missed more is better served by a snapshot. */
const KEPT = 300;

/** A message for an audience: one to send now, or one sent before. */
export interface HistoryMessage {
  readonly audience: Audience;
  readonly message: TableMessage;
}

export class MessageHistory {
  readonly #published: Record<Audience, TableMessage[]> = { player: [], dealer: [], pit: [] };

  /**
   * Takes in an event and returns what each audience is sent of it. `before` is the state before
   * the event.
   */
  add(before: TableState, logged: LoggedEvent): readonly HistoryMessage[] {
    const { event } = logged;
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
      } as TableMessage;
      const kept = this.#published[audience];
      kept.push(message);
      if (kept.length > 2 * KEPT) kept.splice(0, KEPT);
      published.push({ audience, message });
    }
    return published;
  }

  /**
   * What `audience` was sent after `seq`. Undefined when that is no longer kept, or `seq` was never
   * sent.
   */
  since(audience: Audience, seq: number): readonly TableMessage[] | undefined {
    const kept = this.#published[audience];
    if (kept.length === 0) return undefined;
    const last = kept.at(-1)!.seq;
    if (seq === last) return [];
    const start = kept.findIndex(({ prev }) => prev === seq);
    return start === -1 ? undefined : kept.slice(start);
  }
}
