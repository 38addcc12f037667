import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { amount } from '../money/amount.js';
import { emptySlip } from '../punto-banco/slip.js';
import { decideBet, slipRules } from './bet.js';
import type { TableCommand } from './command.js';
import { ROUND_REFUSALS, type RoundRefusal } from './refusal.js';
import { DEFAULT_SETTINGS } from './settings.js';

const NATURAL = ['9h', '4c', 'Kd', '2s'] as const;

const opened = () => new LiveTable().do({ kind: 'open_table', dealer: DEALER });
const betting = (settings = {}) => new LiveTable(settings).open();
const settled = () =>
  betting()
    .close()
    .scan(...NATURAL);
const closed = () => settled().do({ kind: 'close_table' });
const suspended = () => betting().do({ kind: 'suspend', reason: 'video lost', by: DEALER });
/** A table of one deck, whose only five of clubs was burned. */
const oneDeck = () => betting({ decks: 1 });

const voidOf = (
  game: string,
  { reason = 'a card fell', requestedBy = 'Dora', approvedBy = 'Sven' } = {},
): TableCommand => ({ kind: 'void_round', game, reason, requestedBy, approvedBy });

const CLOSING: TableCommand = { kind: 'call_closing', by: 'Sven' };
const WITHDRAWAL: TableCommand = {
  kind: 'withdraw_card',
  reason: 'misread',
  setAside: false,
  by: DEALER,
};
const ASKING = { confirms: 'dealer' } as const;

const correctionOf = (
  { game }: LiveTable,
  changed: Partial<Extract<TableCommand, { kind: 'correct_round' }>>,
): TableCommand => ({
  kind: 'correct_round',
  game,
  correction: 1,
  fix: 'resettle',
  coup: 'P 9h Kd . B 4c 3s',
  player: null,
  reason: 'misread_card',
  requestedBy: 'Dora',
  approvedBy: 'Sven',
  approval: '7',
  shoe: 1,
  ...changed,
});

interface Case {
  readonly table: LiveTable;
  readonly command: TableCommand;
}

/**
 * Each case breaks the rule it is named for and, where it can, rules that come after it. A bet is
 * decided elsewhere.
 */
const CASES = {
  scan_out_of_order: () => ({ table: closed(), command: { kind: 'scan', code: 'X', scanSeq: 9 } }),
  unreadable_code: () => ({ table: closed(), command: { kind: 'scan', code: 'X', scanSeq: 6 } }),
  table_is_closed: () => ({
    table: closed(),
    command: { kind: 'suspend', reason: '', by: DEALER },
  }),
  table_is_suspended: () => ({
    table: suspended(),
    command: { kind: 'suspend', reason: '', by: DEALER },
  }),
  table_is_not_suspended: () => ({ table: closed(), command: { kind: 'resume', by: 'Sven' } }),
  other_suspension: () => ({
    table: suspended(),
    command: { kind: 'resume', by: 'Sven', sinceMs: suspended().state.suspension!.sinceMs + 1 },
  }),
  table_is_open: () => ({ table: betting(), command: { kind: 'open_table', dealer: 'Dirk' } }),
  already_the_dealer: () => ({
    table: suspended(),
    command: { kind: 'relieve_dealer', dealer: DEALER },
  }),
  wrong_round: () => ({
    table: settled(),
    command: voidOf('1000000009', { reason: '', approvedBy: 'Dora' }),
  }),
  betting_is_open: () => ({ table: oneDeck(), command: { kind: 'scan', code: '5C', scanSeq: 2 } }),
  betting_is_closed: undefined,
  bets_are_being_accepted: () => ({
    table: betting({ decks: 1 }).bets().asking().close(),
    command: { kind: 'scan', code: '5C', scanSeq: 2 },
  }),
  round_in_hand: () => ({ table: betting(), command: { kind: 'new_shoe' } }),
  table_is_closing: () => ({
    table: betting()
      .do(CLOSING)
      .scan('CUT')
      .close()
      .scan(...NATURAL),
    command: { kind: 'open_betting' },
  }),
  table_is_not_closing: () => ({
    table: betting(),
    command: { kind: 'call_off_closing', by: 'Sven' },
  }),
  shoe_is_not_ready: () => ({
    table: betting()
      .scan('CUT')
      .close()
      .scan(...NATURAL)
      .tick(),
    command: { kind: 'open_betting' },
  }),
  shoe_is_ready: () => ({ table: oneDeck(), command: { kind: 'burn', code: '5C', scanSeq: 2 } }),
  shoe_is_in_place: () => ({
    table: opened().newShoe(),
    command: { kind: 'cut_shoe', by: DEALER },
  }),
  shoe_change_is_due: () => ({
    table: betting()
      .scan('CUT')
      .close()
      .scan(...NATURAL),
    command: { kind: 'open_betting' },
  }),
  shoe_change_is_not_due: () => ({ table: settled(), command: { kind: 'new_shoe' } }),
  new_cards_are_due: () => ({ table: opened(), command: { kind: 'cut_shoe', by: DEALER } }),
  cards_were_used: () => {
    const table = opened().bringCards().take({ kind: 'stream_lost' });
    const cards = table.state.cards.inUse!.toUpperCase();
    return { table, command: { kind: 'bring_cards', cards, by: DEALER } };
  },
  cards_are_not_shuffled: () => ({
    table: opened().bringCards(),
    command: { kind: 'cut_shoe', by: DEALER },
  }),
  count_moved_on: () => ({
    table: betting(),
    command: {
      kind: 'count_card',
      face: '9h',
      isOut: true,
      seen: { shoe: 1, cardsLeft: 1 },
      by: DEALER,
    },
  }),
  card_not_due: () => {
    const table = oneDeck()
      .close()
      .scan(...NATURAL);
    return { table, command: { kind: 'scan', code: '5C', scanSeq: 6 } };
  },
  not_in_this_shoe: () => ({
    table: oneDeck().close(),
    command: { kind: 'scan', code: '2-5C', scanSeq: 2 },
  }),
  same_card_twice: () => ({
    table: oneDeck().close().do({ kind: 'scan', code: '1-9H', scanSeq: 2 }),
    command: { kind: 'scan', code: '1-9H', scanSeq: 3 },
  }),
  card_exhausted: () => ({
    table: oneDeck().close(),
    command: { kind: 'scan', code: '5C', scanSeq: 2 },
  }),
  nothing_to_withdraw: () => ({ table: settled(), command: WITHDRAWAL }),
  not_the_last_card: () => ({
    table: betting().close().scan('9h', '4c'),
    command: { ...WITHDRAWAL, seat: 'punto_1' },
  }),
  nothing_to_show: () => ({
    table: betting(ASKING).close().scan('9h'),
    command: { kind: 'show_card', by: DEALER },
  }),
  card_is_face_down: () => ({
    table: betting({ ...ASKING, squeezeMs: 3_000 })
      .close()
      .scan('9h', '4c', 'Kd'),
    command: { kind: 'confirm_coup', by: DEALER },
  }),
  coup_is_not_complete: () => ({
    table: betting(ASKING).close().scan('9h', '4c', 'Kd'),
    command: { kind: 'confirm_coup', by: DEALER },
  }),
  coup_is_unsound: () => {
    const table = settled();
    return { table, command: correctionOf(table, { coup: null, reason: '', approvedBy: 'Dora' }) };
  },
  spot_is_closed: () => ({
    table: betting().do({ kind: 'close_spot', spot: 'super_6', by: 'Sven' }),
    command: { kind: 'close_spot', spot: 'super_6', by: 'Sven' },
  }),
  spot_is_open: () => ({
    table: betting(),
    command: { kind: 'open_spot', spot: 'super_6', by: 'Sven' },
  }),
  stream_is_lost: () => ({
    table: betting().do({ kind: 'lose_stream' }),
    command: { kind: 'lose_stream' },
  }),
  stream_is_live: () => ({ table: betting(), command: { kind: 'regain_stream' } }),
  round_is_over: () => {
    const table = settled();
    return { table, command: voidOf(table.game, { reason: '', approvedBy: 'Dora' }) };
  },
  round_is_not_over: () => {
    const table = betting();
    return { table, command: correctionOf(table, { reason: '', approvedBy: 'Dora' }) };
  },
  correction_is_over: () => {
    const { game } = settled();
    const paid = { stakes: '0', paid: '0', shortfall: '0' } as const;
    const command = { kind: 'finish_correction', game, correction: 1, ...paid } as const;
    return { table: settled(), command };
  },
  nothing_is_due: () => ({ table: betting(), command: { kind: 'tick' } }),
  reason_is_missing: () => {
    const table = betting();
    return { table, command: voidOf(table.game, { reason: '', approvedBy: 'Dora' }) };
  },
  second_person_is_missing: () => {
    const table = betting();
    return { table, command: voidOf(table.game, { approvedBy: 'Dora' }) };
  },
  settings_moved_on: () => ({
    table: betting(),
    command: {
      kind: 'change_settings',
      settings: { ...DEFAULT_SETTINGS, decks: 9 },
      was: { further: { CHF: { ...DEFAULT_SETTINGS, rate: '1.06' } } },
    },
  }),
  settings_are_unsound: () => ({
    table: betting(),
    command: { kind: 'change_settings', settings: { ...DEFAULT_SETTINGS, decks: 9 } },
  }),
  limits_too_high: () => ({
    table: betting(),
    command: { kind: 'change_settings', settings: { tipMax: '1000000000000' } },
  }),
  unknown_currency: () => ({
    table: betting(),
    command: {
      kind: 'change_settings',
      settings: { further: { ABC: { ...DEFAULT_SETTINGS, rate: '1.06' } } },
    },
  }),
} as const satisfies Record<RoundRefusal, (() => Case) | undefined>;

describe('a refusal', () => {
  it('has a case for each reason, in the order of precedence', () => {
    expect(Object.keys(CASES)).toEqual(ROUND_REFUSALS);
  });

  it.each(ROUND_REFUSALS)('%s comes before those that follow it', (refusal) => {
    const made: Case | undefined = CASES[refusal]?.();
    // Only a bet is refused with it.
    if (made === undefined) return expect(refusal).toBe('betting_is_closed');
    expect(made.table.give(made.command)).toMatchObject({ ok: false, refusal });
  });

  it.each([
    ['table_is_closed', closed(), '1000000009'],
    ['table_is_suspended', suspended(), '1000000009'],
    ['wrong_round', betting().close(), '1000000009'],
    ['betting_is_closed', betting().close(), '1000000001'],
    ['stake_above_maximum', betting(), '1000000001'],
  ] as const)('%s of a bet comes before those that follow it', (refusal, { state }, game) => {
    const tooMuch = { kind: 'place', spot: 'punto', amount: amount(10n ** 9n) } as const;
    const slip = emptySlip('normal');
    expect(decideBet(state, game, slip, tooMuch, slipRules(state, null))).toBe(refusal);
  });
});

describe('a void needs two different persons', () => {
  it.each([
    ['Dora', 'Dora'],
    ['', 'Sven'],
    ['Dora', ''],
    ['', ''],
  ])('and is refused to %j with %j', (requestedBy, approvedBy) => {
    const table = betting();
    expect(table.give(voidOf(table.game, { requestedBy, approvedBy }))).toMatchObject({
      refusal: 'second_person_is_missing',
    });
  });

  it('and keeps both names in the log', () => {
    const table = betting().bets();
    table.do(voidOf(table.game));
    expect(table.log.at(-1)?.event).toMatchObject({ requestedBy: 'Dora', approvedBy: 'Sven' });
  });
});

describe('between rounds only', () => {
  const COMMANDS = ['close_table', 'new_shoe', 'open_betting', 'start_shoe_change'] as const;

  it.each(COMMANDS)('%s waits for the round in hand to end', (kind) => {
    const table = betting().bets();
    for (const step of ['bets_closed', 'dealing', 'resulted'] as const) {
      expect(table.give({ kind })).toMatchObject({ refusal: 'round_in_hand' });
      if (step === 'bets_closed') table.close();
      if (step === 'dealing') table.scan('9h');
      if (step === 'resulted') table.scan('4c', 'Kd', '2s');
    }
    expect(table.give({ kind })).toMatchObject({ refusal: 'round_in_hand' });
  });

  it.each(COMMANDS)('%s is refused while the table is closed or suspended', (kind) => {
    expect(closed().give({ kind })).toMatchObject({ refusal: 'table_is_closed' });
    expect(suspended().give({ kind })).toMatchObject({ refusal: 'table_is_suspended' });
  });

  it('a shoe change that was begun is not begun again', () => {
    expect(opened().give({ kind: 'start_shoe_change' })).toMatchObject({
      refusal: 'shoe_change_is_due',
    });
  });
});

describe('a report of the settlement', () => {
  it('is taken once', () => {
    const table = betting()
      .bets()
      .close()
      .scan(...NATURAL)
      .settle();
    const { game } = table;
    const again = { kind: 'finish_settlement', game, stakes: '100', paid: '0' } as const;
    expect(table.give(again)).toMatchObject({ refusal: 'round_is_over' });
  });

  it('of a refund is taken once, and never for a round that counts', () => {
    const table = betting().bets();
    const refund = { kind: 'finish_refund', game: table.game, stakes: '100' } as const;
    expect(table.give(refund)).toMatchObject({ refusal: 'round_is_over' });
    table.do(voidOf(table.game), refund);
    expect(table.give(refund)).toMatchObject({ refusal: 'round_is_over' });
  });

  it('of a round that is void is refused', () => {
    const table = betting().bets();
    const { game } = table.do(voidOf(table.game));
    const paid = { kind: 'finish_settlement', game, stakes: '100', paid: '0' } as const;
    expect(table.give(paid)).toMatchObject({ refusal: 'round_is_over' });
  });

  it('of another round is refused', () => {
    const table = betting()
      .bets()
      .close()
      .scan(...NATURAL);
    const other = {
      kind: 'finish_settlement',
      game: '1000000009',
      stakes: '0',
      paid: '0',
    } as const;
    expect(table.give(other)).toMatchObject({ refusal: 'wrong_round' });
    expect(table.give({ ...other, kind: 'finish_refund' })).toMatchObject({
      refusal: 'wrong_round',
    });
  });
});

describe('a table with invalid settings', () => {
  it('is not opened', () => {
    const table = new LiveTable({ paytable: 'no such paytable' });
    const opening = table.give({ kind: 'open_table', dealer: DEALER });
    expect(opening).toMatchObject({ refusal: 'settings_are_unsound' });
  });
});
