/**
 * Every malfunction that a dealer can meet: what the scan is answered, what the desk and the
 * players are notified, and what the table does then (RULES 1.11, 1.13).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Card } from '../../src/cards/card.js';
import { MALFUNCTIONS, type MalfunctionKind } from '../../src/round/malfunction.js';
import type { TableSettings } from '../../src/round/settings.js';
import type { Player, Staff } from '../kit/clients.js';
import { BETTING, SHUT, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
/** A table of its own for every test. */
let table: string;
let dealer: Staff;
let manager: Staff;
/** The shift manager again, in the pit's own namespace, which says who did what. */
let pit: Pit;
let player: Player;

beforeAll(async () => {
  studio = await testbed.start();
});

const setUp = async (settings: Partial<TableSettings> = SHUT) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
  manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
  pit = await openPit(testbed, studio, 'Mona');
  await pit.follows(table);
  player = await testbed.player(studio, 'Anna', { table });
};

const refused = (refusal: string) => ({ ok: false, refusal });

/** What the dealer's screen says. */
const desk = async () => {
  const reply = await dealer.call('table:watch', { table });
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.snapshot!.desk!;
};

/** A round whose bets are closed: the first card is due. */
const closedRound = async () => {
  const opened = await dealer.openBetting();
  await dealer.betsClosed(opened.seq);
  return opened;
};

const report = (malfunction: MalfunctionKind, more: { cards?: number; note?: string } = {}) =>
  dealer.call('malfunction:report', { table, malfunction, ...more });

/**
 * The table waits for the shift manager: everybody is notified, players in a word and not by whom.
 */
const expectSuspended = async (reason: string, by: string): Promise<number> => {
  const received = await player.next('table_suspended', {
    where: (each) => each.reason === reason,
  });
  expect(received).not.toHaveProperty('by');
  expect(await pit.next('table_suspended', { after: received.seq - 1 })).toMatchObject({
    reason,
    by,
  });
  expect((await desk()).next).toBe('WAIT_FOR_MANAGER');
  expect(await dealer.give('betting:open')).toEqual(refused('table_is_suspended'));
  expect(await dealer.give('table:resume')).toEqual(refused('not_allowed'));
  return received.seq;
};

const resume = () => manager.must('table:resume');

describe('a card before the close', () => {
  it('is refused and sent to nobody; the bets wait, and get their remaining time back', async () => {
    await setUp(BETTING);
    await dealer.makeReady();
    const { game, closesAtMs } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    expect(await dealer.scan('9H')).toEqual(refused('betting_is_open'));
    await expectSuspended('card_before_close', 'studio');
    expect(await player.wager(game, ['punto', 10])).toEqual(refused('table_is_suspended'));
    expect(await dealer.next('scan_refused')).toMatchObject({ code: '9H' });
    expect(JSON.stringify(player.messages)).not.toMatch(/9h/i);
    await resume();
    const { pausedMs } = await player.next('table_resumed');
    const closed = await testbed.passing(player.next('betting_closed'));
    expect(closed.atMs).toBeGreaterThanOrEqual(closesAtMs + pausedMs);
    await dealer.deal('9h Kd Ts Qs');
    expect((await player.result(game)).paid).toBe('2000');
  });
});

describe('a card that was misread', () => {
  it('is withdrawn, and scanned again once the shift manager has looked; the log keeps both', async () => {
    await setUp();
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('9h Kd 6h');
    const order = { table, reason: 'misread', setAside: false } as const;
    const before = await dealer.call('card:withdraw', { ...order, seat: 'banco_1' });
    expect(before).toEqual(refused('not_the_last_card'));
    const withdrawn = await dealer.call('card:withdraw', { ...order, seat: 'punto_2' });
    expect(withdrawn).toMatchObject({ ok: true });
    await expectSuspended('misread', 'Dora');
    expect(await player.next('card_withdrawn')).toMatchObject({
      side: 'punto',
      position: 2,
      card: '6h',
      setAside: false,
    });
    expect((await player.join()).snapshot?.round?.cards).toEqual(['9h', 'Kd']);
    expect(await dealer.scan('TS')).toEqual(refused('table_is_suspended'));
    await resume();
    expect(await desk()).toMatchObject({ next: 'DEAL_PUNTO_2', seat: 'punto_2' });
    await dealer.deal('Ts Qs');
    expect((await player.next('coup_decided')).coup).toBe('P 9h Ts . B Kd Qs');
    const { rows } = await testbed.pool.query<{ kind: string }>(
      `select kind from table_events where table_id = $1 and payload like '%"6h"%' order by seq`,
      [table],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(['card_dealt', 'card_withdrawn']);
  });

  it('can be withdrawn until the dealer confirms, where the table asks for it', async () => {
    await setUp({ ...SHUT, confirms: 'dealer' });
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('9h Kd Ts Qs');
    expect((await desk()).next).toBe('CONFIRM');
    await dealer.call('card:withdraw', { table, reason: 'misread', setAside: false });
    await resume();
    await dealer.deal('Js');
    const done = await dealer.call('coup:confirm', { table });
    expect(done).toMatchObject({ ok: true });
    expect((await player.next('coup_decided')).coup).toBe('P 9h Ts . B Kd Js');
    const late = await dealer.call('card:withdraw', { table, reason: 'misread', setAside: false });
    expect(late).toEqual(refused('nothing_to_withdraw'));
  });
});

describe('cards in the wrong order', () => {
  it('are noticed where no card of the coup is due yet', async () => {
    await setUp();
    await dealer.must('table:open');
    await dealer.placeShoe();
    expect(await dealer.scan('9H')).toEqual(refused('card_not_due'));
    await expectSuspended('wrong_order', 'studio');
    await resume();
    expect((await desk()).next).toBe('SCAN_BURN');
    expect(await dealer.burn('AH')).toMatchObject({ ok: true });
    expect(await dealer.burn('AH')).toEqual(refused('shoe_is_ready'));
    await expectSuspended('wrong_order', 'studio');
  });

  it('on the table are reported by the dealer, and withdrawn one by one', async () => {
    await setUp();
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('9h Kd');
    expect(await report('wrong_order', { note: 'Banco lies on Punto' })).toMatchObject({
      ok: true,
    });
    await expectSuspended('wrong_order', 'Dora');
    for (const reason of ['wrong_order', 'wrong_order'] as const) {
      const again = await dealer.call('card:withdraw', { table, reason, setAside: false });
      expect(again).toMatchObject({ ok: true });
    }
    await resume();
    expect((await desk()).next).toBe('DEAL_PUNTO_1');
    await dealer.deal('Kd 9h Ts Qs');
    expect((await player.next('coup_decided')).coup).toBe('P Kd Ts . B 9h Qs');
  });
});

describe('an extra card', () => {
  it('is refused, and the coup counts as it was dealt', async () => {
    await setUp();
    await dealer.makeReady();
    const { game } = await closedRound();
    await dealer.deal('9h Kd Ts Qs');
    expect(await dealer.scan('3C')).toEqual(refused('card_not_due'));
    await expectSuspended('extra_card', 'studio');
    await resume();
    expect((await desk()).next).toBe('OPEN_BETS');
    expect((await dealer.next('round_settled')).game).toBe(game);
    expect((await dealer.openBetting()).roundInShoe).toBe(2);
  });
});

describe('an impossible card', () => {
  it('is one of which the shoe holds no other copy, or of a deck that it does not hold', async () => {
    await setUp({ ...SHUT, decks: 1 });
    await dealer.makeReady('3H');
    await closedRound();
    expect(await dealer.scan('3H')).toEqual(refused('card_exhausted'));
    await expectSuspended('impossible_card', 'studio');
    await resume();
    expect(await dealer.scan('2-9H')).toEqual(refused('not_in_this_shoe'));
    await expectSuspended('impossible_card', 'studio');
    await resume();
    await dealer.deal('9h Kd Ts Qs');
  });
});

describe('the same card twice', () => {
  it('is noticed where its code names the deck, and not where it names the face alone', async () => {
    await setUp();
    await dealer.makeReady();
    await closedRound();
    expect(await dealer.scan('3-9H')).toMatchObject({ ok: true, card: '9h', seat: 'punto_1' });
    expect(await dealer.scan('3-9H')).toEqual(refused('same_card_twice'));
    await expectSuspended('same_card_twice', 'studio');
    await resume();
    expect(await dealer.scan('4-9H')).toMatchObject({ ok: true, card: '9h', seat: 'banco_1' });
    expect(await dealer.scan('9H')).toMatchObject({ ok: true, card: '9h', seat: 'punto_2' });
  });
});

describe('cards that fall', () => {
  it('are counted: the fourth of a round brings new cards, once the round has ended', async () => {
    await setUp();
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('9h');
    expect(await report('cards_dropped', { cards: 3 })).toMatchObject({ ok: true });
    await expectSuspended('cards_dropped', 'Dora');
    expect(await desk()).toMatchObject({ dropped: 3, newCardsDue: false });
    await resume();
    expect(await report('cards_dropped')).toMatchObject({ ok: true });
    expect(await desk()).toMatchObject({ dropped: 4, newCardsDue: true });
    expect(await manager.next('cards_due')).toMatchObject({ reason: 'cards_dropped' });
    await resume();
    await dealer.deal('Kd Ts Qs');
    expect(await player.next('shoe_change_started', { after: 5 })).toMatchObject({
      reason: 'cards_dropped',
    });
    expect(await dealer.give('shoe:new')).toEqual(refused('new_cards_are_due'));
    expect((await desk()).next).toBe('BRING_CARDS');
    await dealer.newShoe();
    await dealer.playRound('9h Kd Ts Qs');
  });
});

describe('a third card that was drawn wrongly', () => {
  it('is set aside: it stays out of the shoe, and the coup goes on without it', async () => {
    await setUp();
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('2h 4c Kd Ks 5s');
    const reply = await dealer.call('card:withdraw', {
      table,
      reason: 'wrong_third_card',
      setAside: true,
    });
    expect(reply).toMatchObject({ ok: true });
    await expectSuspended('wrong_third_card', 'Dora');
    await resume();
    expect((await desk()).next).toBe('PUNTO_DRAWS');
    await dealer.deal('7s 6d');
    expect((await player.next('coup_decided')).coup).toBe('P 2h Kd 7s . B 4c Ks 6d');
    const { snapshot } = await watch();
    expect(snapshot?.shoe?.cardsLeft).toBe(416 - 4 - 7);
  });

  const watch = async () => {
    const reply = await manager.call('table:watch', { table });
    if (!reply.ok) throw new Error(reply.refusal);
    return reply;
  };
});

describe('a defective barcode', () => {
  it('is assumed when codes cannot be read three times in a row: new cards are due', async () => {
    await setUp();
    await dealer.makeReady();
    await closedRound();
    for (const code of ['', 'XX']) {
      expect(await dealer.scan(code)).toEqual(refused('unreadable_code'));
      expect((await desk()).next).toBe('DEAL_PUNTO_1');
    }
    expect(await dealer.scan('??')).toEqual(refused('unreadable_code'));
    await expectSuspended('defective_barcode', 'studio');
    await resume();
    await dealer.deal('9h Kd Ts Qs');
    expect(await player.next('shoe_change_started', { after: 5 })).toMatchObject({
      reason: 'defective_barcode',
    });
    expect((await desk()).next).toBe('BRING_CARDS');
  });
});

describe('a dead scanner', () => {
  const asks = async (subject: { kind: 'burn_card'; card: Card } | { kind: 'cut_card' }) => {
    await testbed.employ({ id: 'Mila', role: 'administrator' }); // before what she is to approve
    const request = { table, reason: 'equipment_fault', ...subject } as const;
    const reply = await dealer.call('approval:request', request);
    if (!reply.ok) throw new Error(reply.refusal);
    return reply.approval.id;
  };
  const approve = async (approval: string) => {
    const pit = await openPit(testbed, studio, 'Mila', 'administrator');
    return pit.must('approval:decide', { approval, verdict: 'approved' });
  };

  it('at the burn: the first card is entered by hand, and the shoe is dealt', async () => {
    await setUp();
    await dealer.must('table:open');
    await dealer.placeShoe();
    expect(await desk()).toMatchObject({ next: 'SCAN_BURN', toBurn: null });
    expect(await report('scanner_dead')).toMatchObject({ ok: true });
    await expectSuspended('scanner_dead', 'Dora');
    const approval = await asks({ kind: 'burn_card', card: '8s' });
    expect(await approve(approval)).toMatchObject({ obstacle: 'table_is_suspended' });
    await resume();
    expect(await dealer.next('cards_burned')).toMatchObject({
      card: '8s',
      unseen: 8,
      manual: { requestedBy: 'Dora', approvedBy: 'Mila', approval },
    });
    expect(await desk()).toMatchObject({ next: 'BURN', toBurn: 8 });
    const received = await player.next('cards_burned');
    expect(Object.keys(received).sort()).toEqual(['atMs', 'kind', 'prev', 'seq', 'table']);
    const snapshot = await dealer.watch();
    expect(snapshot).toMatchObject({ lastScanSeq: null, shoe: { cardsLeft: 416 - 9 } });
    // The scanner is repaired: it begins its count where it would have.
    await dealer.playRound('9h Kd Ts Qs');
  });

  it('when the cut card comes out: it is entered by hand, the hand is the last, and the shoe is changed', async () => {
    await setUp();
    await dealer.makeReady();
    const { game } = await closedRound();
    await dealer.deal('9h Kd');
    expect((await desk()).next).toBe('DEAL_PUNTO_2');
    expect(await report('scanner_dead')).toMatchObject({ ok: true });
    await expectSuspended('scanner_dead', 'Dora');
    const approval = await asks({ kind: 'cut_card' });
    expect(await approve(approval)).toMatchObject({ obstacle: 'table_is_suspended' });
    await resume();
    expect(await player.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: true });
    expect(await dealer.next('cut_card_drawn')).toMatchObject({ manual: { approval } });
    expect((await desk()).next).toBe('DEAL_PUNTO_2');
    await dealer.deal('Ts Qs');
    expect((await player.next('round_settled')).game).toBe(game);
    await player.next('shoe_change_started', {
      where: ({ reason }) => reason === 'last_coup_dealt',
    });
  });
});

describe('a malfunction that only a person sees', () => {
  const SEEN = MALFUNCTIONS.filter((malfunction) => malfunction !== 'cards_dropped');

  it.each(SEEN)('stops the table until the shift manager clears it: %s', async (malfunction) => {
    await setUp();
    await dealer.makeReady();
    const { game } = await closedRound();
    await dealer.deal('9h Kd');
    const note = `about ${malfunction}`;
    expect(await report(malfunction, { note })).toMatchObject({ ok: true });
    await expectSuspended(malfunction, 'Dora');
    expect(await manager.next('malfunction_reported')).toMatchObject({
      malfunction,
      note,
      by: 'Dora',
    });
    expect(player.messages.map(({ kind }) => kind)).not.toContain('malfunction_reported');
    expect(await dealer.scan('TS')).toEqual(refused('table_is_suspended'));
    const bringsCards = malfunction === 'defective_barcode' || malfunction === 'stream_lost';
    expect((await desk()).newCardsDue).toBe(bringsCards);
    await resume();
    await dealer.deal('Ts Qs');
    expect((await player.next('round_settled')).game).toBe(game);
    if (bringsCards) await player.next('shoe_change_started', { after: 5 });
    else expect((await dealer.openBetting()).roundInShoe).toBe(2);
  });

  it('is not taken at a closed table, nor from another dealer', async () => {
    await setUp();
    expect(await report('other')).toEqual(refused('table_is_closed'));
    await dealer.makeReady();
    const otto = await testbed.staff(studio, 'Otto', { table });
    const reply = await otto.call('malfunction:report', { table, malfunction: 'other' });
    expect(reply).toEqual(refused('not_the_dealer'));
  });
});
