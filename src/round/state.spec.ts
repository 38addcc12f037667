import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { DEFAULT_SETTINGS } from './settings.js';
import {
  type TableState,
  completeState,
  emptyTable,
  isBetweenRounds,
  roundOf,
  scanCodesOf,
  shoeIsSpent,
  shoeOf,
} from './state.js';

const OTHER_CODES = { format: '<suit><rank>', cutCard: 'END', checksum: 'none' } as const;

describe('an empty table', () => {
  it('is closed, with nothing on it', () => {
    expect(emptyTable('pb-1', DEFAULT_SETTINGS)).toEqual({
      table: 'pb-1',
      seq: 0,
      phase: 'closed',
      settings: DEFAULT_SETTINGS,
      nextSettings: null,
      dealer: null,
      shoe: null,
      round: null,
      opensAtMs: null,
      suspension: null,
      refunded: false,
      lastScan: null,
      misreads: 0,
      cards: { inUse: null, dueAtMs: null, warned: false, due: null, shuffled: false, cut: false },
      dropped: 0,
      closing: false,
      streamLost: false,
      closedSpots: [],
      corrections: [],
      shown: { player: 0, dealer: 0, pit: 0 },
    });
  });

  it('has no round and no shoe that an event could belong to', () => {
    const empty = emptyTable('pb-1', DEFAULT_SETTINGS);
    expect(() => roundOf(empty)).toThrow('the event belongs to a round');
    expect(() => shoeOf(empty)).toThrow('the event belongs to a shoe');
  });
});

describe('a new shoe', () => {
  it('is whole, and nothing of it is known', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    expect(table.state.shoe).toEqual({
      ordinal: 1,
      decks: 8,
      scanCodes: DEFAULT_SETTINGS.scanCodes,
      burned: false,
      removed: false,
      seen: [],
      unseen: 0,
      cardsLeft: 416,
      roundsDealt: 0,
      cutCardOut: false,
      beads: [],
      games: [],
      coups: [],
      voids: [],
      codes: [],
      withdrawn: [],
      unseated: [],
    });
  });
});

describe('a state from before the procedures of the desk', () => {
  /** As it was kept: without what they added. */
  const before = ({ cards, dropped, closing, closedSpots, ...kept }: TableState) => {
    expect([cards, dropped, closing, closedSpots]).not.toContain(undefined);
    return kept as TableState;
  };
  const NO_CARDS = { inUse: null, dueAtMs: null, warned: false, due: null };

  it('has cards that are shuffled and cut where its shoe is in place', () => {
    const { state } = new LiveTable().open();
    expect(completeState(before(state))).toEqual({
      ...state,
      cards: { ...NO_CARDS, shuffled: true, cut: true },
    });
  });

  it('has cards that are neither where there is no shoe, or it was removed', () => {
    const none = new LiveTable().state;
    const removed = new LiveTable().open().close().scan('9h', '4c', 'Kd', '2s');
    removed.do({ kind: 'start_shoe_change' });
    for (const state of [none, removed.state]) {
      const cards = { ...NO_CARDS, shuffled: false, cut: false };
      expect(completeState(before(state))).toEqual({ ...state, cards });
    }
  });

  it('counts the cards left by those that were seen and burned, and knows no codes', () => {
    const { state } = new LiveTable({ decks: 2 }).open().close().scan('9h', '4c');
    const { cardsLeft, unseated, ...shoe } = state.shoe!;
    const { codes, ...round } = state.round!;
    const kept = { ...state, shoe, round } as unknown as TableState;
    expect([cardsLeft, unseated, codes]).toEqual([2 * 52 - 8, [], [null, null]]);
    expect(completeState(kept)).toEqual(state);
  });
});

describe('the codes that are scanned', () => {
  const scanCodes = OTHER_CODES;

  it('are those of the shoe in place, and before it those that are set for the next', () => {
    const { state } = new LiveTable().open();
    const set = { ...DEFAULT_SETTINGS, scanCodes };
    expect(scanCodesOf({ ...state, nextSettings: set })).toEqual(DEFAULT_SETTINGS.scanCodes);
    expect(scanCodesOf({ ...state, shoe: null, nextSettings: set })).toEqual(scanCodes);
    expect(scanCodesOf({ ...state, shoe: null, settings: set })).toEqual(scanCodes);
    const removed = { ...state.shoe!, removed: true };
    expect(scanCodesOf({ ...state, shoe: removed, settings: set })).toEqual(scanCodes);
  });
});

describe('a shoe', () => {
  it('is spent with fewer cards than a coup may take, and not with as many', () => {
    const { state } = new LiveTable().open();
    const withLeft = (cardsLeft: number) => ({ ...state, shoe: { ...state.shoe!, cardsLeft } });
    expect([5, 6].map((left) => shoeIsSpent(withLeft(left)))).toEqual([true, false]);
  });

  it('is spent where there is none, and where the cards must leave', () => {
    const { state } = new LiveTable().open();
    expect(shoeIsSpent({ ...state, shoe: null })).toBe(true);
    expect(shoeIsSpent({ ...state, cards: { ...state.cards, due: 'stream_lost' } })).toBe(true);
  });

  it('is spent after the round that the cut card makes its last', () => {
    const { state } = new LiveTable().open().scan('CUT');
    expect(shoeIsSpent(state)).toBe(true);
    expect(shoeIsSpent({ ...state, round: { ...state.round!, isLast: false } })).toBe(false);
    expect(shoeIsSpent({ ...state, round: null })).toBe(false);
  });
});

describe('a table is between two rounds', () => {
  const { state } = new LiveTable().open();
  const suspended = new LiveTable()
    .open()
    .do({ kind: 'suspend', reason: 'video lost', by: 'Dora' });

  it.each(['closed', 'shoe_change', 'settled'] as const)('when its phase is %s', (phase) => {
    expect(isBetweenRounds({ ...state, phase })).toBe(true);
  });

  it.each([
    ...(['betting', 'last_bets', 'bets_closed', 'accepting_bets', 'dealing'] as const),
    'resulted' as const,
  ])('and not when it is %s', (phase) => {
    expect(isBetweenRounds({ ...state, phase })).toBe(false);
  });

  it('of a void round once its stakes are back', () => {
    const round = { ...state, phase: 'void' as const };
    expect(isBetweenRounds({ ...round, refunded: false })).toBe(false);
    expect(isBetweenRounds({ ...round, refunded: true })).toBe(true);
  });

  it('by what lies beneath a suspension', () => {
    expect(isBetweenRounds(suspended.state)).toBe(false);
  });
});
