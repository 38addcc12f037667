/**
 * The rows beside the logs, compared with the logs. Every table is replayed from its first event,
 * and what it says must be stored.
 */
import { parseEvent, parseState } from '../round/past-events.js';
import type { TableState } from '../round/state.js';
import { TRACES } from '../table/projection.js';
import type { Checkpoint, KeptRows, StoredRow } from './stored-rows.js';
import type { EventRow } from './log-row.js';
import { ExpectedRows, type ExpectedRow } from './expected-rows.js';
import type { LogFault } from './verify.js';

/** The columns that say which event changed a row after it was added. */
const LATER = new Set(TRACES.filter(({ does }) => does === 'changes').map(({ column }) => column));

/** Rows are compared when this many are expected, at the latest. */
const PORTION = 1_000;

/**
 * `events` are those of all tables, each table's in order. `firstBad`: the first bad row of each
 * log that has one. From there on that log proves nothing.
 */
export const rowFaults = async (
  events: AsyncIterable<EventRow> | Iterable<EventRow>,
  rows: KeptRows,
  firstBad: ReadonlyMap<string, bigint>,
): Promise<readonly LogFault[]> => {
  const faults: LogFault[] = [];
  let table: ComparedTable | undefined;
  for await (const row of events) {
    if (table?.name !== row.table) {
      faults.push(...((await table?.end()) ?? []));
      table = new ComparedTable(rows, row.table, firstBad.get(row.table));
    }
    await table.take(row);
  }
  return [...faults, ...((await table?.end()) ?? [])];
};

class ComparedTable {
  readonly #expected: ExpectedRows;
  readonly #faults: LogFault[] = [];
  #since = 0;
  #last = 0;
  #isBroken = false;
  /** A snapshot that was stored, waiting for the event after which it was made. */
  #snapshot: Checkpoint | undefined;
  #checkpoints: readonly Checkpoint[] | undefined;

  constructor(
    private readonly rows: KeptRows,
    readonly name: string,
    private readonly firstBad: bigint | undefined,
  ) {
    this.#expected = new ExpectedRows(name);
  }

  async take({ seq, atMs, payload, kind }: EventRow): Promise<void> {
    if (this.#isBroken) return;
    if (this.firstBad !== undefined && BigInt(seq) >= this.firstBad) {
      this.#isBroken = true;
      return;
    }
    const number = Number(seq);
    try {
      this.#expected.take({ seq: number, atMs: Number(atMs), event: parseEvent(payload) });
    } catch {
      this.#isBroken = true;
      this.#fails(number, 'it cannot follow the events before it');
      return;
    }
    this.#since += 1;
    this.#last = number;
    if (kind === 'shoe_started') await this.#look(number);
    if (this.#snapshot?.seq === number) this.#compareState('snapshot', this.#snapshot.state);
    this.#checkpoints ??= await this.rows.checkpoints(this.name);
    for (const { seq: of, state } of this.#checkpoints) {
      if (of === number) this.#compareState('checkpoint', state);
    }
    if (kind === 'shoe_started' || this.#since > PORTION) await this.#compare(false);
  }

  async end(): Promise<readonly LogFault[]> {
    for (const { seq } of this.#checkpoints ?? []) {
      if (seq > this.#last && !this.#isBroken)
        this.#fails(seq, 'the checkpoint that was kept of the table is of no event of the log');
    }
    await this.#compare(!this.#isBroken && this.firstBad === undefined);
    return this.#faults;
  }

  /**
   * The snapshot was made after the last event of the command that began the shoe, which is a few
   * events after it at most.
   */
  async #look(seq: number): Promise<void> {
    const state = await this.rows.snapshot(this.name, seq);
    if (state === undefined) {
      this.#fails(seq, 'the snapshot of the table that was kept with it is gone');
      return;
    }
    const after = seqOf(state);
    if (after === undefined || after < seq || after > seq + 10) {
      this.#fails(seq, 'the snapshot of the table that was kept with it is of another event');
    } else this.#snapshot = { seq: after, state };
  }

  #compareState(what: 'snapshot' | 'checkpoint', kept: string): void {
    const { state } = this.#expected;
    const expected = parseState(JSON.stringify(state));
    if (seqOf(kept) === state.seq && isState(kept, expected)) return;
    this.#fails(
      state.seq,
      `the ${what} that was kept of the table is not what the log makes of it`,
    );
  }

  async #compare(all: boolean): Promise<void> {
    this.#since = 0;
    const expected = this.#expected.drain(all);
    for (const kept of this.rows.kinds) {
      const of = expected.filter((row) => row.kept === kept);
      const ids = of.map(({ id }) => id);
      const rows = await this.rows.read(kept, this.name, ids);
      for (const row of of) await this.#compareRow(row, rows.get(row.id));
    }
  }

  async #compareRow(expected: ExpectedRow, kept: StoredRow | undefined): Promise<void> {
    const { seq, columns, evidence, isOver } = expected;
    const name = nameOf(expected);
    if (kept === undefined) {
      const isKnown =
        expected.kept === 'incident' && (await this.rows.isOpenAlready(this.name, expected));
      if (!isKnown) this.#fails(seq, `${name} is not stored`);
      return;
    }
    // What was cut off from the end of the log is found by what the rows say of it (log-source.ts).
    if (!isOver && [...LATER].some((column) => Number(kept[column]) > this.#last)) return;
    for (const [column, { says, seq: at }] of columns) {
      const [has, should] = [textOf(kept[column]), textOf(says)];
      if (has !== should) this.#fails(at, `${name} has ${column} ${has}, the log says ${should}`);
    }
    if (evidence !== undefined && !evidence.some((each) => isSame(each, kept['evidence']))) {
      this.#fails(seq, `${name} has other evidence than the table had then`);
    }
  }

  #fails(seq: number, says: string): void {
    this.#faults.push({ log: this.name, seq: BigInt(seq), kind: 'row_differs', says });
  }
}

const nameOf = ({ kept, id, seq }: ExpectedRow): string => {
  switch (kept) {
    case 'approval':
      return 'the use of its approval';
    case 'incident':
      return `the incident that event ${seq} opened`;
    case 'correction':
      return `correction ${id.split(':')[1]} of round ${id.split(':')[0]}`;
    case 'hand_pay':
      return handPayName(id.split(':'));
    case 'card_set':
      return `the set of cards that event ${seq} brought`;
    case 'round':
    case 'shoe':
      return `${kept} ${id}`;
  }
};

const handPayName = ([game, player, correction]: readonly string[]): string =>
  `the hand pay to player ${player} of ${correction === '0' ? '' : `correction ${correction} of `}round ${game}`;

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '(none)';
  if (value instanceof Date) return String(value.getTime());
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/**
 * A version that did not keep in which round a card had left the shoe does not say it. One that
 * took a card that was set aside for none without a seat does not have it among them.
 */
const isState = (text: string, { shoe, ...expected }: TableState): boolean => {
  try {
    const kept = parseState(text);
    const has = kept.shoe?.unseated ?? [];
    const unseated = shoe?.unseated
      .filter((each) => each.setAside !== true || has.some((other) => isSame(each, other)))
      .map(({ game, ...card }, index) => ({
        ...card,
        ...(has[index]?.game !== undefined && { game }),
      }));
    return isSame(kept, { ...expected, shoe: shoe === null ? null : { ...shoe, unseated } });
  } catch {
    return false; // It is no state that a table can have.
  }
};

const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

/** The same text for the same content, in whatever order its names are. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const seqOf = (state: string): number | undefined => {
  try {
    const { seq } = JSON.parse(state) as { seq?: unknown };
    return typeof seq === 'number' ? seq : undefined;
  } catch {
    return undefined;
  }
};
