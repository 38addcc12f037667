/** What follows from each command where it is taken: these events, field by field, and no other. */
import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import type { TableEvent } from './event.js';
import { DEFAULT_SETTINGS } from './settings.js';

const by = 'Sven';
const persons = { requestedBy: 'Dora', approvedBy: 'Sven' } as const;
const EYES = { ...persons, approval: '7' } as const;
const game = '1000000001';
const HOUR_MS = 3_600_000;

const opened = () => new LiveTable().do({ kind: 'open_table', dealer: DEALER });
const betting = (settings = {}) => new LiveTable(settings).open();
const dealing = (settings = {}) => betting(settings).bets().close().scan('9h', '4c', 'Kd');
const settled = () => dealing().scan('2s').settle();
const spent = () => betting().scan('CUT').close().scan('9h', '4c', 'Kd', '2s');

const eventsOf = (table: LiveTable, command: TableCommand): readonly TableEvent[] => {
  const decision = table.give(command);
  expect(decision.ok, decision.ok ? '' : decision.refusal).toBe(true);
  return decision.events;
};

describe('the dealer', () => {
  it('opens a table, which gets new cards', () => {
    expect(eventsOf(new LiveTable(), { kind: 'open_table', dealer: DEALER })).toStrictEqual([
      { kind: 'table_opened', dealer: DEALER, settings: DEFAULT_SETTINGS },
      { kind: 'shoe_change_started', reason: 'table_opened' },
    ]);
  });

  it('is relieved by another', () => {
    expect(eventsOf(opened(), { kind: 'relieve_dealer', dealer: 'Dirk' })).toStrictEqual([
      { kind: 'dealer_changed', dealer: 'Dirk', was: DEALER },
    ]);
  });

  it('closes the table, and is named where a person did it', () => {
    expect(eventsOf(opened(), { kind: 'close_table' })).toStrictEqual([{ kind: 'table_closed' }]);
    expect(eventsOf(opened(), { kind: 'close_table', by })).toStrictEqual([
      { kind: 'table_closed', by },
    ]);
  });

  it('brings cards, which may stay for a day, shuffles and cuts them', () => {
    const table = opened();
    const dueAtMs = table.nowMs + 24 * HOUR_MS;
    const bring = { kind: 'bring_cards', cards: 'box-7', by } as const;
    expect(eventsOf(table, bring)).toStrictEqual([
      { kind: 'cards_brought', cards: 'box-7', dueAtMs, by },
    ]);
    expect(eventsOf(table, { kind: 'shuffle_cards', how: 'machine', by })).toStrictEqual([
      { kind: 'cards_shuffled', how: 'machine', by },
    ]);
    expect(eventsOf(table, { kind: 'cut_shoe', by })).toStrictEqual([
      { kind: 'shoe_cut', by },
      { kind: 'shoe_started', shoe: 1, by },
    ]);
    expect(eventsOf(table, { ...bring, cards: 'box-8' })).toStrictEqual([
      { kind: 'shoe_change_started', reason: 'shift_manager', by },
      { kind: 'cards_brought', cards: 'box-8', dueAtMs, by },
    ]);
  });

  it('puts a shoe in place, and answers for its shuffle and cut where nobody reported them', () => {
    const place = { kind: 'new_shoe', by } as const;
    const cut = [
      { kind: 'shoe_cut', by },
      { kind: 'shoe_started', shoe: 1, by },
    ];
    expect(eventsOf(opened().bringCards(), place)).toStrictEqual([
      { kind: 'cards_shuffled', how: 'beforehand', by },
      ...cut,
    ]);
    const shuffled = opened().bringCards().do({ kind: 'shuffle_cards', how: 'manual', by });
    expect(eventsOf(shuffled, place)).toStrictEqual(cut);
    expect(eventsOf(opened().bringCards(), { kind: 'new_shoe' })).toStrictEqual([
      { kind: 'shoe_started', shoe: 1 },
    ]);
  });

  it('opens the bets by hand', () => {
    const table = settled();
    expect(eventsOf(table, { kind: 'open_betting', by })).toStrictEqual([
      {
        kind: 'betting_opened',
        game: '1000000002',
        roundInShoe: 2,
        isLast: false,
        paytable: 'punto-banco-1',
        lastBetsAtMs: table.nowMs + 10_000,
        closesAtMs: table.nowMs + 15_000,
        by,
      },
    ]);
  });

  it('calls the shift manager', () => {
    expect(eventsOf(betting(), { kind: 'call_manager', by })).toStrictEqual([
      { kind: 'manager_called', by },
    ]);
  });

  it('reports a malfunction, which suspends the table', () => {
    const report = { kind: 'report_malfunction', malfunction: 'other', cards: null, by } as const;
    expect(eventsOf(betting(), { ...report, note: 'a glass fell' })).toStrictEqual([
      { kind: 'malfunction_reported', malfunction: 'other', cards: null, note: 'a glass fell', by },
      { kind: 'table_suspended', reason: 'other', by },
    ]);
  });

  it('reports one that brings new cards, which are due once', () => {
    const report = { kind: 'report_malfunction', cards: null, note: '', by } as const;
    const barcode = { ...report, malfunction: 'defective_barcode' } as const;
    const table = betting().do(barcode);
    expect(table.log.slice(-2).map(({ event }) => event)).toStrictEqual([
      { kind: 'table_suspended', reason: 'defective_barcode', by },
      { kind: 'cards_due', reason: 'defective_barcode' },
    ]);
    expect(eventsOf(table, barcode).map(({ kind }) => kind)).toEqual(['malfunction_reported']);
  });

  it('counts a card that left the shoe, and one that never did', () => {
    const table = betting();
    expect(eventsOf(table, { kind: 'count_card', face: '9h', isOut: true, by })).toStrictEqual([
      { kind: 'card_left_shoe', card: '9h', by },
    ]);
    expect(eventsOf(table, { kind: 'count_card', face: '9h', isOut: false, by })).toStrictEqual([
      { kind: 'card_never_left', card: '9h', by },
    ]);
  });

  it('withdraws the last card, which suspends the table', () => {
    const reason = 'misread';
    const withdraw = { kind: 'withdraw_card', reason, setAside: false, by } as const;
    const card = { game, side: 'punto', position: 2, card: 'Kd' } as const;
    expect(eventsOf(dealing(), withdraw)).toStrictEqual([
      { kind: 'card_withdrawn', ...card, setAside: false, reason, by },
      { kind: 'table_suspended', reason, by },
    ]);
  });

  it('confirms the coup, which is then decided', () => {
    const table = dealing({ confirms: 'dealer' }).scan('2s');
    const opensAtMs = table.nowMs + 6_000;
    expect(eventsOf(table, { kind: 'confirm_coup', by })).toStrictEqual([
      { kind: 'coup_confirmed', game, by },
      { kind: 'coup_decided', game, coup: 'P 9h Kd . B 4c 2s', bead: 'P9n', opensAtMs },
    ]);
  });

  it('scans the last card of a coup on which nobody bet, which is then settled, too', () => {
    const table = betting().close().scan('9h', '4c', 'Kd');
    const opensAtMs = table.nowMs + 6_000;
    const scanSeq = table.nextScan;
    const seat = { side: 'banco', position: 2 } as const;
    expect(eventsOf(table, { kind: 'scan', code: '2S', scanSeq })).toStrictEqual([
      { kind: 'card_dealt', game, ...seat, card: '2s', code: '2S', scanSeq },
      { kind: 'coup_decided', game, coup: 'P 9h Kd . B 4c 2s', bead: 'P9n', opensAtMs },
      { kind: 'round_settled', game, stakes: '0', paid: '0', opensAtMs },
    ]);
  });

  it('scans the cut card', () => {
    const table = betting();
    expect(eventsOf(table, { kind: 'scan', code: 'CUT', scanSeq: 2 })).toStrictEqual([
      { kind: 'cut_card_drawn', thisCoupIsLast: true, code: 'CUT', scanSeq: 2 },
    ]);
    const again = table.give({ kind: 'scan', code: 'CUT', scanSeq: 3 });
    expect(again).toStrictEqual({
      ok: false,
      refusal: 'card_not_due',
      events: [{ kind: 'scan_refused', refusal: 'card_not_due', code: 'CUT', scanSeq: 3 }],
    });
  });
});

describe('the pit', () => {
  it('suspends a table and resumes it, which gives the time back', () => {
    const table = betting();
    const suspend = { kind: 'suspend', reason: 'a doubt', by } as const;
    expect(eventsOf(table, suspend)).toStrictEqual([
      { kind: 'table_suspended', reason: 'a doubt', by },
    ]);
    expect(eventsOf(table.later(4_000), { kind: 'resume', by })).toStrictEqual([
      { kind: 'table_resumed', by, pausedMs: 4_000 },
    ]);
    expect(betting().give({ ...suspend, reason: '' })).toMatchObject({
      refusal: 'reason_is_missing',
    });
  });

  it('resumes a table that was to close meanwhile, which then closes', () => {
    const table = opened().do({ kind: 'suspend', reason: 'a doubt', by });
    table.do({ kind: 'call_closing', by });
    expect(eventsOf(table, { kind: 'resume', by })).toStrictEqual([
      { kind: 'table_resumed', by, pausedMs: 0 },
      { kind: 'table_closed' },
    ]);
  });

  it.each<[string, () => LiveTable, string]>([
    ['changes its shoe', opened, 'closed'],
    ['has paid its round', settled, 'settled'],
    ['has refunded its void round', () => voidedRound(betting().bets()).refund(), 'void'],
  ])('resumes without its stream a table that is to close and %s', (_, make, phase) => {
    const table = make().do({ kind: 'lose_stream' });
    const resume = { kind: 'resume', by } as const;
    expect(table.give(resume)).toMatchObject({ refusal: 'stream_is_lost' });
    table.do({ kind: 'call_closing', by }, resume);
    expect(table.phase).toBe(phase);
  });

  it('begins a change of shoe, and names why where new cards are due', () => {
    const change = { kind: 'start_shoe_change', by } as const;
    expect(eventsOf(settled(), change)).toStrictEqual([
      { kind: 'shoe_change_started', reason: 'shift_manager', by },
    ]);
    const table = dealing().do({ kind: 'lose_stream' }, { kind: 'regain_stream' });
    table.do({ kind: 'resume', by }).scan('2s').settle();
    expect(eventsOf(table, change)).toStrictEqual([
      { kind: 'shoe_change_started', reason: 'stream_lost', by },
    ]);
  });

  const voiding = { kind: 'void_round', game, reason: 'a doubt' } as const;

  it('voids a round with stakes, which are then to be given back', () => {
    expect(eventsOf(dealing(), { ...voiding, ...persons })).toStrictEqual([
      { kind: 'round_voided', game, reason: 'a doubt', ...persons },
    ]);
    expect(eventsOf(dealing(), { ...voiding, ...EYES })).toStrictEqual([
      { kind: 'round_voided', game, reason: 'a doubt', ...EYES },
    ]);
  });

  it('voids a round without stakes, which is refunded with it', () => {
    const table = betting();
    expect(eventsOf(table, { ...voiding, ...EYES })).toStrictEqual([
      { kind: 'round_voided', game, reason: 'a doubt', ...EYES },
      { kind: 'round_refunded', game, stakes: '0', opensAtMs: table.nowMs + 6_000 },
    ]);
  });

  it('corrects a card and a round, under an approval', () => {
    const table = dealing({ confirms: 'dealer' });
    const seat = { side: 'punto', position: 1 } as const;
    const { requestedBy, approvedBy, approval } = EYES;
    const who = { by: requestedBy, approvedBy, approval };
    const card = { kind: 'correct_card', game, card: '8h', ...seat, ...EYES } as const;
    expect(eventsOf(table, card)).toStrictEqual([
      { kind: 'card_corrected', game, ...seat, was: '9h', card: '8h', ...who },
    ]);
    const refund = { fix: 'refund', coup: null, player: '7', reason: 'late' } as const;
    const round = {
      kind: 'correct_round',
      game,
      correction: 1,
      shoe: 1,
      ...refund,
      ...EYES,
    } as const;
    expect(eventsOf(settled(), round)).toStrictEqual([
      {
        kind: 'round_corrected',
        game,
        correction: 1,
        ...refund,
        ...EYES,
        beads: ['P9n'],
        moreCards: 0,
      },
    ]);
  });

  it('closes a spot and opens it, and calls the closing and calls it off', () => {
    const spot = 'egalite' as const;
    const table = betting();
    expect(eventsOf(table, { kind: 'close_spot', spot, by })).toStrictEqual([
      { kind: 'spot_closed', spot, by },
    ]);
    expect(eventsOf(table, { kind: 'open_spot', spot, by })).toStrictEqual([
      { kind: 'spot_opened', spot, by },
    ]);
    expect(eventsOf(table, { kind: 'call_closing', by })).toStrictEqual([
      { kind: 'closing_called', by },
    ]);
    expect(eventsOf(table, { kind: 'call_off_closing', by })).toStrictEqual([
      { kind: 'closing_called_off', by },
    ]);
    expect(eventsOf(opened(), { kind: 'call_closing', by })).toStrictEqual([
      { kind: 'closing_called', by },
      { kind: 'table_closed', by },
    ]);
  });

  it('changes settings, and is named where a person did it', () => {
    const change = { kind: 'change_settings', settings: { betMs: 20_000 } } as const;
    const settings = { ...DEFAULT_SETTINGS, betMs: 20_000 };
    expect(eventsOf(betting(), change)).toStrictEqual([{ kind: 'settings_changed', settings }]);
    expect(eventsOf(betting(), { ...change, by })).toStrictEqual([
      { kind: 'settings_changed', settings, by },
    ]);
  });
});

const voidedRound = (table: LiveTable): LiveTable =>
  table.do({ kind: 'void_round', game: table.game, reason: 'a doubt', ...EYES });

describe('the settlement', () => {
  it('reports a round as paid, after which the pause is kept', () => {
    const table = dealing().scan('2s').later(9_000);
    const paid = { stakes: '100', paid: '200' } as const;
    expect(eventsOf(table, { kind: 'finish_settlement', game, ...paid })).toStrictEqual([
      { kind: 'round_settled', game, ...paid, opensAtMs: table.nowMs },
    ]);
  });

  it('reports a void round as refunded, and a correction as paid', () => {
    const table = voidedRound(dealing()).later(2_000);
    expect(eventsOf(table, { kind: 'finish_refund', game, stakes: '100' })).toStrictEqual([
      { kind: 'round_refunded', game, stakes: '100', opensAtMs: table.nowMs + 6_000 },
    ]);
    const sums = { stakes: '100', paid: '200', shortfall: '3' } as const;
    const corrected = settled().take({
      kind: 'round_corrected',
      game,
      correction: 1,
      fix: 'refund',
      coup: null,
      beads: null,
      moreCards: 0,
      player: '7',
      reason: 'late',
      ...EYES,
    });
    const finish = { kind: 'finish_correction', game, correction: 1, ...sums } as const;
    expect(eventsOf(corrected, finish)).toStrictEqual([
      { kind: 'correction_paid', game, correction: 1, ...sums },
    ]);
  });
});

describe('the clock', () => {
  const tick: TableCommand = { kind: 'tick' };

  it('calls the last bets, and closes the bets', () => {
    const table = betting();
    const lastBets = { kind: 'last_bets_called', game };
    expect(eventsOf(table.later(10_000), tick)).toStrictEqual([lastBets]);
    expect(eventsOf(table.later(5_000), tick)).toStrictEqual([{ kind: 'betting_closed', game }]);
    expect(eventsOf(betting().later(15_000), tick)).toStrictEqual([
      lastBets,
      { kind: 'betting_closed', game },
    ]);
  });

  it('changes a shoe that is spent, for the reason that is due', () => {
    expect(eventsOf(spent().later(6_000), tick)).toStrictEqual([
      { kind: 'shoe_change_started', reason: 'last_coup_dealt' },
    ]);
  });

  it('closes a table that was to close', () => {
    const table = settled().do({ kind: 'call_closing', by });
    expect(eventsOf(table.later(6_000), tick)).toStrictEqual([{ kind: 'table_closed' }]);
  });

  it('warns of the change of cards an hour before, once, and then names them due', () => {
    const table = betting().close();
    const { dueAtMs } = table.state.cards;
    table.nowMs = dueAtMs! - HOUR_MS;
    expect(eventsOf(table, tick)).toStrictEqual([{ kind: 'card_change_warned', dueAtMs }]);
    table.nowMs = dueAtMs!;
    const due = { kind: 'cards_due', reason: 'cards_24_hours' };
    expect(eventsOf(table, tick)).toStrictEqual([due]);
    const late = betting()
      .close()
      .later(48 * HOUR_MS);
    expect(eventsOf(late, tick)).toStrictEqual([
      { kind: 'card_change_warned', dueAtMs: late.state.cards.dueAtMs },
      due,
    ]);
  });

  it('loses the stream and regains it', () => {
    const table = betting();
    expect(eventsOf(table, { kind: 'lose_stream' })).toStrictEqual([
      { kind: 'stream_lost' },
      { kind: 'table_suspended', reason: 'stream_lost', by: 'studio' },
      { kind: 'cards_due', reason: 'stream_lost' },
    ]);
    expect(eventsOf(table, { kind: 'regain_stream' })).toStrictEqual([{ kind: 'stream_back' }]);
  });
});
