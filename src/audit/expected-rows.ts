/**
 * What a table's log says of the rows that were written with its events: rounds, shoes, used
 * approvals, corrections, incidents, snapshots.
 */
import { assert } from '../money/assert.js';
import type { EventKind, EventOf, LoggedEvent, TableEvent } from '../round/event.js';
import type { FourEyes } from '../round/four-eyes.js';
import { parseCoup } from '../punto-banco/notation.js';
import { evolve } from '../round/evolve.js';
import { type TableState, emptyTable } from '../round/state.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { faultOf, incidentOf } from '../table/incident.js';

export const ROW_KINDS = ['round', 'shoe', 'approval', 'correction', 'incident'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** The kinds of event that write rows. */
const WRITING_ROWS = [
  'shoe_started',
  'betting_opened',
  'betting_closed',
  'coup_decided',
  'round_voided',
  'round_settled',
  'round_refunded',
  'round_corrected',
  'correction_paid',
] as const satisfies readonly EventKind[];

/** Those that may need an approval. */
const USING = [
  'round_voided',
  'round_corrected',
  'card_corrected',
  'card_dealt',
  'cards_burned',
  'cut_card_drawn',
] as const satisfies readonly EventKind[];

const isOne = <K extends EventKind>(event: TableEvent, kinds: readonly K[]): event is EventOf<K> =>
  kinds.some((kind) => kind === event.kind);

/** The last moment that a date can hold. */
const LAST_MS = 8.64e15;

/**
 * A row as the log describes it, by the names of the columns in stored-rows.ts. Columns that it
 * says nothing of are left out.
 */
export interface ExpectedRow {
  readonly kept: RowKind;
  /** What the row is found by: a game number, a shoe's number, the event's, `game:correction`. */
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

  constructor(table: string) {
    this.#state = emptyTable(table, DEFAULT_SETTINGS);
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
    if (isOne(event, WRITING_ROWS)) this.#publish(seq, atMs, event);
    this.#tellUse(seq, event);
    const fault = faultOf(event, this.#state);
    if (fault === undefined) return;
    const { game, kind, detail, by, at } = incidentOf(fault, seq, atMs, this.#state);
    const incidentColumns = { game_number: game, kind, detail, opened_by: by, opened_at: at };
    const columns = columnsOf(seq, incidentColumns);
    const evidence = [this.#evidence()];
    const incident: ExpectedRow = {
      ...{ kept: 'incident', id: String(seq), seq, columns, evidence, isOver: false },
    };
    this.#incidents.push(incident);
    this.#recorded.set(`incident ${seq}`, incident);
  }

  /** What is known so far and changes no more, or all of it. Each is given once. */
  drain(all: boolean): readonly ExpectedRow[] {
    if (all) this.#closeIncidents();
    const recorded = [...this.#recorded].filter(([, { isOver }]) => all || isOver);
    for (const [name] of recorded) this.#recorded.delete(name);
    return recorded.map(([, row]) => row);
  }

  #publish(seq: number, atMs: number, event: EventOf<(typeof WRITING_ROWS)[number]>): void {
    const at = new Date(atMs);
    switch (event.kind) {
      case 'shoe_started':
        this.#add('shoe', String(event.shoe), seq, { started_seq: seq, started_at: at }, true);
        return;
      case 'betting_opened':
        this.#add('round', event.game, seq, {
          table_id: this.#state.table,
          shoe_ordinal: this.#state.shoe?.ordinal,
          round_in_shoe: event.roundInShoe,
          paytable: event.paytable,
          status: 'betting',
          opened_seq: seq,
          opened_at: at,
          closed_seq: null,
          coup: null,
          ended_seq: null,
          ended_at: null,
          stakes_account: `round:${event.game}:stakes`,
        });
        return;
      case 'betting_closed':
        this.#change('round', event.game, seq, { status: 'closed', closed_seq: seq });
        return;
      case 'coup_decided':
        this.#change('round', event.game, seq, { status: 'resulted', coup: event.coup });
        return;
      case 'round_voided': {
        const round = this.#recorded.get(`round ${event.game}`);
        const isClosed = typeof round?.columns.get('closed_seq')?.says === 'number';
        this.#change('round', event.game, seq, {
          status: 'void',
          ...(!isClosed && { closed_seq: seq }),
        });
        return;
      }
      case 'round_settled':
      case 'round_refunded': {
        const status = event.kind === 'round_settled' ? 'settled' : 'refunded';
        this.#change('round', event.game, seq, { status, ended_seq: seq, ended_at: at }, true);
        return;
      }
      case 'round_corrected': {
        const { game, correction, fix, coup, player: player_id, approval: approval_id } = event;
        const columns = { fix, coup, player_id, approval_id, ordered_seq: seq, finished_seq: null };
        this.#add('correction', `${game}:${correction}`, seq, columns);
        return;
      }
      case 'correction_paid': {
        const id = `${event.game}:${event.correction}`;
        this.#change('correction', id, seq, { finished_seq: seq }, true);
        return;
      }
    }
  }

  #tellUse(seq: number, event: TableEvent): void {
    const use = isOne(event, USING) ? useOf(event) : undefined;
    if (use === undefined) return;
    const { eyes, ...asked } = use;
    const { approval: approval_id, requestedBy: requested_by, approvedBy: decided_by } = eyes;
    const persons = {
      approval_id,
      requested_by,
      decided_by,
      verdict: 'approved',
      is_in_time: true,
    };
    this.#add('approval', String(seq), seq, { ...asked, ...persons }, true);
  }

  #add(kept: RowKind, id: string, seq: number, says: Says, isOver = false): void {
    const columns = columnsOf(seq, says);
    this.#recorded.set(`${kept} ${id}`, { kept, id, seq, columns, isOver });
  }

  #change(kept: RowKind, id: string, seq: number, says: Says, isOver = false): void {
    const row = this.#recorded.get(`${kept} ${id}`);
    if (row === undefined) return;
    for (const [name, column] of columnsOf(seq, says)) row.columns.set(name, column);
    row.isOver = isOver;
  }

  #closeIncidents(): void {
    for (const row of this.#incidents) row.isOver = true;
    this.#incidents = [];
  }

  #evidence(): unknown {
    const fault = { kind: 'suspended', detail: '', by: '' } as const;
    return JSON.parse(incidentOf(fault, 0, 0, this.#state).evidence) as unknown;
  }
}

type Says = Readonly<Record<string, unknown>>;

const columnsOf = (seq: number, columns: Says): ExpectedRow['columns'] =>
  new Map(Object.entries(columns).map(([name, says]) => [name, { says, seq }]));

/** What the approval of an event must have been asked for. */
type Asked = Says & { readonly eyes: FourEyes };

const useOf = (event: EventOf<(typeof USING)[number]>): Asked | undefined => {
  switch (event.kind) {
    case 'round_voided': {
      const { game: game_number, reason: reason_code, approval, ...persons } = event;
      if (approval === undefined) return undefined;
      const { requestedBy, approvedBy } = persons;
      const eyes = { requestedBy, approvedBy, approval };
      return { kind: 'void', game_number, reason_code, eyes };
    }
    case 'round_corrected': {
      const { game: game_number, fix: kind, reason: reason_code, coup, player } = event;
      return { kind, game_number, reason_code, coup, player, eyes: event };
    }
    case 'card_corrected': {
      const { game: game_number, card, side, position, by: requestedBy, ...rest } = event;
      const seat = `${side}_${position}`;
      const eyes = { requestedBy, approvedBy: rest.approvedBy, approval: rest.approval };
      return { kind: 'card_correction', game_number, card, seat, eyes };
    }
    case 'card_dealt': {
      const { game: game_number, card, manual: eyes } = event;
      return eyes && { kind: 'card', game_number, card, eyes };
    }
    case 'cards_burned': {
      const { card, manual: eyes } = event;
      return eyes && { kind: 'burn_card', game_number: null, card, eyes };
    }
    case 'cut_card_drawn': {
      const { manual: eyes } = event;
      return eyes && { kind: 'cut_card', game_number: null, eyes };
    }
  }
};
