import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import { FACES } from '../cards/card.js';
import type { TableCommand } from './command.js';
import { burnIsDue, cutCardMayCome } from './scan.js';
import { CUT_CARD_CODE, makeScanCode, parseScanCode } from './scan-code.js';

const scan = (code: string, scanSeq: number): TableCommand => ({ kind: 'scan', code, scanSeq });
const burn = (code: string, scanSeq: number): TableCommand => ({ kind: 'burn', code, scanSeq });

/** Bets are closed. The burn card was scan 1. */
const dealing = (settings = {}) => new LiveTable(settings).open().close();

describe('a scan', () => {
  it('is answered with the card and its seat, which the tableau gives', () => {
    const table = dealing().do(scan('9H', 2));
    expect(table.log.at(-1)?.event).toEqual({
      kind: 'card_dealt',
      game: table.game,
      side: 'punto',
      position: 1,
      card: '9h',
      scanSeq: 2,
      code: '9H',
    });
    expect(table.state.lastScan?.answer).toEqual({
      kind: 'card',
      seq: table.state.seq,
      card: '9h',
      seat: 'punto_1',
    });
  });

  it('takes nothing but the code and the number from whoever sends it', () => {
    const sent = { kind: 'scan', code: '9H', scanSeq: 2, table: 'pb-1', card: 'Ks' } as const;
    const table = dealing().do(sent);
    expect(table.log.at(-1)?.event).toMatchObject({ kind: 'card_dealt', card: '9h' });
    expect(table.log.at(-1)?.event).not.toHaveProperty('table');
  });

  it.each(['9H', 'CUT'])(
    'of %s that was read in another round is kept, and nothing is dealt',
    (code) => {
      const table = dealing();
      const late = { kind: 'scan', code, scanSeq: 2, game: '1000000009' } as const;
      expect(table.give(late)).toEqual({
        ok: false,
        refusal: 'wrong_round',
        events: [{ kind: 'scan_refused', refusal: 'wrong_round', code, scanSeq: 2 }],
      });
      const { game } = table;
      const timely = table.do({ ...late, code: '9H', scanSeq: 3, game });
      expect(timely.log.at(-1)?.event).toMatchObject({ kind: 'card_dealt', game, scanSeq: 3 });
    },
  );

  it('of the cut card that was read before the bets opened counts for them', () => {
    const table = dealing().scan('9h', 'Kd', 'Ts', 'Qs').tick();
    expect(table.phase).toBe('betting');
    const game = '1000000001';
    expect(table.game).not.toBe(game);
    const scanSeq = (table.state.lastScan?.scanSeq ?? 0) + 1;
    expect(table.give({ kind: 'scan', code: 'CUT', scanSeq, game })).toMatchObject({
      ok: true,
      events: [{ kind: 'cut_card_drawn', thisCoupIsLast: true }],
    });
    const card = { kind: 'scan', code: '9H', scanSeq: scanSeq + 1, game } as const;
    expect(table.give(card)).toMatchObject({ refusal: 'wrong_round' });
  });

  it('of a first card that was read in a round before is not burned', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    const late = { kind: 'burn', code: '9H', scanSeq: 1, game: '1000000009' } as const;
    expect(table.give(late)).toMatchObject({ ok: false, refusal: 'wrong_round' });
    table.do({ ...late, scanSeq: 2, game: undefined });
    expect(table.log.at(-1)?.event).toMatchObject({ kind: 'cards_burned' });
  });

  it.each([
    ['a card', '9H'],
    ['the cut card', 'CUT'],
  ])('of %s, repeated, is answered the same again and changes nothing', (_, code) => {
    const table = dealing();
    const first = table.do(scan(code, 2)).state;
    for (let times = 0; times < 3; times += 1) {
      expect(table.give(scan(code, 2))).toEqual({
        ok: true,
        events: [],
        repeated: first.lastScan?.answer,
      });
    }
    expect(table.state).toBe(first);
  });

  it('that completed the coup, repeated, is answered with its card', () => {
    const table = dealing().scan('9h', '4c', 'Kd', '2s');
    expect(table.phase).toBe('settled');
    expect(table.give(scan('2S', 5))).toMatchObject({ repeated: { card: '2s', seat: 'banco_2' } });
  });

  it('that was refused, repeated, is refused the same again, whatever has changed since', () => {
    const table = new LiveTable().open();
    expect(table.give(scan('9H', 2))).toMatchObject({ refusal: 'betting_is_open' });
    expect(table.give(scan('9H', 2))).toEqual({
      ok: false,
      refusal: 'betting_is_open',
      events: [],
    });
    table.do({ kind: 'resume', by: 'Sven' }).close();
    expect(table.do(scan('9H', 3)).phase).toBe('dealing');
  });

  it('with the number of the last one and another code is out of order', () => {
    const table = dealing().do(scan('9H', 2));
    expect(table.give(scan('8H', 2))).toMatchObject({ refusal: 'scan_out_of_order' });
  });

  it.each([0, 1, 4, 99])(
    'numbered %i after 2 is out of order, and is not remembered',
    (scanSeq) => {
      const table = dealing().do(scan('9H', 2));
      const before = table.state;
      expect(table.give(scan('4C', scanSeq))).toEqual({
        ok: false,
        refusal: 'scan_out_of_order',
        events: [],
      });
      expect(table.state).toBe(before);
      expect(table.do(scan('4C', 3)).state.round?.cards).toEqual(['9h', '4c']);
    },
  );

  it('may begin at any number when the table opens and with a new shoe', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.do(burn('AS', 7_001), { kind: 'open_betting' }).close().do(scan('9H', 7_002));
    expect(table.state.lastScan?.scanSeq).toBe(7_002);
    table.scan('4c', 'Kd', '2s').do({ kind: 'start_shoe_change' }).newShoe();
    table.do(burn('AS', 3));
    expect(table.state.shoe).toMatchObject({ ordinal: 2, burned: true });
  });

  it.each(['', 'H9', '10H', 'KX', '9H ', 'cut.', 'ſh', '<b>'])('of %j cannot be read', (code) => {
    expect(dealing().give(scan(code, 2))).toMatchObject({ refusal: 'unreadable_code' });
  });

  it('that cannot be read is kept as evidence, and the game goes on as it was', () => {
    const table = dealing();
    const { seq, lastScan, shown, misreads, ...game } = table.state;
    table.give(scan('X', 2));
    expect(table.log.at(-1)?.event).toEqual({
      kind: 'scan_refused',
      refusal: 'unreadable_code',
      scanSeq: 2,
      code: 'X',
    });
    expect(table.state).toMatchObject({ ...game, seq: seq + 1 });
    expect(table.state.lastScan).not.toEqual(lastScan);
    expect(table.state.misreads).toBe(misreads + 1);
    expect(table.state.shown.player).toBe(shown.player);
  });

  it('that is not text is kept as far as it can be shown, and recognised again', () => {
    const table = dealing();
    for (const code of ['\0', '\ud800']) {
      const number = table.nextScan;
      expect(table.give(scan(code, number))).toMatchObject({ refusal: 'unreadable_code' });
      expect(table.log.at(-1)?.event).toMatchObject({ code: '\ufffd' });
      expect(table.give(scan(code, number))).toMatchObject({ events: [] });
    }
    expect(table.give(scan('K♥🂡', table.nextScan)).events[0]).toMatchObject({ code: 'K♥🂡' });
  });

  it('before the close is refused, in PLACE YOUR BETS and in LAST BETS', () => {
    const table = new LiveTable().open();
    expect(table.give(scan('9H', 2))).toMatchObject({ refusal: 'betting_is_open' });
    table.do({ kind: 'resume', by: 'Sven' }).tick();
    expect(table.give(scan('9H', 3))).toMatchObject({ refusal: 'betting_is_open' });
    expect(table.state.round?.cards).toEqual([]);
  });

  it('when the coup is complete is not due', () => {
    const table = dealing().scan('9h', '4c', 'Kd', '2s');
    expect(table.give(scan('3C', 6))).toMatchObject({ refusal: 'card_not_due' });
  });

  it.each([
    ['9h 4c Kd 2s', 'P9n', { outcome: 'punto', natural: true }],
    ['2h 4c 3d 4s', 'B8nb', { outcome: 'banco', natural: true, bancoPair: 'colour' }],
    ['6h 6d Kd Kc', 'E6', { outcome: 'egalite', natural: false }],
    ['9h 8d 9h Ks', 'E8np', { outcome: 'egalite', natural: true, puntoPair: 'perfect' }],
    ['2h 4c Kd Ks 5s 7d', 'P7', { outcome: 'punto', natural: false, puntoPair: null }],
    ['Ah 4c Kd Ks 2s 5d', 'B9', { outcome: 'banco', natural: false, bancoTotal: 9 }],
  ])('that completes %s makes the bead %s', (cards, bead, result) => {
    const table = dealing().scan(...cards.split(' '));
    const decided = table.published('player').find(({ kind }) => kind === 'coup_decided');
    expect(decided).toMatchObject({ bead, result });
  });

  it('of a ninth copy of a face is refused, the burn card counted', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.burn('9h').do({ kind: 'open_betting' }).close();
    // Punto 9: each coup takes one nine of hearts and ends after four cards.
    for (let copies = 1; copies < 8; copies += 1) {
      table.scan('9h', '4c', 'Kd', '2s');
      if (copies < 7) table.tick().close();
    }
    table.tick().close();
    expect(table.give(scan('9H', table.nextScan))).toMatchObject({ refusal: 'card_exhausted' });
    expect(table.state.round?.cards).toEqual([]);
    table.do({ kind: 'resume', by: 'Sven' });
    expect(table.scan('9d').phase).toBe('dealing');
  });
});

describe('the burn', () => {
  it('is the first card of a new shoe, and is refused a second time', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
    expect(table.give(burn('KH', 1))).toMatchObject({ refusal: 'shoe_is_not_ready' });
    table.do({ kind: 'resume', by: 'Sven' }).newShoe().burn('Kh');
    expect(table.give(burn('KH', 2))).toMatchObject({ refusal: 'shoe_is_ready' });
  });

  it('that is repeated is answered the same again', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.burn('Kh');
    expect(table.give(burn('KH', 1))).toMatchObject({ repeated: { card: 'Kh', seat: 'burn' } });
  });

  it('is a card: the cut card cannot be read as one', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    expect(table.give(burn('CUT', 1))).toMatchObject({ refusal: 'unreadable_code' });
  });

  it('that was read in another round is refused first of all because the table is suspended or closed', () => {
    const late = { kind: 'burn', code: '9H', scanSeq: 1, game: '1000000009' } as const;
    expect(new LiveTable().give(late)).toMatchObject({ refusal: 'table_is_closed' });
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    expect(table.give(late)).toMatchObject({ refusal: 'table_is_suspended' });
  });

  it('is due from the moment that the shoe is in place, until it is burned or new cards are due', () => {
    const table = new LiveTable();
    expect(burnIsDue(table.state)).toBe(false);
    table.do({ kind: 'open_table', dealer: DEALER });
    expect(burnIsDue(table.state)).toBe(false);
    const { state } = table.newShoe();
    expect(burnIsDue(state)).toBe(true);
    expect(burnIsDue({ ...state, phase: 'suspended' })).toBe(false);
    expect(burnIsDue({ ...state, shoe: { ...state.shoe!, removed: true } })).toBe(false);
    expect(burnIsDue({ ...state, cards: { ...state.cards, due: 'stream_lost' } })).toBe(false);
    expect(burnIsDue(table.burn().state)).toBe(false);
  });

  it('waits while the table is suspended', () => {
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER }).newShoe();
    table.do({ kind: 'suspend', reason: 'a card fell', by: DEALER });
    expect(table.give(burn('KH', 1))).toMatchObject({ refusal: 'table_is_suspended' });
  });
});

describe('the cut card', () => {
  it('may come once, out of a shoe that is dealt from', () => {
    const table = new LiveTable();
    expect(cutCardMayCome(table.state)).toBe(false);
    table.do({ kind: 'open_table', dealer: DEALER }).newShoe();
    expect(cutCardMayCome(table.state)).toBe(false);
    expect(cutCardMayCome({ ...table.state, phase: 'betting' }), 'not burned').toBe(false);
    expect(cutCardMayCome(table.burn().state)).toBe(false);
    table.do({ kind: 'open_betting' });
    expect(cutCardMayCome(table.state)).toBe(true);
    table.close().scan('9h', '4c', 'Kd', '2s');
    expect(cutCardMayCome(table.state)).toBe(true);
    const closed = { ...table.state, phase: 'closed' } as const;
    expect(cutCardMayCome(closed)).toBe(false);
    expect(cutCardMayCome(table.scan('CUT').state)).toBe(false);
  });
});

describe('a scanner’s code', () => {
  it('names every face, in upper case or as the card is written', () => {
    for (const card of FACES) {
      const face = { kind: 'card', card, deck: null, physical: null };
      expect(parseScanCode(makeScanCode(card))).toEqual(face);
      expect(parseScanCode(card)).toEqual(face);
    }
    expect(new Set(FACES.map((card) => makeScanCode(card))).size).toBe(52);
  });

  it('names the cut card', () => {
    expect(parseScanCode(CUT_CARD_CODE)).toEqual({ kind: 'cut_card' });
  });
});
