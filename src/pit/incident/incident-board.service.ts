/**
 * The open incidents of the studio. They are kept in memory for the wall, and sent to the pit
 * whenever one of them has changed.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { SeenTables } from '../../edge/seen-tables.service.js';
import { POOL } from '../../platform/database.js';
import { Poller, type Polling } from '../../platform/poller.js';
import type { Incident } from '../../protocol/incident.js';
import { type IncidentRow, readOpenIncidents, incidentMessage } from './incident-rows.js';
import { PitBroadcast } from '../watch/pit-broadcast.js';
import { proposalsFor } from './proposals.js';

/** For what changes without a notice: what may be done about an incident, as its table goes on. */
const EVERY_MS = 500;

/** As it was last sent. */
interface Sent {
  readonly incident: Incident;
  /** How many notes it had, which are read with its evidence. */
  readonly notes: number;
}

@Injectable()
export class IncidentBoard {
  #open = new Map<string, Sent>();
  readonly #polling: Polling;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: SeenTables,
    private readonly pitBroadcast: PitBroadcast,
    poller: Poller,
  ) {
    this.#polling = poller.poll({
      name: 'incidents',
      everyMs: EVERY_MS,
      look: () => this.#look(),
      wokenBy: 'incident',
      isWanted: () => pitBroadcast.isHeard,
    });
  }

  get open(): readonly Incident[] {
    return [...this.#open.values()].map(({ incident }) => incident);
  }

  countAt(table: string): number {
    let count = 0;
    for (const { incident } of this.#open.values()) if (incident.table === table) count += 1;
    return count;
  }

  /** One look. What has changed since the last one is published. */
  look(): Promise<void> {
    return this.#polling.look();
  }

  /** The incident as it is sent, with what may be done about it now. */
  shown(row: IncidentRow): Incident {
    const { table, game, kind, closedBy } = row;
    const seen = this.tables.find(table);
    const state = typeof seen === 'string' ? undefined : seen.state;
    return incidentMessage(row, closedBy === null ? [...proposalsFor(kind, game, state)] : []);
  }

  async #look(): Promise<void> {
    const rows = await readOpenIncidents(this.pool, [...this.#open.keys()]);
    const shown = rows.map((row): Sent => ({ incident: this.shown(row), notes: row.notes }));
    for (const now of shown) {
      const { incident } = now;
      const sent = this.#open.get(incident.id);
      if (JSON.stringify(sent) !== JSON.stringify(now)) this.pitBroadcast.incident(incident);
    }
    const open = shown.filter(({ incident: { state } }) => state !== 'closed');
    this.#open = new Map(open.map((each) => [each.incident.id, each]));
  }
}
