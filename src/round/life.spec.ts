import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import { snapshot } from './snapshot.js';
import { nextDueAtMs, roundDueAtMs } from './decide.js';
import { CARDS_FOR_A_COUP, PHASES, type Phase, type TableState } from './state.js';

/** Punto 9, Banco 6: four cards. */
const NATURAL = ['9h', '4c', 'Kd', '2s'] as const;
/** Punto 7, Banco 1: six cards, in the order of the deal on the left. */
const SIX_CARDS = ['2h', '4c', 'Kd', 'Ks', '5s', '7d'] as const;

const open = (settings = {}) => new LiveTable(settings).open();
const voidRound = (table: LiveTable): TableCommand => ({
  kind: 'void_round',
  game: table.game,
  reason: 'a card fell',
  requestedBy: 'Dora',
  approvedBy: 'Sven',
});
const suspend: TableCommand = { kind: 'suspend', reason: 'video lost', by: DEALER };
const resume: TableCommand = { kind: 'resume', by: 'Sven' };

describe('the life of a table', () => {
  it('goes from closed, by a new shoe, through a round to the next bets', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
    table.newShoe().burn().do({ kind: 'open_betting' });
    table
      .bets()
      .close()
      .scan(...NATURAL)
      .settle()
      .tick();
    const phases = table.states.map(({ phase }) => phase);
    expect(phases.filter((phase, index) => phase !== phases[index - 1])).toEqual([
      'closed',
      'shoe_change',
      'betting',
      'last_bets',
      'bets_closed',
      'dealing',
      'resulted',
      'settled',
      'betting',
    ]);
    expect(table.kinds()).toEqual([
      'table_opened',
      'shoe_change_started',
      'cards_brought',
      'shoe_started',
      'cards_burned',
      'betting_opened',
      'bets_accepted',
      'last_bets_called',
      'betting_closed',
      ...Array<string>(4).fill('card_dealt'),
      'coup_decided',
      'round_settled',
      'betting_opened',
    ]);
  });

  it('reaches every phase', () => {
    const table = open().bets();
    table.do(suspend, resume).close().scan('9h').do(voidRound(table));
    table
      .carryOn()
      .tick()
      .bets()
      .asking()
      .close()
      .accept()
      .scan(...NATURAL)
      .settle();
    table.do({ kind: 'close_table' });
    const reached = new Set(table.states.map(({ phase }) => phase));
    expect([...reached].sort()).toEqual([...PHASES].sort());
  });

  it('deals by the tableau, and says to which seat each card goes', () => {
    const table = open()
      .close()
      .scan(...SIX_CARDS);
    const seats = table.log.flatMap(({ event }) =>
      event.kind === 'card_dealt' ? [`${event.side} ${event.position} ${event.card}`] : [],
    );
    expect(seats).toEqual([
      'punto 1 2h',
      'banco 1 4c',
      'punto 2 Kd',
      'banco 2 Ks',
      'punto 3 5s',
      'banco 3 7d',
    ]);
    expect(table.log.find(({ event }) => event.kind === 'coup_decided')?.event).toMatchObject({
      coup: 'P 2h Kd 5s . B 4c Ks 7d',
      bead: 'P7',
    });
  });

  it('settles a round at once where there are no stakes: nobody bet, or everything was taken back', () => {
    for (const changes of [[], [100, -100]]) {
      const table = open();
      for (const change of changes) table.bets(change);
      table.close().scan(...NATURAL);
      expect(table.phase).toBe('settled');
      expect(table.kinds().slice(-2)).toEqual(['coup_decided', 'round_settled']);
    }
  });

  it('waits for the settlement where there is a stake, and opens no bets before it', () => {
    const table = open()
      .bets()
      .close()
      .scan(...NATURAL)
      .later(60_000);
    expect(table.phase).toBe('resulted');
    expect(roundDueAtMs(table.state)).toBeNull();
    expect(table.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'round_in_hand' });
    table.settle();
    expect(roundDueAtMs(table.state)).toBe(table.nowMs);
  });
});

describe('the clock', () => {
  it('gives 15 s to bet, the last 5 of them LAST BETS, and 6 s from the result to the next bets', () => {
    const table = open();
    const openedAtMs = table.nowMs;
    expect(table.tick().nowMs - openedAtMs).toBe(10_000);
    expect(table.phase).toBe('last_bets');
    expect(table.tick().nowMs - openedAtMs).toBe(15_000);
    expect(table.phase).toBe('bets_closed');
    const resultAtMs = table.later(9_000).scan(...NATURAL).nowMs;
    expect(table.tick().nowMs - resultAtMs).toBe(6_000);
    expect(table.phase).toBe('betting');
  });

  it('calls the last bets and closes at once when it comes late', () => {
    const table = open().later(20_000).do({ kind: 'tick' });
    expect(table.kinds().slice(-2)).toEqual(['last_bets_called', 'betting_closed']);
  });

  it('leaves the bets to the dealer where the table does not open them itself, and still changes a shoe that has ended', () => {
    const table = open({ opensItself: false })
      .close()
      .scan(...NATURAL)
      .later(60_000);
    expect(roundDueAtMs(table.state)).toBeNull();
    table
      .do({ kind: 'open_betting' })
      .close()
      .scan('CUT', ...NATURAL)
      .tick();
    expect(table.phase).toBe('shoe_change');
  });

  it('lets the dealer open the bets before the pause is over', () => {
    const table = open()
      .close()
      .scan(...NATURAL)
      .do({ kind: 'open_betting' });
    expect(table.phase).toBe('betting');
  });
});

describe('the shoe', () => {
  it('is changed when the table opens, and again whenever it opens after it was closed', () => {
    const table = open()
      .close()
      .scan(...NATURAL)
      .do({ kind: 'close_table' });
    table.do({ kind: 'open_table', dealer: 'Dirk' });
    expect(table.log.at(-1)?.event).toEqual({
      kind: 'shoe_change_started',
      reason: 'table_opened',
    });
    expect(table.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'shoe_is_not_ready' });
    table.newShoe().burn().do({ kind: 'open_betting' });
    expect(table.state.shoe).toMatchObject({ ordinal: 2, roundsDealt: 0, beads: [] });
  });

  it('that was put in place but not burned is changed too when the table stood idle', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.do({ kind: 'close_table' }, { kind: 'open_table', dealer: DEALER });
    expect(table.give({ kind: 'burn', code: 'KH', scanSeq: 1 })).toMatchObject({
      refusal: 'shoe_is_not_ready',
    });
  });

  it.each([
    ['As', 1],
    ['9h', 9],
    ['Td', 10],
    ['Kc', 10],
  ] as const)('burns, after %s, %i cards unseen', (card, unseen) => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.burn(card);
    expect(table.state.shoe).toMatchObject({ burned: true, seen: [card], unseen });
    expect(table.state.shoe!.cardsLeft).toBe(416 - 1 - unseen);
  });

  it('ends with the coup in which the cut card comes out', () => {
    const table = open().close().scan('9h', 'CUT', '4c', 'Kd', '2s');
    expect(table.published('player').find(({ kind }) => kind === 'cut_card_drawn')).toMatchObject({
      thisCoupIsLast: true,
    });
    expect(table.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'shoe_change_is_due' });
    expect(table.tick().log.at(-1)?.event).toEqual({
      kind: 'shoe_change_started',
      reason: 'last_coup_dealt',
    });
  });

  it('ends with the round on which bets are open when the cut card comes out', () => {
    const table = open()
      .scan('CUT')
      .close()
      .scan(...NATURAL)
      .tick();
    expect(table.phase).toBe('shoe_change');
  });

  it('ends with the coup after, when the cut card comes out between rounds', () => {
    const table = open()
      .close()
      .scan(...NATURAL, 'CUT');
    expect(table.log.at(-1)?.event).toMatchObject({ thisCoupIsLast: false });
    table.tick();
    expect(table.log.at(-1)?.event).toMatchObject({ kind: 'betting_opened', isLast: true });
    table
      .close()
      .scan(...NATURAL)
      .tick();
    expect(table.phase).toBe('shoe_change');
  });

  it('ends with the coup after, when the cut card comes out while bets are being paid', () => {
    const table = open()
      .bets()
      .close()
      .scan(...NATURAL, 'CUT')
      .settle()
      .tick();
    expect(table.log.at(-1)?.event).toMatchObject({ kind: 'betting_opened', isLast: true });
  });

  it('gives its cut card once', () => {
    const table = open().scan('CUT');
    const again = table.give({ kind: 'scan', code: 'CUT', scanSeq: table.nextScan });
    expect(again).toMatchObject({ refusal: 'card_not_due' });
  });

  it('has ended when fewer cards are left than a coup may take', () => {
    const table = open({ decks: 1 });
    while (table.phase !== 'shoe_change') {
      if (table.phase === 'betting') {
        expect(table.state.shoe!.cardsLeft).toBeGreaterThanOrEqual(CARDS_FOR_A_COUP);
      }
      table.carryOn();
    }
    expect(table.state.shoe!.cardsLeft).toBeLessThan(CARDS_FOR_A_COUP);
    expect(table.log.at(-1)?.event).toMatchObject({ reason: 'last_coup_dealt' });
  });

  it('is changed early, between rounds, by order of the shift manager', () => {
    const table = open()
      .close()
      .scan(...NATURAL)
      .do({ kind: 'start_shoe_change' });
    expect(table.log.at(-1)?.event).toMatchObject({ reason: 'shift_manager' });
  });

  it('keeps the decks it was made of when the setting changes', () => {
    const table = open({ decks: 2 });
    const { settings } = table.state;
    table.do({ kind: 'change_settings', settings: { ...settings, decks: 1 } });
    table
      .close()
      .scan(...NATURAL)
      .tick()
      .close()
      .scan('9h', '4c', 'Kd', '2s');
    expect(table.state).toMatchObject({ settings: { decks: 1 }, shoe: { decks: 2 } });
    table.do({ kind: 'start_shoe_change' }).newShoe();
    expect(table.state.shoe?.decks).toBe(1);
  });
});

describe('settings', () => {
  it('that are changed hold from the next round', () => {
    const table = open();
    const { settings } = table.state;
    table.do({ kind: 'change_settings', settings: { ...settings, betMs: 30_000 } });
    expect(table.state).toMatchObject({ settings: { betMs: 15_000 } });
    table
      .close()
      .scan(...NATURAL)
      .tick();
    const { state, nowMs } = table;
    expect(state).toMatchObject({ settings: { betMs: 30_000 }, nextSettings: null });
    expect(state.round?.closesAtMs).toBe(nowMs + 30_000);
  });
});

/** A table in each phase that can be suspended. */
const SUSPENDABLE: Readonly<Record<Exclude<Phase, 'closed' | 'suspended'>, () => LiveTable>> = {
  shoe_change: () => new LiveTable().do({ kind: 'open_table', dealer: DEALER }),
  betting: () => open().later(1_000),
  last_bets: () => open().tick().later(1_000),
  accepting_bets: () => open().bets().asking().close(),
  bets_closed: () => open().close(),
  dealing: () => open().close().scan('9h'),
  resulted: () =>
    open()
      .bets()
      .close()
      .scan(...NATURAL),
  settled: () =>
    open()
      .close()
      .scan(...NATURAL)
      .later(1_000),
  void: () => {
    const table = open().bets();
    return table.do(voidRound(table));
  },
};
const suspendable = Object.entries(SUSPENDABLE);

const shifted = (state: TableState, ms: number): TableState => ({
  ...state,
  opensAtMs: state.opensAtMs && state.opensAtMs + ms,
  round: state.round && {
    ...state.round,
    lastBetsAtMs: state.round.lastBetsAtMs + ms,
    closesAtMs: state.round.closesAtMs + ms,
  },
});

describe('a suspension', () => {
  it.each(suspendable)('in the phase %s ends where it began, the clock shifted', (phase, make) => {
    const table = make();
    expect(table.phase).toBe(phase);
    const before = table.state;
    const dueInMs = (roundDueAtMs(before) ?? table.nowMs) - table.nowMs;
    table.do(suspend);
    expect(table.phase).toBe('suspended');
    expect(nextDueAtMs(table.state)).toBeNull();
    expect(table.later(90_000).give({ kind: 'tick' })).toMatchObject({ refusal: 'nothing_is_due' });
    table.do(resume);
    expect(table.phase).toBe(phase);
    const { shown } = table.state;
    expect((roundDueAtMs(table.state) ?? table.nowMs) - table.nowMs).toBe(dueInMs);
    expect(table.state).toEqual({ ...shifted(before, 90_000), seq: before.seq + 2, shown });
  });

  it('lets a round that is being paid be paid, and keeps the whole pause after it', () => {
    const table = open()
      .bets()
      .close()
      .scan(...NATURAL)
      .later(2_000)
      .do(suspend);
    table.later(60_000).settle();
    expect(table.phase).toBe('suspended');
    table.later(40_000).do(resume);
    expect(table.phase).toBe('settled');
    expect(table.state.opensAtMs).toBe(table.nowMs + 4_000);
  });

  it('lets a void round be refunded, and keeps the whole pause after it', () => {
    const table = open().bets();
    table.do(voidRound(table), suspend).later(60_000).refund().later(40_000).do(resume);
    expect(table.state).toMatchObject({ phase: 'void', refunded: true });
    expect(table.state.opensAtMs).toBe(table.nowMs + 6_000);
  });

  it('outlasts the void of its round: the fault is still there', () => {
    const table = open().bets().close().scan('9h').do(suspend);
    table.do(voidRound(table));
    const isWaiting = () => {
      expect(table.state).toMatchObject({ phase: 'suspended', suspension: { from: 'void' } });
      expect(snapshot(table.state, 'dealer').desk?.next).toBe('WAIT_FOR_MANAGER');
      expect(table.later(60_000).give({ kind: 'tick' })).toMatchObject({ ok: false });
      expect(table.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'table_is_suspended' });
    };
    isWaiting();
    table.refund();
    expect(table.state.refunded).toBe(true);
    isWaiting();
    table.do(resume);
    expect(table.state).toMatchObject({ phase: 'void', opensAtMs: table.nowMs + 6_000 });
    expect(table.tick().phase).toBe('betting');
  });

  it('outlasts a void that has nothing to give back, and one that is refunded after play was resumed', () => {
    const empty = open().close().scan('9h').do(suspend);
    expect(empty.do(voidRound(empty)).state).toMatchObject({ phase: 'suspended', refunded: true });
    const table = open().bets().do(suspend);
    table.do(voidRound(table), resume);
    expect(table.state).toMatchObject({ phase: 'void', refunded: false, opensAtMs: null });
    expect(table.refund().tick().phase).toBe('betting');
  });

  it('was ended by a void in older logs: what follows there is taken as it was', () => {
    const void_ = { kind: 'round_voided', reason: 'r', requestedBy: 'D', approvedBy: 'S' } as const;
    const voided = () => {
      const table = open().close().scan('9h').do(suspend);
      return table.take({ ...void_, game: table.game });
    };
    const opened = open().log.find(({ event }) => event.kind === 'betting_opened')!.event;
    expect(voided().take(opened).state).toMatchObject({ phase: 'betting', suspension: null });
    const again = { kind: 'table_suspended', reason: 'again', by: 'Dora' } as const;
    expect(voided().take(again).state.suspension).toMatchObject({ from: 'void', reason: 'again' });
    const closed = voided().take({ kind: 'table_closed' }).state;
    expect(closed).toMatchObject({ phase: 'closed', suspension: null });
    const changed = voided().take({ kind: 'shoe_change_started', reason: 'shift_manager' }).state;
    expect(changed).toMatchObject({ phase: 'shoe_change', suspension: null });
  });
});

describe('a void', () => {
  it('before the first card does not count as a round of the shoe', () => {
    const table = open().bets();
    table.do(voidRound(table)).carryOn().tick();
    expect(table.state.round?.roundInShoe).toBe(1);
  });

  it('after the first card counts as a round of the shoe, and is no bead', () => {
    const table = open().bets().close().scan('9h');
    table.do(voidRound(table)).carryOn().tick();
    expect(table.state.round?.roundInShoe).toBe(2);
    expect(table.state.shoe).toMatchObject({ beads: [], seen: ['5c', '9h'] });
  });

  it('closes Bonus and Super 6 after 44 such rounds, pairs after 60', () => {
    const table = open();
    const spots: Record<number, number> = {};
    for (let dealt = 0; dealt <= 61; dealt += 1) {
      const message = table.published('player').at(-1);
      if (message?.kind === 'betting_opened') spots[message.roundInShoe] = message.spots.length;
      table.close().carryOn().do(voidRound(table)).tick();
    }
    expect([spots[1], spots[44], spots[45], spots[60], spots[61]]).toEqual([10, 10, 7, 7, 3]);
  });

  it('is not over for the dealer before its stakes have gone back', () => {
    const table = open().bets();
    table.do({ kind: 'call_closing', by: 'Mona' }, voidRound(table));
    expect(snapshot(table.state, 'dealer').desk?.next).toBe('COLLECT');
  });

  it('refunds at once where there are no stakes, and waits for the refund where there is one', () => {
    const empty = open();
    expect(empty.do(voidRound(empty)).state).toMatchObject({ phase: 'void', refunded: true });
    const table = open().bets();
    expect(table.do(voidRound(table)).state).toMatchObject({ phase: 'void', refunded: false });
    for (const kind of ['open_betting', 'close_table', 'new_shoe', 'start_shoe_change'] as const) {
      expect(table.give({ kind })).toMatchObject({ refusal: 'round_in_hand' });
    }
  });

  it('of the shoe’s last round is followed by a change of shoe', () => {
    const table = open().close().scan('9h', 'CUT');
    table.do(voidRound(table)).tick();
    expect(table.phase).toBe('shoe_change');
  });
});
