/** What a table's log says of the rows that were written with its events, row by row. */
import { assert } from '../money/assert.js';
import { parseCoup } from '../punto-banco/notation.js';
import type { LoggedEvent } from '../round/event.js';
import { evolve } from '../round/evolve.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { type TableState, emptyTable } from '../round/state.js';
import { evidenceOf } from '../table/incident.js';
import { projectionOf } from '../table/projection.js';
import { type RowChange, type RowKind, ROW_KINDS, foundBy, rowOf } from '../table/rows.js';

/** The kinds of row that are compared by their columns. A snapshot is compared as a state. */
export type ComparedKind = Exclude<RowKind, 'snapshot'>;
const isCompared = (kind: RowKind): kind is ComparedKind => kind !== 'snapshot';
export const COMPARED_KINDS = ROW_KINDS.filter(isCompared);

/** The last moment that a date can hold. */
const LAST_MS = 8.64e15;

/**
 * A row as the log tells it, by the names of its columns; those that it says nothing of are left
 * out.
 */
export interface ExpectedRow {
  readonly kept: ComparedKind;
  /** What the row is found by: its key, `game:correction`. */
  readonly id: string;
  /** The event that it was written with. */
  readonly seq: number;
  /** Each with the event that said so. */
  readonly columns: Map<string, { readonly says: unknown; readonly seq: number }>;
  /**
   * For an incident: what the table was like after any event of the same moment. The row has one of
   * them.
   */
  readonly evidence?: unknown[];
  /** Whether nothing that comes later changes it. */
  isOver: boolean;
}

/** Follows one table's log. Throws where an event cannot follow those before it. */
export class ExpectedRows {
  #state: TableState;
  #atMs = 0;
  readonly #recorded = new Map<string, ExpectedRow>();
  /** Of this moment. */
  #incidents: ExpectedRow[] = [];

  /** From the log's first event, or from the one after which the table was in the state `from`. */
  constructor(table: string, from?: TableState) {
    this.#state = from ?? emptyTable(table, DEFAULT_SETTINGS);
  }

  /** The table after the last event that was taken. */
  get state(): TableState {
    return this.#state;
  }

  take(logged: LoggedEvent): void {
    const { seq, atMs, event } = logged;
    assert(Math.abs(atMs) <= LAST_MS, 'a time is a number');
    if (atMs !== this.#atMs) this.#closeIncidents();
    this.#atMs = atMs;
    this.#state = evolve(this.#state, logged);
    if (event.kind === 'coup_decided') {
      const dealt = this.#state.round?.cards ?? [];
      assert(
        parseCoup(event.coup)?.cards.join() === dealt.join(),
        'a coup is of cards that were dealt',
      );
    }
    for (const { evidence } of this.#incidents) evidence?.push(this.#evidence());
    for (const change of projectionOf(logged, this.#state)) this.#record(seq, change);
  }

  /** What is known so far and changes no more, or all of it. Each is given once. */
  drain(all: boolean): readonly ExpectedRow[] {
    if (all) this.#closeIncidents();
    const recorded = [...this.#recorded].filter(([, { isOver }]) => all || isOver);
    for (const [name] of recorded) this.#recorded.delete(name);
    return recorded.map(([, row]) => row);
  }

  #record(seq: number, { row: kept, does, columns, once, isLast }: RowChange): void {
    if (!isCompared(kept)) return;
    const id = rowOf(kept)
      .key.map((name) => String(columns[name]))
      .join(':');
    const certain = foundBy(kept);
    const says = Object.entries(columns)
      .filter(([name]) => !certain.includes(name))
      .map(([name, value]) => [name, { says: value, seq }] as const);
    if (does === 'adds') {
      const expected: ExpectedRow = { kept, id, seq, columns: new Map(says), isOver: isLast };
      this.#recorded.set(`${kept} ${id}`, kept === 'incident' ? this.#opened(expected) : expected);
      return;
    }
    const row = this.#recorded.get(`${kept} ${id}`);
    if (row === undefined) return;
    for (const [name, column] of says) {
      const hasOne = typeof row.columns.get(name)?.says === 'number';
      if (name !== once || !hasOne) row.columns.set(name, column);
    }
    row.isOver = isLast;
  }

  #opened(row: ExpectedRow): ExpectedRow {
    row.columns.delete('evidence');
    const incident = { ...row, evidence: [this.#evidence()] };
    this.#incidents.push(incident);
    return incident;
  }

  #closeIncidents(): void {
    for (const row of this.#incidents) row.isOver = true;
    this.#incidents = [];
  }

  #evidence(): unknown {
    return JSON.parse(evidenceOf(this.#state)) as unknown;
  }
}
