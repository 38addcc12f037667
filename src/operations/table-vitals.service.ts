/** What the tables are like here, as metrics: what waits, what lies, who sits there. */
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config.js';
import { SeenTables } from '../edge/seen-tables.service.js';
import { TableWatch } from '../pit/watch/table-watch.service.js';
import { placedStakesOf } from '../pit/wall/wall-table.js';
import { Metrics } from '../platform/metrics.js';
import { OUTCOMES } from '../punto-banco/outcome.js';
import { aboutInOwn, furtherOf } from '../round/currencies.js';
import { type TableState, stakesIn } from '../round/state.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';

@Injectable()
export class TableVitals {
  /** For which state the exposure was worked out, since that takes a look at every slip. */
  readonly #exposedAt = new Map<string, TableState>();

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly tables: Tables,
    private readonly seen: SeenTables,
    private readonly watch: TableWatch,
    private readonly metrics: Metrics,
  ) {}

  /** The names of the tables that this process runs. */
  get here(): readonly string[] {
    return this.tables.here.map(({ state }) => state.table);
  }

  /** Returns how many tables of the studio are stalled, as far as this process knows. */
  look(): number {
    const { metrics, tables } = this;
    const { here, known } = tables;
    metrics.mailboxCapacity.set(this.config.table.mailboxCapacity);
    metrics.tablesKnown.set(known.length);
    metrics.tablesFollowed.set(this.seen.size);
    const stalled = known.filter(({ id }) => this.watch.stallOf(id) !== null).length;
    metrics.tablesStalled.set(stalled);
    metrics.tablesSuspended.set(here.filter(({ state }) => state.phase === 'suspended').length);
    // A table that has gone elsewhere has no gauges here any more.
    metrics.mailboxDepth.reset();
    metrics.players.reset();
    for (const table of here) {
      const { table: id } = table.state;
      metrics.mailboxDepth.set({ table: id }, table.waiting);
      metrics.players.set({ table: id }, 0);
      if (this.#exposedAt.get(id) !== table.state) this.#expose(id, table);
    }
    // By a connection to this process, wherever the table runs.
    for (const [table, players] of Object.entries(tables.publications.sitters())) {
      metrics.players.set({ table }, players);
    }
    for (const id of this.#exposedAt.keys()) {
      if (!here.some(({ state }) => state.table === id)) this.#forget(id);
    }
    return stalled;
  }

  /** What the studio would have to pay at worst, less what lies there already. */
  #expose(id: string, table: Table): void {
    const { state } = table;
    const before = this.#exposedAt.get(id) ?? state;
    this.#exposedAt.set(id, state);
    const { settings } = state;
    const { currency } = settings;
    const { exposure } = placedStakesOf(state, table.slips);
    const held = stakesIn(state);
    const currencies = [...held.keys(), ...furtherOf(settings), ...furtherOf(before.settings)];
    for (const its of new Set(currencies)) {
      const sum = exposure === null ? 0 : Number(held.get(its) ?? 0n);
      this.metrics.stakes.set({ table: id, currency: its }, sum);
    }
    const stakes = exposure === null ? 0 : Number(aboutInOwn(state.settings, held));
    for (const outcome of OUTCOMES) {
      const pays = exposure === null ? 0 : Number(exposure[outcome]);
      this.metrics.exposure.set({ table: id, currency, outcome }, pays - stakes);
    }
  }

  #forget(id: string): void {
    this.#exposedAt.delete(id);
    // The others are set anew, since their labels are not known here.
    this.#exposedAt.clear();
    this.metrics.stakes.reset();
    this.metrics.exposure.reset();
  }
}
