/**
 * What those who watch the lobby have been sent, and what they are sent next: the tables that have
 * changed, in one message of a bounded size. What it leaves out comes first in the next one.
 */
import type { LobbyTable } from '../protocol/lobby.js';
import type { ShownCard } from './lobby-card.js';

/** Tables in one message, and in one answer. Each is some 300 bytes, and its beads. */
export const TABLES_AT_ONCE = 100;

/**
 * What was sent of a table last. `isStale`: somebody has been shown another state since.
 */
interface Sent {
  readonly shown: ShownCard;
  isStale: boolean;
}

export class LobbyCopy {
  readonly #sent = new Map<string, Sent>();
  /** Where the next look begins: behind the last table of a message that was full. */
  #from = 0;

  /** Nobody watches any more. */
  clear(): void {
    this.#sent.clear();
    this.#from = 0;
  }

  /** Somebody is shown these tables, and will receive the next changes. */
  show(some: readonly ShownCard[]): void {
    // A table that has opened since the others began to watch is sent to them, too.
    const isStale = this.#sent.size > 0;
    for (const shown of some) {
      const sent = this.#sent.get(shown.card.table);
      if (sent === undefined) this.#sent.set(shown.card.table, { shown, isStale });
      else if (!isSame(sent.shown, shown)) sent.isStale = true;
    }
  }

  /** What has changed, and counts as sent from now on. */
  next(all: readonly ShownCard[]): LobbyTable[] {
    const from = Math.min(this.#from, all.length);
    this.#from = 0;
    const changes: LobbyTable[] = [];
    for (let step = 0; step < all.length; step += 1) {
      const at = (from + step) % all.length;
      const shown = all[at]!;
      const { table } = shown.card;
      const sent = this.#sent.get(table);
      if (sent !== undefined && !sent.isStale && isSame(sent.shown, shown)) continue;
      if (changes.length === TABLES_AT_ONCE) {
        this.#from = at;
        break;
      }
      changes.push(changeOf(sent?.shown, shown));
      this.#sent.set(table, { shown, isStale: false });
    }
    return changes;
  }
}

const isSame = (a: ShownCard, b: ShownCard): boolean =>
  (a.beads === b.beads ||
    (a.beads.length === b.beads.length && keptBeads(a, b) === a.beads.length)) &&
  JSON.stringify(a.card) === JSON.stringify(b.card);

const changeOf = (before: ShownCard | undefined, shown: ShownCard): LobbyTable => {
  const beadsFrom = before === undefined ? 0 : keptBeads(before, shown);
  return { card: shown.card, beadsFrom, beads: shown.beads.slice(beadsFrom) };
};

/** How many beads of the same shoe stay as they were. */
const keptBeads = (before: ShownCard, after: ShownCard): number => {
  if (before.card.shoe !== after.card.shoe) return 0;
  let kept = 0;
  while (kept < before.beads.length && before.beads[kept] === after.beads[kept]) kept += 1;
  return kept;
};
