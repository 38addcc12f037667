import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable, START_MS } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import { CARD_WARNING_MS, nextDueAtMs } from './due.js';
import { DEFAULT_SETTINGS } from './settings.js';
import { snapshot } from './snapshot.js';
import { completeState } from './state.js';

const NATURAL = ['9h', '4c', 'Kd', '2s'] as const;
const HOUR_MS = 3_600_000;
const by = DEALER;
const opened = () => new LiveTable().do({ kind: 'open_table', dealer: DEALER });
const bring: TableCommand = { kind: 'bring_cards', cards: 'box-7', by };
const shuffle: TableCommand = { kind: 'shuffle_cards', how: 'machine', by };
const cut: TableCommand = { kind: 'cut_shoe', by };
const next = ({ state }: LiveTable) => snapshot(state, 'dealer').desk?.next;

describe('a new shoe', () => {
  it('is made of cards that are brought, shuffled and cut, and each says who did it', () => {
    const table = opened();
    const actions = [next(table)];
    for (const command of [bring, shuffle, cut]) actions.push(next(table.do(command)));
    actions.push(next(table.burn('5c')));
    actions.push(next(table.do({ kind: 'open_betting' })));
    expect(actions).toEqual([
      'BRING_CARDS',
      'SHUFFLE',
      'CUT',
      'SCAN_BURN',
      'BURN',
      'WAIT_FOR_CLOSE',
    ]);
    expect(table.log.slice(2, 6).map(({ event }) => event)).toEqual([
      { kind: 'cards_brought', cards: 'box-7', dueAtMs: START_MS + 24 * HOUR_MS, by },
      { kind: 'cards_shuffled', how: 'machine', by },
      { kind: 'shoe_cut', by },
      { kind: 'shoe_started', shoe: 1, by },
    ]);
    expect(snapshot(table.state, 'dealer').desk).toMatchObject({ cards: 'box-7', toBurn: 5 });
    expect(table.published('player').map(({ kind }) => kind)).not.toContain('cards_brought');
  });

  it('is refused until new cards were brought, where they are due', () => {
    const table = opened();
    for (const command of [shuffle, cut, { kind: 'new_shoe', by }] as const) {
      expect(table.give(command)).toMatchObject({ refusal: 'new_cards_are_due' });
    }
    expect(table.do(bring).give(cut)).toMatchObject({ refusal: 'cards_are_not_shuffled' });
  });

  it('that is reported in place was shuffled and cut by whoever reports it', () => {
    const table = opened().do(bring, { kind: 'new_shoe', by });
    expect(table.kinds(3)).toEqual(['cards_shuffled', 'shoe_cut', 'shoe_started']);
    expect(table.log[3]?.event).toMatchObject({ how: 'beforehand', by });
    expect(table.give(cut)).toMatchObject({ refusal: 'shoe_is_in_place' });
  });

  it('never counts cards as new that are there already, in whatever case they are written', () => {
    const table = opened().do(bring);
    for (const cards of ['box-7', 'BOX-7']) {
      expect(table.give({ ...bring, cards })).toMatchObject({ refusal: 'cards_were_used' });
    }
    table.do(shuffle, cut).burn().do({ kind: 'open_betting' });
    const fallen = { kind: 'report_malfunction', malfunction: 'cards_dropped', cards: 9 } as const;
    table.do({ ...fallen, note: '', by }, { kind: 'resume', by: 'Mona' }).close();
    table.scan(...NATURAL).tick();
    expect(next(table)).toBe('BRING_CARDS');
    expect(table.give(bring)).toMatchObject({ refusal: 'cards_were_used' });
    const { dueAtMs } = table.state.cards;
    expect(table.do({ ...bring, cards: 'box-8' }).state.cards.dueAtMs).toBeGreaterThan(dueAtMs!);
  });

  it('of the same cards needs them shuffled and cut anew', () => {
    const table = opened().do(bring, shuffle, cut).burn().do({ kind: 'open_betting' }).close();
    table.scan(...NATURAL).do({ kind: 'start_shoe_change' });
    expect(next(table)).toBe('SHUFFLE');
    expect(table.give(cut)).toMatchObject({ refusal: 'cards_are_not_shuffled' });
    expect(table.do(shuffle, cut).state.shoe?.ordinal).toBe(2);
    expect(table.state.cards.inUse).toBe('box-7');
  });

  it('is not made while another one is dealt from', () => {
    const table = new LiveTable().open().close();
    for (const command of [bring, shuffle, cut]) {
      expect(table.give(command)).toMatchObject({ refusal: 'round_in_hand' });
    }
    table.scan(...NATURAL);
    for (const command of [bring, shuffle, cut]) {
      expect(table.give(command)).toMatchObject({ refusal: 'shoe_change_is_not_due' });
    }
  });

  it('that is in place leaves when other cards are brought', () => {
    const table = opened().do(bring, shuffle, cut).burn();
    const before = table.log.length;
    table.do({ ...bring, cards: 'box-8' });
    expect(table.kinds(before)).toEqual(['shoe_change_started', 'cards_brought']);
    expect(next(table)).toBe('SHUFFLE');
    expect(table.state.shoe).toMatchObject({ removed: true, burned: false });
  });
});

describe('cards', () => {
  const table24 = () => new LiveTable({ opensItself: false }).open().close();

  it('are at the table for a day: the desk is warned an hour before, and the round is played out', () => {
    const table = table24().scan('9h');
    const dueAtMs = START_MS + 24 * HOUR_MS;
    expect(nextDueAtMs(table.state)).toBe(dueAtMs - CARD_WARNING_MS);
    table.tick();
    expect(table.log.at(-1)?.event).toEqual({ kind: 'card_change_warned', dueAtMs });
    expect(nextDueAtMs(table.state)).toBe(dueAtMs);
    table.tick();
    expect(table.log.at(-1)?.event).toEqual({ kind: 'cards_due', reason: 'cards_24_hours' });
    expect(nextDueAtMs(table.state)).toBeNull();
    expect(table.phase).toBe('dealing');
    table.scan('4c', 'Kd', '2s').tick();
    expect(table.log.at(-1)?.event).toMatchObject({ reason: 'cards_24_hours' });
    expect(next(table)).toBe('BRING_CARDS');
  });

  it('are due at once, with the warning, where the clock comes a day late', () => {
    const table = table24()
      .later(25 * HOUR_MS)
      .do({ kind: 'tick' });
    expect(table.kinds().slice(-2)).toEqual(['card_change_warned', 'cards_due']);
  });

  it('that are new have another day', () => {
    const table = table24()
      .scan(...NATURAL)
      .later(3 * HOUR_MS);
    table.do({ kind: 'start_shoe_change' }).bringCards();
    expect(table.state.cards.dueAtMs).toBe(table.nowMs + 24 * HOUR_MS);
  });

  it('are not counted at a closed table, where all are changed anyway', () => {
    const table = table24()
      .scan(...NATURAL)
      .do({ kind: 'close_table' });
    expect(nextDueAtMs(table.state)).toBeNull();
  });
});

describe('a change of dealer', () => {
  it('is sent to all, and needs no pause', () => {
    const table = new LiveTable().open().close().scan('9h');
    table.do({ kind: 'relieve_dealer', dealer: 'Dirk' });
    const published = { kind: 'dealer_changed', dealer: 'Dirk', was: DEALER };
    for (const audience of ['player', 'dealer', 'pit'] as const) {
      expect(table.published(audience).at(-1)).toMatchObject(published);
    }
    expect(table.state).toMatchObject({ dealer: 'Dirk', phase: 'dealing' });
  });

  it('is refused to the dealer who deals, and at a closed table', () => {
    const relief: TableCommand = { kind: 'relieve_dealer', dealer: DEALER };
    expect(new LiveTable().open().give(relief)).toMatchObject({ refusal: 'already_the_dealer' });
    expect(new LiveTable().give(relief)).toMatchObject({ refusal: 'table_is_closed' });
  });

  it('may have to wait for the end of the round', () => {
    const relief: TableCommand = { kind: 'relieve_dealer', dealer: 'Dirk', betweenRounds: true };
    const table = new LiveTable().open();
    expect(table.give(relief)).toMatchObject({ refusal: 'round_in_hand' });
    table.do({ kind: 'suspend', reason: 'misdeal', by: DEALER });
    expect(table.give(relief), 'suspended').toMatchObject({ refusal: 'round_in_hand' });
    table.do({ kind: 'resume', by: 'Sven' }).close();
    table.scan(...NATURAL).do(relief);
    expect(table.state.dealer).toBe('Dirk');
  });
});

describe('a state that was kept before there were procedures', () => {
  it('is completed, and goes on', () => {
    const { state } = new LiveTable().open().close();
    const { shoe, round } = state;
    const { games, coups, codes, withdrawn, ...oldShoe } = shoe!;
    const { codes: ofRound, ...oldRound } = round!;
    expect([games, coups, codes, withdrawn, ofRound]).toEqual([[], [], [], [], []]);
    const later = ['cards', 'misreads', 'dropped', 'closing', 'streamLost', 'closedSpots'];
    const old = Object.fromEntries(
      Object.entries({ ...state, shoe: oldShoe, round: oldRound }).filter(
        ([name]) => !later.includes(name) && name !== 'corrections',
      ),
    ) as never;
    const cards = { ...state.cards, inUse: null, dueAtMs: null };
    expect(completeState(old)).toEqual({ ...state, cards });
    expect(state.settings).toEqual(DEFAULT_SETTINGS);
  });
});
