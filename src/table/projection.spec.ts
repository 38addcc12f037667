/**
 * The rows of every kind of event, written out by hand. Verification expects what the projection
 * says, and does not notice where that is wrong.
 */
import { describe, expect, it } from 'vitest';
import { LiveTable } from '../../test/kit/live-table.js';
import { EVENT_KINDS, type TableEvent } from '../round/event.js';
import { DEFAULT_SETTINGS } from '../round/settings.js';
import { TRACES, projectionOf } from './projection.js';
import { type Value, rowOf } from './rows.js';

interface WrittenRow {
  readonly table: string;
  readonly key: readonly string[];
  readonly does: 'adds' | 'changes';
  readonly columns: Readonly<Record<string, Value>>;
  readonly once?: string;
  readonly isLast: boolean;
}

const GAME = '1000000001';
const NEXT = '1000000002';
const OLD = '1000000003';
const eyes = (approval: string) => ({ requestedBy: 'Dora', approvedBy: 'Sven', approval });
const CARD = { kind: 'card_dealt', game: GAME } as const;
const OPENED = {
  kind: 'betting_opened',
  paytable: '2023-1',
  isLast: false,
  lastBetsAtMs: 1_800_000_100_000,
  closesAtMs: 1_800_000_200_000,
} as const;
const RESUMED = { kind: 'table_resumed', by: 'Sven', pausedMs: 0 } as const;
const CORRECTED = {
  kind: 'round_corrected',
  game: GAME,
  beads: null,
  moreCards: 0,
  reason: 'misdeal',
} as const;

const at = (time: string) => new Date(`2027-01-15T${time}Z`);
const opened = (columns: WrittenRow['columns']): WrittenRow => ({
  table: 'rounds',
  key: ['game_number'],
  does: 'adds',
  isLast: false,
  columns: {
    ...{ table_id: 'pb-1', shoe_ordinal: 1, paytable: '2023-1', status: 'betting' },
    ...{ closed_seq: null, coup: null, ended_seq: null, ended_at: null },
    ...columns,
  },
});
const round = (isLast: boolean, columns: WrittenRow['columns']): WrittenRow => ({
  ...{ table: 'rounds', key: ['game_number'], does: 'changes', isLast, columns },
});
const approval = (columns: WrittenRow['columns']): WrittenRow => ({
  table: 'approval_uses',
  key: ['seq'],
  does: 'adds',
  isLast: true,
  columns: {
    ...{ table_id: 'pb-1', requested_by: 'Dora', decided_by: 'Sven' },
    ...{ verdict: 'approved', is_in_time: true, ...columns },
  },
});
const correction = (does: WrittenRow['does'], columns: WrittenRow['columns']): WrittenRow => ({
  ...{ table: 'corrections', key: ['game_number', 'ordinal'], does, columns },
  isLast: does === 'changes',
});
const incident = (columns: WrittenRow['columns'], evidence: object): WrittenRow => ({
  ...{ table: 'incidents', key: ['opened_seq'], does: 'adds', isLast: false },
  columns: { table_id: 'pb-1', ...columns, evidence: JSON.stringify(evidence) },
});

/** Each event with its rows. The first has the number 1, and came a second after eight. */
const STORY: readonly (readonly [TableEvent, ...WrittenRow[]])[] = [
  [{ kind: 'table_opened', dealer: 'Dora', settings: DEFAULT_SETTINGS }], // 1
  [{ kind: 'dealer_changed', dealer: 'Dirk', was: 'Dora' }],
  [{ kind: 'cards_due', reason: 'table_opened' }],
  [
    { kind: 'cards_brought', cards: 'box 7', dueAtMs: 1_800_086_400_000, by: 'Dirk' }, // 4
    {
      ...{ table: 'card_sets', key: ['brought_seq'], does: 'adds', isLast: true },
      columns: { table_id: 'pb-1', brought_seq: 4, name: 'box 7' },
    },
  ],
  [{ kind: 'cards_shuffled', how: 'machine', by: 'Dirk' }],
  [{ kind: 'shoe_cut', by: 'Dirk' }],
  [
    { kind: 'shoe_started', shoe: 1 }, // 7
    {
      ...{ table: 'shoes', key: ['ordinal'], does: 'adds', isLast: true },
      columns: { table_id: 'pb-1', ordinal: 1, started_seq: 7, started_at: at('08:00:07') },
    },
    {
      ...{ table: 'table_snapshots', key: ['seq'], does: 'adds', isLast: true },
      columns: { table_id: 'pb-1', seq: 7, state: expect.any(String) as string },
    },
  ],
  [{ kind: 'cards_burned', card: '5c', unseen: 5, scanSeq: 1, code: '5C' }],
  [
    { kind: 'cards_burned', card: '5c', unseen: 5, scanSeq: 0, code: '', manual: eyes('41') }, // 9
    approval({ seq: 9, approval_id: '41', kind: 'burn_card', game_number: null, card: '5c' }),
  ],
  [
    { ...OPENED, game: GAME, roundInShoe: 1 }, // 10
    opened({
      ...{ game_number: GAME, round_in_shoe: 1, opened_seq: 10, opened_at: at('08:00:10') },
      stakes_account: 'round:1000000001:stakes',
      further: null,
    }),
  ],
  [{ kind: 'spot_closed', spot: 'egalite', by: 'Sven' }],
  [{ kind: 'spot_opened', spot: 'egalite', by: 'Sven' }],
  [{ kind: 'bets_accepted', game: GAME, bets: 1, change: '500', digest: '' }],
  [{ kind: 'settings_changed', settings: DEFAULT_SETTINGS, by: 'Sven' }],
  [
    { kind: 'manager_called', by: 'Dirk' }, // 15
    incident(
      {
        ...{ opened_seq: 15, opened_at: at('08:00:15'), game_number: GAME },
        ...{ kind: 'manager_called', detail: '', opened_by: 'Dirk' },
      },
      {
        ...{ phase: 'betting', dealer: 'Dirk', cards: [], shoe: 1, dropped: 0 },
        lastScan: { scanSeq: 1, code: '5C' },
      },
    ),
  ],
  [
    {
      ...{ kind: 'malfunction_reported', malfunction: 'cards_dropped', cards: 2 },
      ...{ note: 'a gust\0', by: 'Dirk' },
    }, // 16
    incident(
      {
        ...{ opened_seq: 16, opened_at: at('08:00:16'), game_number: GAME },
        ...{ kind: 'cards_dropped', detail: 'a gust\uFFFD', opened_by: 'Dirk' },
      },
      {
        ...{ phase: 'betting', dealer: 'Dirk', cards: [], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 1, code: '5C' },
      },
    ),
  ],
  [{ kind: 'last_bets_called', game: GAME }],
  [
    { kind: 'betting_closed', game: GAME }, // 18
    round(false, { game_number: GAME, status: 'closed', closed_seq: 18 }),
  ],
  [{ ...CARD, side: 'punto', position: 1, card: '9h', scanSeq: 2, code: '9H' }],
  [
    { ...CARD, side: 'banco', position: 1, card: '2c', scanSeq: 0, code: '', manual: eyes('42') },
    approval({ seq: 20, approval_id: '42', kind: 'card', game_number: GAME, card: '2c' }),
  ],
  [{ ...CARD, side: 'punto', position: 2, card: 'Kd', scanSeq: 3, code: 'KD' }],
  [
    {
      ...{ kind: 'card_withdrawn', game: GAME, side: 'punto', position: 2, card: 'Kd' },
      ...{ setAside: false, reason: 'misread', by: 'Dirk' },
    },
  ],
  [{ kind: 'scan_refused', refusal: 'not_in_this_shoe', scanSeq: 4, code: 'KD' }],
  [
    { kind: 'table_suspended', reason: 'impossible_card', by: 'studio' }, // 24
    incident(
      {
        ...{ opened_seq: 24, opened_at: at('08:00:24'), game_number: GAME },
        ...{ kind: 'impossible_card', detail: 'KD: not_in_this_shoe', opened_by: 'studio' },
      },
      {
        ...{ phase: 'dealing', dealer: 'Dirk', cards: ['9h', '2c'], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 4, code: 'KD' },
      },
    ),
  ],
  [RESUMED],
  [
    { kind: 'table_suspended', reason: 'impossible_card', by: 'Sven' }, // 26
    incident(
      {
        ...{ opened_seq: 26, opened_at: at('08:00:26'), game_number: GAME },
        ...{ kind: 'impossible_card', detail: '', opened_by: 'Sven' },
      },
      {
        ...{ phase: 'dealing', dealer: 'Dirk', cards: ['9h', '2c'], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 4, code: 'KD' },
      },
    ),
  ],
  [RESUMED],
  [
    { kind: 'table_suspended', reason: 'impossible_state', by: 'studio' }, // 28
    incident(
      {
        ...{ opened_seq: 28, opened_at: at('08:00:28'), game_number: GAME },
        ...{ kind: 'impossible_state', detail: '', opened_by: 'studio' },
      },
      {
        ...{ phase: 'dealing', dealer: 'Dirk', cards: ['9h', '2c'], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 4, code: 'KD' },
      },
    ),
  ],
  [RESUMED],
  [
    { kind: 'table_suspended', reason: 'a lamp went out', by: 'Dirk' }, // 30
    incident(
      {
        ...{ opened_seq: 30, opened_at: at('08:00:30'), game_number: GAME },
        ...{ kind: 'suspended', detail: 'a lamp went out', opened_by: 'Dirk' },
      },
      {
        ...{ phase: 'dealing', dealer: 'Dirk', cards: ['9h', '2c'], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 4, code: 'KD' },
      },
    ),
  ],
  [RESUMED],
  [{ ...CARD, side: 'punto', position: 2, card: 'Kd', scanSeq: 5, code: 'KD' }],
  [
    { kind: 'table_suspended', reason: 'stream_lost', by: 'studio' }, // 33
    incident(
      {
        ...{ opened_seq: 33, opened_at: at('08:00:33'), game_number: GAME },
        ...{ kind: 'stream_lost', detail: '', opened_by: 'studio' },
      },
      {
        ...{ phase: 'dealing', dealer: 'Dirk', cards: ['9h', '2c', 'Kd'], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 5, code: 'KD' },
      },
    ),
  ],
  [
    { kind: 'stream_lost' }, // 34
    incident(
      {
        ...{ opened_seq: 34, opened_at: at('08:00:34'), game_number: GAME },
        ...{ kind: 'stream_lost', detail: '', opened_by: 'studio' },
      },
      {
        ...{ phase: 'dealing', dealer: 'Dirk', cards: ['9h', '2c', 'Kd'], shoe: 1, dropped: 2 },
        lastScan: { scanSeq: 5, code: 'KD' },
      },
    ),
  ],
  [{ kind: 'stream_back' }],
  [RESUMED],
  [{ ...CARD, side: 'banco', position: 2, card: '3s', scanSeq: 6, code: '3S' }],
  [
    {
      ...{ kind: 'card_corrected', game: GAME, side: 'punto', position: 2, was: 'Kd', card: 'Qd' },
      ...{ by: 'Dora', approvedBy: 'Sven', approval: '43' },
    }, // 38
    approval({
      ...{ seq: 38, approval_id: '43', kind: 'card_correction', game_number: GAME },
      ...{ card: 'Qd', seat: 'punto_2' },
    }),
  ],
  [{ kind: 'cut_card_drawn', thisCoupIsLast: false, scanSeq: 7, code: 'CUT' }],
  [
    { kind: 'cut_card_drawn', thisCoupIsLast: false, scanSeq: 0, code: '', manual: eyes('44') },
    approval({ seq: 40, approval_id: '44', kind: 'cut_card', game_number: null }),
  ],
  [{ kind: 'coup_confirmed', game: GAME, by: 'Dirk' }],
  [
    {
      ...{ kind: 'coup_decided', game: GAME, coup: 'P 9h Qd . B 2c 3s', bead: 'P9n' },
      opensAtMs: 1_800_000_300_000,
    }, // 42
    round(false, { game_number: GAME, status: 'resulted', coup: 'P 9h Qd . B 2c 3s' }),
  ],
  [
    { kind: 'round_settled', game: GAME, stakes: '500', paid: '0', opensAtMs: 1_800_000_300_000 },
    round(true, {
      ...{ game_number: GAME, status: 'settled', ended_seq: 43, ended_at: at('08:00:43') },
    }),
  ],
  [
    {
      ...{ ...CORRECTED, correction: 1, fix: 'resettle', coup: 'P 9h Qd . B 2c 4s' },
      ...{ player: null, ...eyes('45') },
    }, // 44
    correction('adds', {
      ...{ game_number: GAME, ordinal: 1, fix: 'resettle', coup: 'P 9h Qd . B 2c 4s' },
      ...{ player_id: null, approval_id: '45', ordered_seq: 44, finished_seq: null },
    }),
    approval({
      ...{ seq: 44, approval_id: '45', kind: 'resettle', game_number: GAME },
      ...{ reason_code: 'misdeal', coup: 'P 9h Qd . B 2c 4s', player: null },
    }),
  ],
  [
    {
      ...{ kind: 'correction_paid', game: GAME, correction: 1 },
      ...{ stakes: '500', paid: '0', shortfall: '0' },
    }, // 45
    correction('changes', { game_number: GAME, ordinal: 1, finished_seq: 45 }),
  ],
  [
    {
      ...{ ...CORRECTED, correction: 2, fix: 'refund', coup: null },
      ...{ player: '12', ...eyes('46') },
    }, // 46
    correction('adds', {
      ...{ game_number: GAME, ordinal: 2, fix: 'refund', coup: null },
      ...{ player_id: '12', approval_id: '46', ordered_seq: 46, finished_seq: null },
    }),
    approval({
      ...{ seq: 46, approval_id: '46', kind: 'refund', game_number: GAME },
      ...{ reason_code: 'misdeal', coup: null, player: '12' },
    }),
  ],
  [
    { ...OPENED, game: NEXT, roundInShoe: 2 }, // 47
    opened({
      ...{ game_number: NEXT, round_in_shoe: 2, opened_seq: 47, opened_at: at('08:00:47') },
      stakes_account: 'round:1000000002:stakes',
      further: null,
    }),
  ],
  [
    { kind: 'round_voided', game: NEXT, reason: 'misdeal', ...eyes('47') }, // 48
    {
      ...round(false, { game_number: NEXT, status: 'void', closed_seq: 48 }),
      once: 'closed_seq',
    },
    approval({
      ...{ seq: 48, approval_id: '47', kind: 'void', game_number: NEXT },
      reason_code: 'misdeal',
    }),
  ],
  [
    { kind: 'round_refunded', game: NEXT, stakes: '0', opensAtMs: 1_800_000_300_000 }, // 49
    round(true, {
      ...{ game_number: NEXT, status: 'refunded', ended_seq: 49, ended_at: at('08:00:49') },
    }),
  ],
  [
    { ...OPENED, game: OLD, roundInShoe: 3 }, // 50
    opened({
      ...{ game_number: OLD, round_in_shoe: 3, opened_seq: 50, opened_at: at('08:00:50') },
      stakes_account: 'round:1000000003:stakes',
      further: null,
    }),
  ],
  [
    // As it was before there were approvals.
    {
      ...{ kind: 'round_voided', game: OLD, reason: 'misdeal' },
      ...{ requestedBy: 'Dora', approvedBy: 'Sven' },
    }, // 51
    {
      ...round(false, { game_number: OLD, status: 'void', closed_seq: 51 }),
      once: 'closed_seq',
    },
  ],
  [{ kind: 'card_change_warned', dueAtMs: 1_800_086_400_000 }],
  [
    { kind: 'cards_due', reason: 'cards_24_hours' }, // 53
    incident(
      {
        ...{ opened_seq: 53, opened_at: at('08:00:53'), game_number: OLD },
        ...{ kind: 'cards_due', detail: 'cards_24_hours', opened_by: 'studio' },
      },
      {
        ...{ phase: 'void', dealer: 'Dirk', cards: [], shoe: 1, dropped: 0 },
        lastScan: { scanSeq: 7, code: 'CUT' },
      },
    ),
  ],
  [{ kind: 'cards_due', reason: 'defective_barcode' }],
  [{ kind: 'shoe_change_started', reason: 'defective_barcode' }],
  [{ kind: 'closing_called', by: 'Sven' }],
  [{ kind: 'closing_called_off', by: 'Sven' }],
  [{ kind: 'table_closed', by: 'Dirk' }],
  [{ kind: 'card_left_shoe', card: null, by: 'Dirk' }],
  [{ kind: 'card_never_left', card: null, by: 'Dirk' }],
  [
    {
      ...{ kind: 'hand_pay_ordered', game: NEXT, player: '12', amount: '500' },
      ...{ reason: 'payment_fault', ...eyes('49') },
    }, // 61
    {
      ...{ table: 'hand_pays', key: ['game_number', 'player_id', 'ordinal'] },
      ...{ does: 'adds', isLast: true },
      columns: {
        ...{ ordered_seq: 61, game_number: NEXT, player_id: '12', ordinal: 0 },
        ...{ amount: '500', approval_id: '49' },
      },
    },
    approval({
      ...{ seq: 61, approval_id: '49', kind: 'hand_pay', game_number: NEXT },
      ...{ reason_code: 'payment_fault', player: '12' },
    }),
  ],
];

/** The story, as it comes about at a table that is empty at first. */
const played = (): LiveTable => {
  const table = new LiveTable();
  for (const [event] of STORY) table.later(1_000).take(event);
  return table;
};

const rowsOf = ({ log, states }: LiveTable, index: number): readonly WrittenRow[] =>
  projectionOf(log[index]!, states[index + 1]!).map(({ row, does, columns, once, isLast }) => {
    const { table, key } = rowOf(row);
    return { table, key, does, columns, isLast, ...(once !== undefined && { once }) };
  });

describe('an event', () => {
  const table = played();

  it.each(STORY.map(([event, ...rows], index) => ({ seq: index + 1, kind: event.kind, rows })))(
    'writes its rows, and no others: $seq $kind',
    ({ seq, rows }) => {
      expect(rowsOf(table, seq - 1)).toStrictEqual(rows);
    },
  );

  it('of every kind that writes a row is in the story', () => {
    const kinds = new Set(STORY.map(([{ kind }]) => kind));
    const writing = TRACES.flatMap((trace) => trace.kinds);
    expect(writing.filter((kind) => !kinds.has(kind))).toEqual([]);
    for (const kind of EVENT_KINDS.filter((each) => !kinds.has(each))) {
      const event = { kind } as TableEvent;
      expect(projectionOf({ seq: 1, atMs: 0, event }, table.states[0]!), kind).toEqual([]);
    }
  });

  it('that starts a shoe keeps the whole state, with its version', () => {
    const snapshot = rowsOf(table, 6)[1]!.columns['state'];
    const kept: unknown = JSON.parse(String(snapshot));
    expect(kept).toEqual({ version: 2, ...table.states[7] });
    expect(kept).toMatchObject({ table: 'pb-1', seq: 7, dealer: 'Dirk', shoe: { ordinal: 1 } });
  });
});

describe('the number in a row', () => {
  it.each([
    ['round', 'opened_seq', 'adds', ['betting_opened']],
    ['round', 'closed_seq', 'changes', ['betting_closed', 'round_voided']],
    ['round', 'ended_seq', 'changes', ['round_refunded', 'round_settled']],
    ['shoe', 'started_seq', 'adds', ['shoe_started']],
    ['snapshot', 'seq', 'adds', ['shoe_started']],
    ['card_set', 'brought_seq', 'adds', ['cards_brought']],
    [
      ...(['approval', 'seq', 'adds'] as const),
      [
        ...['card_corrected', 'card_dealt', 'cards_burned', 'cut_card_drawn'],
        ...['hand_pay_ordered', 'round_corrected', 'round_voided'],
      ],
    ],
    ['correction', 'ordered_seq', 'adds', ['round_corrected']],
    ['correction', 'finished_seq', 'changes', ['correction_paid']],
    ['hand_pay', 'ordered_seq', 'adds', ['hand_pay_ordered']],
    [
      ...(['incident', 'opened_seq', 'adds'] as const),
      [
        ...['cards_due', 'malfunction_reported', 'manager_called', 'stream_lost'],
        'table_suspended',
      ],
    ],
  ])('is that of an event that wrote it: %s.%s', (row, column, does, kinds) => {
    const traces = TRACES.filter((trace) => trace.row === row && trace.column === column);
    expect(traces.map((trace) => [trace.does, trace.kinds.toSorted()])).toEqual([[does, kinds]]);
  });

  it('has no other columns', () => {
    expect(TRACES).toHaveLength(11);
  });
});
