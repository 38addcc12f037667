/**
 * The live wall of tables. Each table is sent again when it has changed, four times a second at
 * most, and the last state is always sent.
 */
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SeenTables } from '../../edge/seen-tables.service.js';
import { Poller } from '../../platform/poller.js';
import type { WallTable } from '../../protocol/wall.js';
import { payingClasses } from '../../punto-banco/paying-class.js';
import { CURRENT_PAYTABLE } from '../../punto-banco/paytable.js';
import { IncidentBoard } from '../incident/incident-board.service.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';
import { WallNews } from './wall-news.service.js';
import { showTable } from './wall-table.js';

const EVERY_MS = 250;

/** What was last sent of a table. */
interface Published {
  readonly shown: WallTable;
  readonly text: string;
}

@Injectable()
export class Wall implements OnApplicationBootstrap {
  readonly #published = new Map<string, Published>();

  constructor(
    private readonly tables: SeenTables,
    private readonly news: WallNews,
    private readonly incidents: IncidentBoard,
    private readonly pitBroadcast: PitBroadcast,
    poller: Poller,
  ) {
    const look = () => (pitBroadcast.isHeard ? this.#publish() : this.#published.clear());
    poller.poll({ name: 'wall', everyMs: EVERY_MS, look });
  }

  onApplicationBootstrap(): void {
    payingClasses(CURRENT_PAYTABLE); // Sorted once, before anybody bets.
  }

  get nowMs(): number {
    return this.tables.nowMs;
  }

  /** Every table as it is now, for somebody who will receive the next changes. */
  look(): readonly WallTable[] {
    const all = this.#look();
    // Not all have been sent what this one is shown: a table that has opened or changed since.
    const isFirst = this.#published.size === 0;
    for (const looked of all) {
      const { table } = looked.shown;
      if (this.#published.get(table)?.text !== looked.text)
        this.#published.set(table, isFirst ? looked : { ...looked, text: '' });
    }
    return all.map(({ shown }) => shown);
  }

  #publish(): void {
    for (const looked of this.#look()) {
      const { table } = looked.shown;
      if (this.#published.get(table)?.text !== looked.text) this.pitBroadcast.table(looked.shown);
      this.#published.set(table, looked);
    }
  }

  #look(): readonly Published[] {
    return this.tables.known.map(({ id, settings }) => {
      const here = this.tables.find(id);
      const table = typeof here === 'string' ? undefined : here;
      const state = table?.state;
      const { placed, progress, stalled } = this.news.of(id, state);
      const shown = showTable(id, settings, state, placed, {
        progress,
        stalled,
        players: table === undefined ? 0 : this.pitBroadcast.playersAt(id),
        incidents: this.incidents.countAt(id),
        deskIsFollowed: this.pitBroadcast.isDeskFollowed(id),
        stillUrl: this.news.stillOf(id, state?.settings ?? settings),
      });
      return { shown, text: JSON.stringify(shown) };
    });
  }
}
