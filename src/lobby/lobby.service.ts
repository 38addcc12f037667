/**
 * The live lobby. The cards that have changed are sent in one message, twice a second at most, and
 * the last state is always sent.
 */
import { Injectable } from '@nestjs/common';
import { SeenTables } from '../edge/seen-tables.service.js';
import { Sitters } from '../edge/sitters.service.js';
import { Poller } from '../platform/poller.js';
import { Broadcast } from '../table/broadcast.js';
import { type ShownCard, showTable } from './lobby-card.js';
import { LobbyCopy, TABLES_AT_ONCE } from './lobby-copy.js';

const EVERY_MS = 500;

@Injectable()
export class Lobby {
  readonly #copy = new LobbyCopy();

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

  /** Whether nothing can be said of the table here yet. It is shown as if nobody ran it. */
  isAwaited(table: string): boolean {
    return this.tables.isAwaited(table);
  }

  /** Every table as it is now, for somebody who asks again. */
  get shown(): readonly ShownCard[] {
    return this.#look();
  }

  /**
   * Tables as they are now, for somebody who will receive the next changes: those behind `after`,
   * and whether there are more.
   */
  watch(after?: string): { readonly tables: readonly ShownCard[]; readonly next: string | null } {
    const all = this.#look();
    const from = after === undefined ? 0 : all.findIndex(({ card }) => card.table === after) + 1;
    const tables = all.slice(from, from + TABLES_AT_ONCE);
    this.#copy.show(tables);
    const isAll = from + TABLES_AT_ONCE >= all.length;
    return { tables, next: isAll ? null : (tables.at(-1)?.card.table ?? null) };
  }

  #publish(): void {
    if (!this.broadcast.isLobbyWatched) return this.#copy.clear();
    const tables = this.#copy.next(this.#look());
    if (tables.length > 0) this.broadcast.toLobby({ tables });
  }

  #look(): readonly ShownCard[] {
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
