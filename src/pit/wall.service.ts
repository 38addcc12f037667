/** The wall of tables, live: each is told again when it has changed, four times a second at most, and the last state always. */
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Poller } from '../platform/poller.js';
import type { WallTable } from '../protocol/wall.js';
import { payingClasses } from '../punto-banco/paying-class.js';
import { CURRENT_PAYTABLE } from '../punto-banco/paytable.js';
import type { TableState } from '../round/state.js';
import { Tables } from '../table/tables.service.js';
import { IncidentBoard } from './incident/incident-board.service.js';
import { PitNews } from './floor/pit-news.js';
import { TableWatch } from './floor/table-watch.service.js';
import { type Lying, lyingOf, showTable } from './wall-table.js';

const EVERY_MS = 250;

/** What was told of a table last, and the state it was worked out from: what lies is summed up again only when that is another. */
interface Told {
  readonly state: TableState | undefined;
  readonly lying: Lying;
  readonly shown: WallTable;
  readonly text: string;
}

@Injectable()
export class Wall implements OnApplicationBootstrap {
  readonly #told = new Map<string, Told>();

  constructor(
    private readonly tables: Tables,
    private readonly watch: TableWatch,
    private readonly incidents: IncidentBoard,
    private readonly news: PitNews,
    poller: Poller,
  ) {
    const look = () => (news.isHeard ? this.#tell() : this.#told.clear());
    poller.poll({ name: 'wall', everyMs: EVERY_MS, look });
  }

  onApplicationBootstrap(): void {
    payingClasses(CURRENT_PAYTABLE); // sorted once, before anybody bets
  }

  get nowMs(): number {
    return this.tables.nowMs;
  }

  /** Every table as it is now, for someone whom the next changes will reach. */
  look(): readonly WallTable[] {
    const all = this.#look();
    // A table that has come since the others watch is theirs to be told of, too.
    const isFirst = this.#told.size === 0;
    for (const looked of all) {
      const { table } = looked.shown;
      if (!this.#told.has(table)) this.#told.set(table, isFirst ? looked : { ...looked, text: '' });
    }
    return all.map(({ shown }) => shown);
  }

  #tell(): void {
    for (const looked of this.#look()) {
      const { table } = looked.shown;
      if (this.#told.get(table)?.text !== looked.text) this.news.table(looked.shown);
      this.#told.set(table, looked);
    }
  }

  #look(): readonly Told[] {
    return this.tables.known.map(({ id, settings }) => {
      const here = this.tables.find(id);
      const table = typeof here === 'string' ? undefined : here;
      const state = table?.state;
      const told = this.#told.get(id);
      const isAsTold = told !== undefined && told.state === state;
      const lying =
        table === undefined || state === undefined || isAsTold
          ? (told?.lying ?? NOTHING)
          : lyingOf(state, table.slips);
      const shown = showTable(id, settings, state, lying, {
        standing: this.watch.standingOf(id),
        hanging: this.watch.hangOf(id),
        players: table?.connectedPlayers ?? 0,
        incidents: this.incidents.countAt(id),
        deskIsFollowed: this.news.isDeskFollowed(id),
      });
      return { state, lying, shown, text: JSON.stringify(shown) };
    });
  }
}

const NOTHING: Lying = { bets: 0, exposure: null };
