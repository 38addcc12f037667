/**
 * The live lobby. Each table's card is sent again when it has changed, twice a second at most, and
 * the last state is always sent.
 */
import { Injectable } from '@nestjs/common';
import { SeenTables } from '../edge/seen-tables.service.js';
import { Sitters } from '../edge/sitters.service.js';
import { Poller } from '../platform/poller.js';
import type { LobbyTable } from '../protocol/lobby.js';
import { Broadcast } from '../table/broadcast.js';
import { type Shown, showTable } from './lobby-card.js';

const EVERY_MS = 500;

/**
 * What the lobby was last sent of a table. `isStale`: somebody has been shown another state since.
 */
interface Published {
  readonly shown: Shown;
  isStale: boolean;
}

@Injectable()
export class Lobby {
  readonly #published = new Map<string, Published>();

  constructor(
    private readonly tables: SeenTables,
    private readonly sitters: Sitters,
    private readonly broadcast: Broadcast,
    poller: Poller,
  ) {
    poller.poll({ name: 'lobby', everyMs: EVERY_MS, look: () => this.#publish() });
  }

  get nowMs(): number {
    return this.tables.nowMs;
  }

  /** Every table as it is now, for somebody who will receive the next changes. */
  watch(): readonly Shown[] {
    const all = this.#look();
    // A table that has opened since the others began to watch is sent to them, too.
    const isStale = this.#published.size > 0;
    for (const shown of all) {
      const published = this.#published.get(shown.card.table);
      if (published === undefined) this.#published.set(shown.card.table, { shown, isStale });
      else if (!isSame(published.shown, shown)) published.isStale = true;
    }
    return all;
  }

  #publish(): void {
    if (!this.broadcast.isLobbyWatched) {
      this.#published.clear();
      return;
    }
    for (const shown of this.#look()) {
      const { table } = shown.card;
      const published = this.#published.get(table);
      if (published !== undefined && !published.isStale && isSame(published.shown, shown)) continue;
      this.broadcast.toLobby(changeOf(published?.shown, shown));
      this.#published.set(table, { shown, isStale: false });
    }
  }

  #look(): readonly Shown[] {
    return this.tables.known.map(({ id, settings }) => {
      const table = this.tables.find(id);
      const players = this.sitters.at(id);
      return showTable(
        id,
        settings,
        typeof table === 'string' ? undefined : { state: table.state, players },
      );
    });
  }
}

const isSame = (a: Shown, b: Shown): boolean =>
  (a.beads === b.beads ||
    (a.beads.length === b.beads.length && keptBeads(a, b) === a.beads.length)) &&
  JSON.stringify(a.card) === JSON.stringify(b.card);

const changeOf = (before: Shown | undefined, shown: Shown): LobbyTable => {
  const beadsFrom = before === undefined ? 0 : keptBeads(before, shown);
  return { card: shown.card, beadsFrom, beads: shown.beads.slice(beadsFrom) };
};

/** How many beads of the same shoe stay as they were. */
const keptBeads = (before: Shown, after: Shown): number => {
  if (before.card.shoe !== after.card.shoe) return 0;
  let kept = 0;
  while (kept < before.beads.length && before.beads[kept] === after.beads[kept]) kept += 1;
  return kept;
};
