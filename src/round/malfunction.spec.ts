import { describe, expect, it } from 'vitest';
import type { Card } from '../cards/card.js';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import type { TableCommand } from './command.js';
import { decide, roundDueAtMs } from './decide.js';
import { MALFUNCTIONS, type MalfunctionKind } from './malfunction.js';
import { snapshot } from './snapshot.js';

const NATURAL = ['9h', '4c', 'Kd', '2s'] as const;
const open = (settings = {}) => new LiveTable(settings).open();
const dealing = () => open().close().scan('9h', '4c');
const resume: TableCommand = { kind: 'resume', by: 'Sven' };

const report = (malfunction: MalfunctionKind, cards: number | null = null): TableCommand => ({
  kind: 'report_malfunction',
  malfunction,
  cards,
  note: 'seen by all',
  by: DEALER,
});

const scanned = (table: LiveTable, code: string) =>
  table.give({ kind: 'scan', code, scanSeq: table.nextScan });

describe('a malfunction that the dealer reports', () => {
  it.each(MALFUNCTIONS)('%s suspends the table, with itself as the reason', (malfunction) => {
    const table = dealing().do(report(malfunction));
    expect(table.state).toMatchObject({
      phase: 'suspended',
      suspension: { from: 'dealing', reason: malfunction },
    });
    expect(snapshot(table.state, 'dealer').desk?.next).toBe('WAIT_FOR_MANAGER');
    expect(table.published('player').at(-1)).toMatchObject({
      kind: 'table_suspended',
      reason: malfunction,
    });
    table.do(resume).scan('Kd', '2s');
    expect(table.phase).toBe('settled');
  });

  it('keeps its note, and brings no second suspension', () => {
    const table = dealing().do(report('card_exposed'), report('wrong_payment'));
    expect(table.kinds().filter((kind) => kind === 'malfunction_reported')).toHaveLength(2);
    expect(table.kinds().filter((kind) => kind === 'table_suspended')).toHaveLength(1);
  });

  it('is refused at a closed table', () => {
    expect(new LiveTable().give(report('other'))).toMatchObject({ refusal: 'table_is_closed' });
  });
});

describe('new cards', () => {
  it.each([
    ['defective_barcode', 'defective_barcode'],
    ['stream_lost', 'stream_lost'],
  ] as const)('are due after %s, once the round has ended', (malfunction, reason) => {
    const table = dealing().do(report(malfunction), resume).scan('Kd', '2s').tick();
    expect(table.log.at(-1)?.event).toEqual({ kind: 'shoe_change_started', reason });
    expect(table.give({ kind: 'new_shoe' })).toMatchObject({ refusal: 'new_cards_are_due' });
    table.newShoe();
    expect(table.state.shoe?.ordinal).toBe(2);
  });

  it('are due from the fourth card that falls in a round, however they fell', () => {
    const table = dealing().do(report('cards_dropped', 2), report('cards_dropped'));
    expect(table.state).toMatchObject({ dropped: 3, cards: { due: null } });
    table.do(report('cards_dropped'));
    expect(table.state).toMatchObject({ dropped: 4, cards: { due: 'cards_dropped' } });
  });

  it('are not due for three in one round and three in the next', () => {
    const table = dealing().do(report('cards_dropped', 3), resume).scan('Kd', '2s').tick();
    expect(table.state.dropped).toBe(0);
    table.close().scan('9h').do(report('cards_dropped', 3));
    expect(table.state.cards.due).toBeNull();
  });

  it('keep a shoe that was ready from its first bets', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe().burn();
    table.do(report('defective_barcode'), resume);
    expect(table.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'new_cards_are_due' });
    table.bringCards();
    expect(table.state.shoe).toMatchObject({ removed: true, burned: false });
    table.newShoe().burn().do({ kind: 'open_betting' });
    expect(table.phase).toBe('betting');
  });
});

describe('a scan that shows a fault', () => {
  const FAULTS: readonly [MalfunctionKind, string, () => LiveTable, string][] = [
    ['card_before_close', 'betting_is_open', () => open(), '9H'],
    ['card_before_close', 'betting_is_open', () => open().tick(), '9H'],
    [
      'extra_card',
      'card_not_due',
      () =>
        open()
          .close()
          .scan(...NATURAL),
      '3C',
    ],
    [
      'extra_card',
      'card_not_due',
      () =>
        open()
          .bets()
          .close()
          .scan(...NATURAL),
      '3C',
    ],
    [
      'wrong_order',
      'card_not_due',
      () => new LiveTable().do({ kind: 'open_table', dealer: DEALER }),
      '3C',
    ],
    ['impossible_card', 'card_exhausted', () => open({ decks: 1 }).close(), '5C'],
    ['impossible_card', 'not_in_this_shoe', () => open({ decks: 2 }).close(), '3-9H'],
  ];

  it.each(FAULTS)('suspends the table as %s: %s', (malfunction, refusal, make, code) => {
    const table = make();
    const from = table.phase;
    expect(scanned(table, code)).toMatchObject({ ok: false, refusal });
    const seq = table.kinds().lastIndexOf('scan_refused');
    expect(table.log[seq]?.event).toMatchObject({ refusal, code });
    expect(table.log.at(-1)?.event).toEqual({
      kind: 'table_suspended',
      reason: malfunction,
      by: 'studio',
    });
    table.do(resume);
    expect(table.phase).toBe(from);
  });

  it('does not suspend a table twice, nor one that is closed', () => {
    const table = open();
    scanned(table, '9H');
    expect(scanned(table, '9H')).toMatchObject({ refusal: 'table_is_suspended' });
    expect(table.kinds().filter((kind) => kind === 'table_suspended')).toHaveLength(1);
    const closed = new LiveTable();
    expect(scanned(closed, '9H')).toMatchObject({ refusal: 'table_is_closed' });
    expect(closed.phase).toBe('closed');
  });

  it.each(['shoe_is_not_ready', 'shoe_is_ready'] as const)(
    'is cards in the wrong order, where a burn is refused as %s',
    (refusal) => {
      const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
      if (refusal === 'shoe_is_ready') table.newShoe().burn();
      const burn = { kind: 'burn', code: '9H', scanSeq: table.nextScan } as const;
      expect(table.give(burn)).toMatchObject({ refusal });
      expect(table.state.suspension?.reason).toBe('wrong_order');
    },
  );

  it('that cannot be read is none at a closed table, nor at one that is suspended already', () => {
    const closed = new LiveTable();
    const suspended = open().do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    for (const table of [closed, suspended]) {
      const { phase } = table;
      for (const code of ['X', 'Y', 'Z', 'X']) {
        const { events } = scanned(table, code);
        expect(events.map(({ kind }) => kind)).toEqual(['scan_refused']);
      }
      expect(table.phase).toBe(phase);
      expect(table.state.cards.due).toBeNull();
    }
  });

  it('is not one of the cut card’s, which may be read again', () => {
    const table = open().scan('CUT');
    expect(scanned(table, 'CUT')).toMatchObject({ refusal: 'card_not_due' });
    expect(table.phase).toBe('betting');
  });

  it('is a defective barcode when it cannot be read three times in a row', () => {
    const table = dealing();
    scanned(table, 'X');
    scanned(table, 'Y');
    table.scan('Kd');
    scanned(table, 'X');
    scanned(table, 'Y');
    expect(table.phase).toBe('dealing');
    expect(scanned(table, 'Z')).toMatchObject({ refusal: 'unreadable_code' });
    expect(table.state).toMatchObject({
      phase: 'suspended',
      suspension: { reason: 'defective_barcode' },
      cards: { due: 'defective_barcode' },
    });
    table.do(resume);
    expect(scanned(table, 'X')).toMatchObject({ refusal: 'unreadable_code' });
    expect(table.phase).toBe('dealing');
  });

  it('of the same physical card is noticed where its code names the deck', () => {
    const table = open().close();
    table.do({ kind: 'scan', code: '3-9H', scanSeq: 2 });
    expect(scanned(table, '3-9H')).toMatchObject({ refusal: 'same_card_twice' });
    expect(table.state.suspension?.reason).toBe('same_card_twice');
    table.do(resume).do({ kind: 'scan', code: '4-9H', scanSeq: table.nextScan });
    expect(table.state.round?.cards).toEqual(['9h', '9h']);
  });

  it('of the burn card is noticed, too', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.do({ kind: 'burn', code: '3-9H', scanSeq: 1 }, { kind: 'open_betting' }).close();
    expect(scanned(table, '3-9H')).toMatchObject({ refusal: 'same_card_twice' });
  });
});

describe('a stream that is lost', () => {
  const lose: TableCommand = { kind: 'lose_stream' };
  const regain: TableCommand = { kind: 'regain_stream' };

  it('suspends the table, changes the cards after the round, and comes back by itself', () => {
    const table = dealing().do(lose);
    expect(table.state).toMatchObject({
      streamLost: true,
      suspension: { reason: 'stream_lost' },
      cards: { due: 'stream_lost' },
    });
    table.do(regain);
    expect(table.state).toMatchObject({ streamLost: false, phase: 'suspended' });
    table.do(resume).scan('Kd', '2s').tick();
    expect(table.log.at(-1)?.event).toMatchObject({ reason: 'stream_lost' });
  });

  it('is lost for everything that would otherwise go on unwatched', () => {
    const table = dealing().do(lose);
    expect(table.give(resume)).toMatchObject({ refusal: 'stream_is_lost' });
    expect(table.phase).toBe('suspended');
    expect(table.do(regain).give(resume)).toMatchObject({ ok: true });
  });

  it('keeps no table from closing, once its round is over', () => {
    const lost = dealing().scan('Kd', '2s').do(lose);
    expect(lost.give(resume)).toMatchObject({ refusal: 'stream_is_lost' });
    lost.do({ kind: 'call_closing', by: 'Mona' }).do(resume).tick();
    expect(lost.phase).toBe('closed');
    const dealt = dealing().do(lose).do({ kind: 'call_closing', by: 'Mona' });
    expect(dealt.give(resume)).toMatchObject({ refusal: 'stream_is_lost' });
  });

  it('is no longer waited for once no encoder is watched', () => {
    const table = dealing().do(lose);
    table.do({ kind: 'change_settings', settings: { streamLostMs: 3_000 } });
    expect(table.give(resume)).toMatchObject({ refusal: 'stream_is_lost' });
    table.do({ kind: 'change_settings', settings: { streamLostMs: null } });
    expect(table.give(resume)).toMatchObject({ ok: true });
  });

  it('keeps a table that was resumed without it, in an older log, from bets and new cards', () => {
    const lost = { kind: 'stream_lost' } as const;
    const settled = dealing().scan('Kd', '2s');
    expect(settled.take(lost).phase).toBe('settled');
    const { opensAtMs } = settled.state;
    expect(roundDueAtMs(settled.state)).toBeNull();
    expect(settled.give({ kind: 'open_betting' })).toMatchObject({ refusal: 'stream_is_lost' });
    expect(roundDueAtMs(settled.do(regain).state)).toBe(opensAtMs);
    const opened = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).take(lost);
    const bring = { kind: 'bring_cards', cards: 'box-7', by: DEALER } as const;
    expect(opened.give(bring)).toMatchObject({ refusal: 'stream_is_lost' });
    expect(opened.do(regain).give(bring)).toMatchObject({ ok: true });
  });

  it('counts once, and not at a closed table', () => {
    const table = dealing().do(lose);
    expect(table.give(lose)).toMatchObject({ refusal: 'stream_is_lost' });
    expect(new LiveTable().give(lose)).toMatchObject({ refusal: 'table_is_closed' });
  });
});

describe('a card that leaves the shoe without a seat', () => {
  const count = (face: Card | null, isOut: boolean): TableCommand => ({
    kind: 'count_card',
    face,
    isOut,
    by: DEALER,
  });
  const shoe = ({ state }: LiveTable) => state.shoe!;

  /** The coup is complete, and one more card comes. */
  const oneTooMany = (code: string, settings = {}): LiveTable => {
    const table = open(settings).bets().close();
    table.scan(...NATURAL);
    scanned(table, code);
    return table.do(resume, {
      kind: 'finish_settlement',
      game: table.game,
      stakes: '100',
      paid: '0',
    });
  };

  it('is counted as out where it is read when none is due', () => {
    const table = open().bets().close();
    const { seen, cardsLeft } = shoe(table.scan(...NATURAL));
    scanned(table, '3C');
    expect(shoe(table).seen).toEqual([...seen, '3c']);
    expect(shoe(table).cardsLeft).toBe(cardsLeft - 1);
    expect(snapshot(table.state, 'pit').shoe?.cardsLeft).toBe(cardsLeft - 1);
    expect(table.published('player').map(({ kind }) => kind)).not.toContain('card_left_shoe');
  });

  it('is not counted where it was read before the close: it is left, and dealt after it', () => {
    const table = open();
    const before = shoe(table);
    scanned(table, '2-9H');
    expect(shoe(table)).toEqual(before);
    table.do(resume).close();
    expect(scanned(table, '2-9H')).toMatchObject({ ok: true });
  });

  it('is of the round in hand, and of none before the first', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe().burn();
    table.do(count('3c', true), { kind: 'open_betting' }, count('4c', true));
    // A key without a value would be lost in a state that is kept.
    expect(shoe(table).unseated).toStrictEqual([
      { card: '3c', code: null },
      { card: '4c', code: null, game: table.game },
    ]);
  });

  it('is the ninth copy of its face the sooner', () => {
    const table = oneTooMany('3C', { decks: 1 }).tick().close();
    expect(scanned(table, '3C')).toMatchObject({ refusal: 'card_exhausted' });
  });

  it('makes a shoe spent the sooner', () => {
    const table = open({ decks: 1 });
    while (shoe(table).cardsLeft > 8) table.do(count(null, true));
    table.close().scan(...NATURAL);
    expect(snapshot(table.state, 'dealer').desk?.next).toBe('LAST_HAND_DONE');
  });

  it('is one physical card, which is not dealt either', () => {
    const table = oneTooMany('2-3C').tick().close();
    expect(scanned(table, '2-3C')).toMatchObject({ refusal: 'same_card_twice' });
  });

  it('is not counted where it had left already, or cannot have been in the shoe', () => {
    const codes = ['3-9h', '1-4c', '1-Kd', '1-2s'] as const;
    const table = open({ decks: 2 }).bets().close();
    for (const code of ['1-9H', ...codes.slice(1)]) scanned(table, code.toUpperCase());
    const before = shoe(table);
    for (const code of ['1-9H', '3-9H']) scanned(table, code);
    expect(shoe(table)).toEqual(before);
  });

  it('is not counted before the first bets of a shoe, where burned cards may be read', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe().burn();
    const before = shoe(table);
    expect(scanned(table, '3C')).toMatchObject({ refusal: 'card_not_due' });
    expect(shoe(table)).toEqual(before);
  });

  it('may be said by whoever deals, with its face or without, and be taken back', () => {
    const table = open();
    const before = shoe(table);
    table.do(count('3c', true), count(null, true));
    expect(shoe(table).seen.at(-1)).toBe('3c');
    expect(shoe(table).cardsLeft).toBe(before.cardsLeft - 2);
    expect(table.give(count('4c', false))).toMatchObject({ refusal: 'nothing_to_withdraw' });
    expect(shoe(table.do(count('3c', false), count(null, false)))).toEqual(before);
  });

  it('frees its code again where it was counted by mistake', () => {
    const table = oneTooMany('2-3C');
    expect(shoe(table).codes).toContain('2-3c');
    expect(shoe(table.do(count('3c', false))).codes).not.toContain('2-3c');
  });

  it.each([
    ['before its first card', 0, 6],
    ['with two cards dealt', 2, 4],
  ])('leaves a coup in hand the cards that it may still need: %s', (_, dealt, needed) => {
    const table = open()
      .close()
      .scan(...NATURAL.slice(0, dealt));
    const answer = (cardsLeft: number): boolean => {
      const state = { ...table.state, shoe: { ...shoe(table), cardsLeft } };
      return decide(state, count(null, true), { nowMs: table.nowMs, nextGame: '0' }).ok;
    };
    expect([answer(needed), answer(needed + 1)]).toEqual([false, true]);
    table.do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    expect([answer(needed), answer(needed + 1)], 'suspended').toEqual([false, true]);
  });

  it('is refused where it cannot be', () => {
    expect(new LiveTable().give(count(null, true))).toMatchObject({ refusal: 'table_is_closed' });
    const table = new LiveTable({ decks: 1 }).do({ kind: 'open_table', dealer: DEALER }).newShoe();
    expect(table.give(count(null, true))).toMatchObject({ refusal: 'shoe_is_not_ready' });
    table.burn('5c');
    expect(table.give(count('5c', true))).toMatchObject({ refusal: 'card_exhausted' });
    while (shoe(table).cardsLeft > 0) table.do(count(null, true));
    expect(table.give(count(null, true))).toMatchObject({ refusal: 'card_exhausted' });
  });
});

describe('the shift manager', () => {
  it('is called without a suspension, and players are not notified', () => {
    const table = dealing().do({ kind: 'call_manager', by: DEALER });
    expect(table.phase).toBe('dealing');
    expect(table.published('dealer').at(-1)).toMatchObject({ kind: 'manager_called', by: DEALER });
    expect(table.published('player').at(-1)).toMatchObject({ kind: 'card_dealt' });
  });
});

describe('a report that nobody knows the outcome of, and that is given again', () => {
  it('of fallen cards is done once', () => {
    const table = dealing();
    const report = {
      kind: 'report_malfunction',
      malfunction: 'cards_dropped',
      cards: 2,
      note: '',
      by: DEALER,
      seen: { game: table.game, dropped: 0 },
    } as const;
    table.do(report);
    const { seq } = table.state;
    expect(table.give(report)).toMatchObject({ ok: false, refusal: 'count_moved_on' });
    expect(table.state).toMatchObject({ seq, dropped: 2, cards: { due: null } });
    expect(table.give({ ...report, seen: { game: table.game, dropped: 2 } })).toMatchObject({
      ok: true,
    });
  });

  it('of a card without a seat is done once', () => {
    const table = dealing();
    const { ordinal, cardsLeft } = table.state.shoe!;
    const count = {
      kind: 'count_card',
      face: 'Kh',
      isOut: true,
      by: DEALER,
      seen: { shoe: ordinal, cardsLeft },
    } as const;
    table.do(count);
    expect(table.give(count)).toMatchObject({ ok: false, refusal: 'count_moved_on' });
    expect(table.state.shoe).toMatchObject({ cardsLeft: cardsLeft - 1 });
    expect(table.state.shoe?.seen.filter((card) => card === 'Kh')).toHaveLength(1);
  });
});
