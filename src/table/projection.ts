/**
 * What each kind of event writes beside the log: the rows that people and jobs read. The table
 * writes them with the event, and `npm run verify` expects them of the log; both go by this one
 * list.
 */
import { stakesAccount } from '../money/chart-of-accounts.js';
import { furtherOf } from '../round/currencies.js';
import { EVENT_KINDS, type EventKind, type EventOf, type LoggedEvent } from '../round/event.js';
import { STUDIO } from '../round/fault.js';
import type { FourEyes } from '../round/four-eyes.js';
import { storedState } from '../round/past-events.js';
import type { TableState } from '../round/state.js';
import { type Fault, incidentOf, suspensionOf } from './incident.js';
import {
  type ColumnOf,
  ROWS,
  ROW_KINDS,
  type RowChange,
  type RowKind,
  type TraceOf,
  type Value,
} from './rows.js';

interface Place {
  readonly seq: number;
  readonly atMs: number;
  /** The table after the event, or after others of the same command. */
  readonly after: TableState;
}

type Says<R extends RowKind> = { readonly [C in ColumnOf<R>]?: Value };

/** How an event of the kind `K` changes a row of the kind `R`. */
interface Change<K extends EventKind, R extends RowKind> {
  readonly row: R;
  readonly does: 'adds' | 'changes';
  /** The column that has the event's number. With `once` a number that it has already stays. */
  readonly trace?: TraceOf<R>;
  readonly once?: boolean;
  /** Whether nothing that comes later changes the row. */
  readonly isLast?: boolean;
  /**
   * The row's key, and what is in it otherwise than before. Undefined where the event changes none.
   */
  says(event: EventOf<K>, place: Place): Says<R> | undefined;
}
type AnyChange<K extends EventKind> = { [R in RowKind]: Change<K, R> }[RowKind];

const round = (game: string) => ({ game_number: game });
const correction = (game: string, ordinal: number) => ({ game_number: game, ordinal });

/** The persons of the approval that an event stands under, and what they must have agreed upon. */
type Use = Says<'approval'> & { readonly eyes: FourEyes };

/** An event that uses an approval up, where it stands under one. */
const uses = <K extends EventKind>(
  useOf: (event: EventOf<K>) => Use | undefined,
): Change<K, 'approval'> => ({
  row: 'approval',
  does: 'adds',
  trace: 'seq',
  isLast: true,
  says: (event) => {
    const use = useOf(event);
    if (use === undefined) return undefined;
    const { eyes, ...asked } = use;
    const { approval: approval_id, requestedBy: requested_by, approvedBy: decided_by } = eyes;
    const persons = { approval_id, requested_by, decided_by };
    return { ...persons, verdict: 'approved', is_in_time: true, ...asked };
  },
});

/**
 * An event that calls for the pit: it opens an incident, unless the same fault of the round is open
 * already.
 */
const opens = <K extends EventKind>(
  faultOf: (event: EventOf<K>, after: TableState) => Fault | undefined,
): Change<K, 'incident'> => ({
  row: 'incident',
  does: 'adds',
  trace: 'opened_seq',
  says: (event, { atMs, after }) => {
    const fault = faultOf(event, after);
    return fault && incidentOf(fault, atMs, after);
  },
});

/** The round's stakes are all paid. */
const ended = (
  status: 'settled' | 'refunded',
): Change<'round_settled' | 'round_refunded', 'round'> => ({
  row: 'round',
  does: 'changes',
  trace: 'ended_seq',
  isLast: true,
  says: ({ game }, { atMs }) => ({ ...round(game), status, ended_at: new Date(atMs) }),
});

const WRITES: { readonly [K in EventKind]?: readonly AnyChange<K>[] } = {
  shoe_started: [
    {
      row: 'shoe',
      does: 'adds',
      trace: 'started_seq',
      isLast: true,
      says: ({ shoe: ordinal }, { atMs }) => ({ ordinal, started_at: new Date(atMs) }),
    },
    {
      row: 'snapshot',
      does: 'adds',
      trace: 'seq',
      isLast: true,
      says: (_, { after }) => ({ state: JSON.stringify(storedState(after)) }),
    },
  ],

  cards_brought: [
    {
      row: 'card_set',
      does: 'adds',
      trace: 'brought_seq',
      isLast: true,
      says: ({ cards: name }) => ({ name }),
    },
  ],

  betting_opened: [
    {
      row: 'round',
      does: 'adds',
      trace: 'opened_seq',
      says: ({ game, roundInShoe, paytable }, { atMs, after }) => ({
        ...round(game),
        shoe_ordinal: after.shoe?.ordinal,
        round_in_shoe: roundInShoe,
        paytable,
        status: 'betting',
        opened_at: new Date(atMs),
        closed_seq: null,
        coup: null,
        ended_seq: null,
        ended_at: null,
        stakes_account: stakesAccount(game),
        further: furtherOf(after.settings).join(',') || null,
      }),
    },
  ],

  betting_closed: [
    {
      row: 'round',
      does: 'changes',
      trace: 'closed_seq',
      says: ({ game }) => ({ ...round(game), status: 'closed' }),
    },
  ],

  coup_decided: [
    {
      row: 'round',
      does: 'changes',
      says: ({ game, coup }) => ({ ...round(game), status: 'resulted', coup }),
    },
  ],

  round_voided: [
    {
      row: 'round',
      does: 'changes',
      trace: 'closed_seq',
      once: true,
      says: ({ game }) => ({ ...round(game), status: 'void' }),
    },
    uses(({ game: game_number, reason: reason_code, requestedBy, approvedBy, approval }) =>
      approval === undefined
        ? undefined // of before there were approvals
        : { kind: 'void', game_number, reason_code, eyes: { requestedBy, approvedBy, approval } },
    ),
  ],

  round_settled: [ended('settled')],
  round_refunded: [ended('refunded')],

  round_corrected: [
    {
      row: 'correction',
      does: 'adds',
      trace: 'ordered_seq',
      says: ({ game, correction: ordinal, fix, coup, player, approval }) => ({
        ...correction(game, ordinal),
        fix,
        coup,
        player_id: player,
        approval_id: approval,
        finished_seq: null,
      }),
    },
    uses(({ game: game_number, fix: kind, reason: reason_code, coup, player, ...eyes }) => ({
      kind,
      game_number,
      reason_code,
      coup,
      player,
      eyes,
    })),
  ],

  hand_pay_ordered: [
    {
      row: 'hand_pay',
      does: 'adds',
      trace: 'ordered_seq',
      isLast: true,
      says: ({
        game,
        player: player_id,
        correction: ordinal = 0,
        amount,
        approval: approval_id,
      }) => ({
        ...round(game),
        player_id,
        ordinal,
        amount,
        approval_id,
      }),
    },
    uses(({ game: game_number, reason: reason_code, player, ...eyes }) => ({
      kind: 'hand_pay',
      game_number,
      reason_code,
      player,
      eyes,
    })),
  ],

  correction_paid: [
    {
      row: 'correction',
      does: 'changes',
      trace: 'finished_seq',
      isLast: true,
      says: ({ game, correction: ordinal }) => correction(game, ordinal),
    },
  ],

  card_corrected: [
    uses(({ game: game_number, card, side, position, by: requestedBy, ...eyes }) => ({
      kind: 'card_correction',
      game_number,
      card,
      seat: `${side}_${position}`,
      eyes: { ...eyes, requestedBy },
    })),
  ],

  card_dealt: [
    uses(
      ({ game: game_number, card, manual: eyes }) =>
        eyes && { kind: 'card', game_number, card, eyes },
    ),
  ],

  cards_burned: [
    uses(({ card, manual: eyes }) => eyes && { kind: 'burn_card', game_number: null, card, eyes }),
  ],

  cut_card_drawn: [
    uses(({ manual: eyes }) => eyes && { kind: 'cut_card', game_number: null, eyes }),
  ],

  malfunction_reported: [
    opens(({ malfunction: kind, note: detail, by }) => ({ kind, detail, by })),
  ],
  manager_called: [opens(({ by }) => ({ kind: 'manager_called', detail: '', by }))],
  stream_lost: [opens(() => ({ kind: 'stream_lost', detail: '', by: STUDIO }))],
  cards_due: [
    // The other reasons are malfunctions with an incident of their own, or the table has just
    // opened.
    opens(({ reason: detail }) =>
      detail === 'cards_24_hours' ? { kind: 'cards_due', detail, by: STUDIO } : undefined,
    ),
  ],
  table_suspended: [opens(suspensionOf)],
};

const changesBy = (kind: EventKind): readonly AnyChange<EventKind>[] => WRITES[kind] ?? [];

/**
 * The rows that the event changes; `after` is the table after it, or after others of the same
 * command.
 */
export const projectionOf = (
  { seq, atMs, event }: LoggedEvent,
  after: TableState,
): readonly RowChange[] =>
  changesBy(event.kind).flatMap((change): RowChange[] => {
    const says = change.says(event, { seq, atMs, after });
    if (says === undefined) return [];
    const { row, does, trace, once = false, isLast = false } = change;
    const ofTable = does === 'adds' && 'table_id' in ROWS[row].columns;
    const columns = {
      ...(ofTable && { table_id: after.table }),
      ...(trace !== undefined && { [trace]: seq }),
      ...says,
    };
    return [{ row, does, columns, once: once ? trace : undefined, isLast }];
  });

/** A column that has an event's number, and the kinds of event that it may be the number of. */
interface Trace {
  readonly row: RowKind;
  readonly column: string;
  readonly does: 'adds' | 'changes';
  readonly kinds: readonly EventKind[];
}

export const TRACES: readonly Trace[] = ROW_KINDS.flatMap((row) =>
  Object.keys(ROWS[row].traces).map((column): Trace => {
    const writes = (kind: EventKind) =>
      changesBy(kind).find((change) => change.row === row && change.trace === column);
    const kinds = EVENT_KINDS.filter((kind) => writes(kind) !== undefined);
    return { row, column, does: writes(kinds[0]!)!.does, kinds };
  }),
);
