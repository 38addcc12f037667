import { describe, expect, it } from 'vitest';
import { DEALER, LiveTable } from '../../test/kit/live-table.js';
import type { Card } from '../cards/card.js';
import type { TableCommand } from './command.js';

const EYES = { requestedBy: 'Dora', approvedBy: 'Sven', approval: '7' } as const;
const resume: TableCommand = { kind: 'resume', by: 'Sven' };
const confirm: TableCommand = { kind: 'confirm_coup', by: DEALER };
const dealing = (settings = {}) => new LiveTable(settings).open().close();
const asking = () => dealing({ confirms: 'dealer' });

const withdraw = (setAside: boolean): Extract<TableCommand, { kind: 'withdraw_card' }> => ({
  kind: 'withdraw_card',
  reason: setAside ? 'wrong_third_card' : 'misread',
  setAside,
  by: DEALER,
});

describe('a card that is withdrawn', () => {
  it('was misread: it is scanned again, and the log keeps both', () => {
    const table = dealing().scan('9h', '4c', 'Kd');
    const left = table.state.shoe!.cardsLeft;
    table.do(withdraw(false));
    expect(table.state).toMatchObject({
      phase: 'suspended',
      suspension: { reason: 'misread' },
      round: { cards: ['9h', '4c'] },
      shoe: { seen: ['5c', '9h', '4c'], withdrawn: [] },
    });
    expect(table.state.shoe!.cardsLeft).toBe(left + 1);
    table.do(resume).scan('Ks', '2s');
    const cards = table.log.flatMap(({ event }) =>
      event.kind === 'card_dealt' || event.kind === 'card_withdrawn' ? [event.card] : [],
    );
    expect(cards).toEqual(['9h', '4c', 'Kd', 'Kd', 'Ks', '2s']);
    expect(table.published('player').find(({ kind }) => kind === 'card_withdrawn')).toMatchObject({
      side: 'punto',
      position: 2,
      card: 'Kd',
    });
    expect(table.phase).toBe('settled');
  });

  it('is set aside: it stays out of the shoe', () => {
    const table = dealing().scan('2h', '4c', 'Kd', 'Ks', '5s').do(withdraw(true));
    expect(table.state.shoe).toMatchObject({
      withdrawn: ['5s'],
      seen: ['5c', '2h', '4c', 'Kd', 'Ks', '5s'],
    });
    expect(table.state.round?.cards).toEqual(['2h', '4c', 'Kd', 'Ks']);
  });

  it('leaves a shoe that may run out in mid-coup: no further card is taken, and the round is voided', () => {
    const table = new LiveTable({ decks: 1 }).open();
    while (table.state.shoe!.cardsLeft > 6)
      table.do({ kind: 'count_card', face: null, isOut: true, by: DEALER });
    table.close().scan('9h').do(withdraw(true), resume).scan('2h', '4c', 'Kd', 'Ks', '5s');
    expect(table.state).toMatchObject({ phase: 'dealing', shoe: { cardsLeft: 0 } });

    const { game, nextScan: scanSeq } = table;
    const entry = {
      kind: 'enter_card',
      game,
      side: 'banco',
      position: 3,
      card: '7d',
      ...EYES,
    } as const;
    expect(table.give(entry)).toMatchObject({ refusal: 'card_exhausted' });
    const scan = { kind: 'scan', code: '7D', scanSeq } as const;
    expect(table.give(scan)).toMatchObject({ refusal: 'card_exhausted' });
    expect(table.state).toMatchObject({
      suspension: { reason: 'impossible_card' },
      shoe: { cardsLeft: 0, withdrawn: ['9h'] },
      round: { cards: ['2h', '4c', 'Kd', 'Ks', '5s'] },
    });
    table.do(resume).carryOn();
    expect(table.phase).toBe('void');
  });

  it('may be the first of the round, which counts in the shoe all the same', () => {
    const table = dealing().scan('9h').do(withdraw(false), resume);
    expect(table.phase).toBe('bets_closed');
    expect(table.state.shoe?.roundsDealt).toBe(1);
    table.scan('9h', '4c', 'Kd', '2s').tick();
    expect(table.state.round?.roundInShoe).toBe(2);
  });

  it('may be followed by the one before it', () => {
    const table = dealing().scan('9h', '4c', 'Kd').do(withdraw(false), withdraw(true));
    expect(table.state.round?.cards).toEqual(['9h']);
    expect(table.kinds().filter((kind) => kind === 'table_suspended')).toHaveLength(1);
  });

  it('frees its code where it was misread, and not where it is set aside', () => {
    const named = { kind: 'scan', code: '3-9H', scanSeq: 2 } as const;
    const misread = dealing().do(named, withdraw(false), resume);
    misread.do({ kind: 'scan', code: '3-9H', scanSeq: 3 });
    const aside = dealing().do(named, withdraw(true), resume);
    expect(aside.give({ kind: 'scan', code: '3-9H', scanSeq: 3 })).toMatchObject({
      refusal: 'same_card_twice',
    });
  });

  it('is the one that is meant, or none: not one that came meanwhile, nor the one before', () => {
    const table = dealing().scan('9h', '4c');
    const meant = { ...withdraw(false), game: table.state.round!.game, seat: 'banco_1' };
    table.scan('Kd');
    expect(table.give(meant)).toMatchObject({ refusal: 'not_the_last_card' });
    expect(table.give({ ...meant, seat: 'punto_2', game: '9999999999' })).toMatchObject({
      refusal: 'wrong_round',
    });
    expect(table.state.phase).toBe('dealing');
    table.do({ ...meant, seat: 'punto_2' });
    expect(table.give({ ...meant, seat: 'punto_2' })).toMatchObject({
      refusal: 'not_the_last_card',
    });
    expect(table.state.round?.cards).toEqual(['9h', '4c']);
  });

  it('cannot be withdrawn once the coup counts', () => {
    const table = dealing().scan('9h', '4c', 'Kd', '2s');
    expect(table.give(withdraw(false))).toMatchObject({ refusal: 'nothing_to_withdraw' });
    expect(dealing().give(withdraw(false))).toMatchObject({ refusal: 'nothing_to_withdraw' });
  });
});

describe('a coup that the dealer confirms', () => {
  it('counts from then on, and not before', () => {
    const table = asking().scan('9h', '4c', 'Kd');
    expect(table.give(confirm)).toMatchObject({ refusal: 'coup_is_not_complete' });
    table.scan('2s');
    expect(table.phase).toBe('dealing');
    expect(table.do(confirm).kinds().slice(-3)).toEqual([
      'coup_confirmed',
      'coup_decided',
      'round_settled',
    ]);
    expect(table.give(confirm)).toMatchObject({ refusal: 'coup_is_not_complete' });
  });

  it('may still have its last card withdrawn, as a mistake', () => {
    const table = asking().scan('9h', '4c', 'Kd', '2s').do(withdraw(false), resume).scan('3s');
    table.do(confirm);
    expect(table.state.shoe?.beads).toEqual(['P9n']);
    expect(table.state.shoe?.coups[0]?.coup).toBe('P 9h Kd . B 4c 3s');
  });

  it('takes no further card: that is a fault', () => {
    const table = asking().scan('9h', '4c', 'Kd', '2s');
    const more = table.give({ kind: 'scan', code: '3C', scanSeq: table.nextScan });
    expect(more).toMatchObject({ refusal: 'card_not_due' });
    expect(table.state.suspension?.reason).toBe('extra_card');
  });

  it('waits while the table is suspended', () => {
    const table = asking().scan('9h', '4c', 'Kd', '2s');
    table.do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    expect(table.give(confirm)).toMatchObject({ refusal: 'table_is_suspended' });
  });
});

const entry = (table: LiveTable, card: Card, changed: Partial<typeof EYES> = {}): TableCommand => ({
  kind: 'enter_card',
  game: table.game,
  side: 'banco',
  position: 1,
  card,
  ...EYES,
  ...changed,
});

describe('a card that is entered by hand', () => {
  it('is put on the seat that is due, by the word of two persons, and the scanner goes on with its number', () => {
    const table = dealing().scan('9h');
    table.do(entry(table, '4c'));
    expect(table.log.at(-1)?.event).toMatchObject({ kind: 'card_dealt', card: '4c', manual: EYES });
    expect(table.state.lastScan?.scanSeq).toBe(2);
    expect(table.published('player').at(-1)).not.toHaveProperty('manual');
    expect(table.published('dealer').at(-1)).toHaveProperty('manual');
    table.do({ kind: 'scan', code: 'KD', scanSeq: 3 });
  });

  it('may complete the coup', () => {
    const table = dealing().scan('9h', '4c', 'Kd');
    table.do({
      ...(entry(table, '2s') as Extract<TableCommand, { kind: 'enter_card' }>),
      position: 2,
    });
    expect(table.phase).toBe('settled');
  });

  it('is refused on any other seat, for another round, to one person, and as a ninth copy', () => {
    const table = dealing({ decks: 1 });
    expect(table.give(entry(table, '4c'))).toMatchObject({ refusal: 'card_not_due' });
    table.scan('9h');
    const second = { ...entry(table, '4c'), position: 2 } as TableCommand;
    expect(table.give(second)).toMatchObject({ refusal: 'card_not_due' });
    const other = { ...entry(table, '4c'), game: '1000000009' } as TableCommand;
    expect(table.give(other)).toMatchObject({ refusal: 'wrong_round' });
    const refusals = [entry(table, '9h'), entry(table, '4c', { approvedBy: 'Dora' as never })];
    expect(refusals.map((command) => table.give(command))).toMatchObject([
      { refusal: 'card_exhausted' },
      { refusal: 'second_person_is_missing' },
    ]);
    expect(table.state.round?.cards).toEqual(['9h']);
  });
});

const burnEntry = (
  card: Card,
  { shoe = 1, ...changed }: Partial<typeof EYES> & { shoe?: number } = {},
): TableCommand => ({ kind: 'enter_burn', shoe, card, ...EYES, ...changed });

const cutEntry = (
  game: string | null,
  { shoe = 1, ...changed }: Partial<typeof EYES> & { shoe?: number } = {},
): TableCommand => ({ kind: 'enter_cut_card', shoe, game, ...EYES, ...changed });

/** A shoe is cut, and its first card due. */
const cut = (settings = {}) =>
  new LiveTable(settings).do({ kind: 'open_table', dealer: DEALER }).newShoe();

const refusals = (table: LiveTable, ...commands: readonly TableCommand[]) =>
  commands.map((command) => {
    const decision = table.give(command);
    return decision.ok ? 'ok' : decision.refusal;
  });

describe('a burn card that is entered by hand', () => {
  it('burns as many as it counts, by the word of two persons, and leaves the scanner’s number alone', () => {
    const table = cut().do(burnEntry('Kh'));
    expect(table.log.at(-1)?.event).toEqual({
      kind: 'cards_burned',
      card: 'Kh',
      unseen: 10,
      scanSeq: 0,
      code: '',
      manual: EYES,
    });
    expect(table.state).toMatchObject({
      lastScan: null,
      shoe: { burned: true, seen: ['Kh'], unseen: 10, codes: [] },
    });
    expect(table.published('dealer').at(-1)).toMatchObject({ card: 'Kh', manual: EYES });
    expect(table.published('pit').at(-1)).toMatchObject({ card: 'Kh', manual: EYES });
    expect(table.published('player').at(-1)).not.toHaveProperty('manual');
    expect(table.published('player').at(-1)).not.toHaveProperty('card');
    table.do({ kind: 'open_betting' }).close();
    table.do({ kind: 'scan', code: '9H', scanSeq: 41 });
    expect(table.state.lastScan?.scanSeq).toBe(41);
  });

  it('is refused where a scanned one is, for another shoe, and to one person', () => {
    expect(refusals(new LiveTable(), burnEntry('Kh'))).toEqual(['table_is_closed']);
    const table = new LiveTable().do({ kind: 'open_table', dealer: DEALER });
    expect(refusals(table, burnEntry('Kh'))).toEqual(['shoe_is_not_ready']);
    table.newShoe();
    table.do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    expect(refusals(table, burnEntry('Kh'))).toEqual(['table_is_suspended']);
    table.do(resume);
    const alone = { approvedBy: 'Dora' as never };
    expect(
      refusals(table, burnEntry('Kh', { shoe: 2 }), burnEntry('Kh', alone), burnEntry('Kh')),
    ).toEqual(['shoe_is_not_ready', 'second_person_is_missing', 'ok']);
    expect(refusals(table, burnEntry('Kh', alone))).toEqual(['shoe_is_ready']);
    expect(table.state.shoe?.seen).toEqual(['Kh']);
  });

  it('counts among its face as a scanned one does', () => {
    const table = cut({ decks: 1 }).do(burnEntry('5c'), { kind: 'open_betting' }).close();
    expect(refusals(table, { kind: 'scan', code: '5C', scanSeq: 1 })).toEqual(['card_exhausted']);
  });
});

describe('a cut card that is entered by hand', () => {
  it('makes the coup in hand the last, and leaves the scanner’s number alone', () => {
    const table = dealing().scan('9h');
    const { lastScan } = table.state;
    table.do(cutEntry(table.game));
    expect(table.log.at(-1)?.event).toEqual({
      kind: 'cut_card_drawn',
      thisCoupIsLast: true,
      scanSeq: 0,
      code: '',
      manual: EYES,
    });
    expect(table.state).toMatchObject({
      lastScan,
      round: { isLast: true },
      shoe: { cutCardOut: true },
    });
    expect(table.published('dealer').at(-1)).toMatchObject({ manual: EYES });
    expect(table.published('player').at(-1)).not.toHaveProperty('manual');
    table.scan('4c', 'Kd', '2s').tick();
    expect(table.phase).toBe('shoe_change');
  });

  it('makes the next coup the last, where it comes out between two', () => {
    const table = dealing().scan('9h', '4c', 'Kd', '2s').do(cutEntry(null));
    expect(table.log.at(-1)?.event).toMatchObject({ thisCoupIsLast: false });
    expect(table.tick().state.round?.isLast).toBe(true);
  });

  it('is refused during another coup than it was approved for', () => {
    const table = dealing();
    const { game } = table;
    expect(refusals(table, cutEntry(null))).toEqual(['wrong_round']);
    table.scan('9h', '4c', 'Kd', '2s');
    expect(refusals(table, cutEntry(game))).toEqual(['wrong_round']);
    table.tick();
    expect(refusals(table, cutEntry(game), cutEntry(null))).toEqual(['wrong_round', 'wrong_round']);
    expect(table.state.shoe?.cutCardOut).toBe(false);
  });

  it('is refused where a scanned one is, for another shoe, and to one person', () => {
    expect(refusals(new LiveTable(), cutEntry(null))).toEqual(['table_is_closed']);
    expect(refusals(cut(), cutEntry(null))).toEqual(['card_not_due']);
    const table = dealing();
    const { game } = table;
    table.do({ kind: 'suspend', reason: 'a doubt', by: DEALER });
    expect(refusals(table, cutEntry(game))).toEqual(['table_is_suspended']);
    table.do(resume);
    const alone = { approvedBy: 'Dora' as never };
    expect(
      refusals(table, cutEntry(game, { shoe: 2 }), cutEntry(game, alone), cutEntry(game)),
    ).toEqual(['shoe_is_not_ready', 'second_person_is_missing', 'ok']);
    expect(refusals(table, cutEntry(game))).toEqual(['card_not_due']);
    expect(table.kinds().filter((kind) => kind === 'cut_card_drawn')).toHaveLength(1);
  });
});

const correction = (
  table: LiveTable,
  card: Card,
  seat: { side: 'punto' | 'banco'; position: 1 | 2 | 3 },
): TableCommand => ({ kind: 'correct_card', game: table.game, card, ...seat, ...EYES });

describe('a card that is corrected', () => {
  it('is another from then on, in the coup and in the shoe', () => {
    const table = asking().scan('9h', '4c', 'Kd', '2s');
    table.do(correction(table, '3s', { side: 'banco', position: 2 }));
    expect(table.state).toMatchObject({
      round: { cards: ['9h', '4c', 'Kd', '3s'] },
      shoe: { seen: ['5c', '9h', '4c', 'Kd', '3s'] },
    });
    expect(table.log.at(-1)?.event).toMatchObject({ was: '2s', card: '3s', by: 'Dora' });
    table.do(confirm);
    expect(table.state.shoe?.coups[0]?.coup).toBe('P 9h Kd . B 4c 3s');
  });

  it('may complete the coup by it, even while the table is suspended', () => {
    const table = dealing().scan('2h', '4c', 'Kd', 'Ks').do(withdraw(false));
    table.do(resume).scan('Qs').do({ kind: 'suspend', reason: 'misread', by: DEALER });
    table.later(5_000).do(correction(table, '8h', { side: 'punto', position: 1 }));
    expect(table.state).toMatchObject({ phase: 'suspended', suspension: { from: 'settled' } });
    table.do(resume).tick();
    expect(table.phase).toBe('betting');
  });

  it('is refused where the coup would have been dealt otherwise', () => {
    // Punto 2 and Banco 4: a third card was dealt to Punto. With an eight it would have been a
    // natural.
    const table = asking().scan('2h', '4c', 'Kd', 'Ks', '5s');
    for (const card of ['8h', '6h'] as const) {
      const published = table.give(correction(table, card, { side: 'punto', position: 1 }));
      expect(published).toMatchObject({ refusal: 'coup_is_unsound' });
    }
    const seatless = table.give(correction(table, '8h', { side: 'banco', position: 3 }));
    expect(seatless).toMatchObject({ refusal: 'card_not_due' });
  });

  it('leaves its code to the card that really bears it', () => {
    const table = asking();
    for (const code of ['3-9H', '1-4C']) {
      table.do({ kind: 'scan', code, scanSeq: table.nextScan });
    }
    table.do(correction(table, '8h', { side: 'punto', position: 1 }));
    expect(table.state).toMatchObject({
      round: { cards: ['8h', '4c'], codes: [null, '1-4c'] },
      shoe: { codes: ['1-4c'] },
    });
    table.do({ kind: 'scan', code: '3-9H', scanSeq: table.nextScan });
    expect(table.state.shoe?.codes).toEqual(['1-4c', '3-9h']);
  });

  it('is refused in another round, as a ninth copy, and to one person', () => {
    const table = dealing({ decks: 1, confirms: 'dealer' }).scan('9h', '4c');
    const at = { side: 'punto', position: 1 } as const;
    const alone = { ...correction(table, '8h', at), approvedBy: 'Dora' } as TableCommand;
    const other = { ...correction(table, '8h', at), game: '1000000009' } as TableCommand;
    const again = correction(table, '5c', at); // It was burned.
    expect(refusals(table, other, again, alone)).toEqual([
      'wrong_round',
      'card_exhausted',
      'second_person_is_missing',
    ]);
    expect(table.state.round?.cards).toEqual(['9h', '4c']);
  });
});
