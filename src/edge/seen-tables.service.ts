/**
 * The tables that other processes run, as this process follows them: each by its stream, and by its
 * log where the stream says less. Whoever only looks at a table finds it here, wherever it runs.
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { POOL } from '../platform/database.js';
import { Poller } from '../platform/poller.js';
import { Streams } from '../platform/streams.service.js';
import type { After } from '../protocol/after.js';
import type { TableMessage } from '../protocol/table.js';
import type { Slip } from '../punto-banco/slip.js';
import type { Audience } from '../round/audience.js';
import type { TableSnapshot } from '../round/snapshot.js';
import type { TableState } from '../round/state.js';
import { newsOf, placeOf, streamOf } from '../table/news.service.js';
import { TablePorts } from '../table/ports.js';
import { Tables } from '../table/tables.service.js';
import { TableCopy } from './table-copy.js';
import { type Whereabouts, readWhereabouts } from './whereabouts.js';

/** A table as it can be looked at in any process. */
interface SeenTable {
  readonly state: TableState;
  readonly timeline: number;
  /** Players who sit there with a connection. Only where this process runs the table. */
  readonly connectedPlayers?: number;
  /** The stakes, player by player. Only where this process runs the table. */
  readonly slips?: readonly Slip[];
  snapshotFor(audience: Audience): TableSnapshot;
  missedSince(audience: Audience, after: After): readonly TableMessage[] | undefined;
}

/** How often the logs are looked at: with streams for what they have lost, and without for all. */
const EVERY_MS = 1_000;
const EVERY_MS_WITHOUT_STREAMS = 200;

@Injectable()
export class SeenTables {
  readonly #copies = new Map<string, TableCopy>();
  #lookedAtMs = -Infinity;

  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly ports: TablePorts,
    private readonly streams: Streams,
    poller: Poller,
  ) {
    const polling = poller.poll({
      name: 'tables elsewhere',
      everyMs: EVERY_MS_WITHOUT_STREAMS,
      look: (nowMs) => this.#look(nowMs),
      isWanted: () => this.#isDue(),
    });
    streams.onAway(() => {
      this.#lookedAtMs = -Infinity;
      polling.wake();
    });
  }

  get nowMs(): number {
    return this.tables.nowMs;
  }

  /** Every table of the studio, wherever it runs. */
  get known(): Tables['known'] {
    return this.tables.known;
  }

  /** Tables that are followed. */
  get size(): number {
    return this.#copies.size;
  }

  /** `table_not_here`: it is not followed yet. */
  find(id: string): SeenTable | 'unknown_table' | 'table_not_here' {
    const table = this.tables.find(id);
    return table === 'table_not_here' ? (this.#copies.get(id) ?? table) : table;
  }

  #isDue(): boolean {
    const { known, here } = this.tables;
    if (known.length === here.length && this.#copies.size === 0) return false;
    const everyMs = this.streams.isAway ? 0 : EVERY_MS;
    return this.tables.nowMs - this.#lookedAtMs >= everyMs;
  }

  async #look(nowMs: number): Promise<void> {
    this.#lookedAtMs = nowMs;
    const all = await readWhereabouts(this.pool);
    const looks = await Promise.allSettled(all.map((each) => this.#lookAt(each)));
    for (const look of looks) if (look.status === 'rejected') throw look.reason;
  }

  /** A table between two owners is followed as before. */
  async #lookAt({ table, owner, timeline, head }: Whereabouts): Promise<void> {
    const copy = this.#copies.get(table);
    if (typeof this.tables.find(table) !== 'string') return this.#end(table);
    if (copy !== undefined && copy.timeline !== timeline) {
      // The database was restored: what was published of the lost part counts no longer.
      this.#end(table);
      this.tables.publications.forget(table);
      this.ports.publisher.cutOff(table);
    } else if (copy !== undefined) {
      if (head > copy.state.seq && copy.goesOn()) await copy.catchUp();
      return;
    }
    if (owner !== undefined && owner !== this.tables.owner) await this.#follow(table, timeline);
  }

  async #follow(table: string, timeline: number): Promise<void> {
    const { ports, streams } = this;
    const { publications } = this.tables;
    const settings = this.tables.known.find(({ id }) => id === table)?.settings;
    if (settings === undefined) return;
    const parts = { reads: this.pool, publisher: ports.publisher, publications };
    const copy = await TableCopy.open(parts, { table, settings, timeline });
    if (copy === undefined) return;
    this.#copies.set(table, copy);
    streams.follow(streamOf(table, timeline), placeOf(copy.state.seq), (entry, id) =>
      copy.take(newsOf(entry, id)),
    );
  }

  #end(table: string): void {
    const copy = this.#copies.get(table);
    if (copy === undefined) return;
    this.#copies.delete(table);
    this.streams.leave(streamOf(table, copy.timeline));
    copy.end();
  }
}
