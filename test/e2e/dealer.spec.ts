/**
 * The dealer's desk over the wire: what is due, what is refused and why, who may do what, and the
 * change of shoes.
 */
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROLES } from '../../src/protocol/command.js';
import { DEALER_COMMANDS } from '../../src/protocol/dealer.js';
import type { Player, Staff } from '../kit/clients.js';
import { BLOCKER } from '../kit/database.js';
import { BETTING, QUICK, SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
/** A table of its own for every test. */
let table: string;
let dealer: Staff;
let manager: Staff;
/** The same person at the pit's own door. */
let pit: Pit;

beforeAll(async () => {
  studio = await testbed.start();
});

const setUp = async (settings = SHUT) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
  manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
  pit = await openPit(testbed, studio, 'Mona');
  await pit.follows(table);
};

const refused = (refusal: string) => ({ ok: false, refusal });

/** The round is open and its bets are closed: the first card is due. */
const closedRound = async () => {
  const opened = await dealer.openBetting();
  await dealer.betsClosed(opened.seq);
  return opened;
};

describe('a scan', () => {
  beforeEach(() => setUp());

  it('names the seat that the tableau gives the card, and is answered the same when it is repeated', async () => {
    await dealer.makeReady();
    await closedRound();
    const seats = ['punto_1', 'banco_1', 'punto_2', 'banco_2', 'punto_3', 'banco_3'];
    for (const [index, code] of ['2H', '4c', 'Kd', 'KS', '5S', '6D'].entries()) {
      const reply = await dealer.scan(code);
      const card = code.charAt(0) + code.charAt(1).toLowerCase();
      expect(reply).toMatchObject({ ok: true, scanned: 'card', card, seat: seats[index] });
      const before = await testbed.everything();
      expect(await dealer.scan(code, dealer.scanSeq)).toEqual(reply);
      expect(await dealer.scan(code, dealer.scanSeq)).toEqual(reply);
      expect(await testbed.everything()).toBe(before);
    }
  });

  it('repeated many times at once lands once', async () => {
    await dealer.makeReady();
    await closedRound();
    const scanSeq = dealer.scanSeq + 1;
    const replies = await Promise.all(Array.from({ length: 20 }, () => dealer.scan('9H', scanSeq)));
    expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(1);
    expect(dealer.messages.filter(({ kind }) => kind === 'card_dealt')).toHaveLength(1);
  });

  it('out of order is refused, and the right one is taken after it', async () => {
    await dealer.makeReady();
    await closedRound();
    const last = dealer.scanSeq;
    for (const scanSeq of [0, last - 1, last + 2, last + 1_000, Number.MAX_SAFE_INTEGER]) {
      expect(await dealer.scan('9H', scanSeq)).toEqual(refused('scan_out_of_order'));
    }
    expect(await dealer.scan('9H', last), 'another code under the last number').toEqual(
      refused('scan_out_of_order'),
    );
    expect(await dealer.scan('9H')).toMatchObject({ ok: true });
  });

  it.each([
    '',
    ' ',
    'XX',
    '1H',
    '10H',
    'KHH',
    'HK',
    'cut.',
    'K♥',
    '🂡',
    '\u0000\u0000',
    '\ud800K',
    `K"`,
    '{}',
    'x'.repeat(64),
  ])('that cannot be read is refused, and repeated refused the same: %j', async (code) => {
    await dealer.makeReady();
    await closedRound();
    expect(await dealer.scan(code)).toEqual(refused('unreadable_code'));
    expect(await dealer.scan(code, dealer.scanSeq)).toEqual(refused('unreadable_code'));
    const evidence = await dealer.next('scan_refused');
    expect(evidence).toMatchObject({ refusal: 'unreadable_code', scanSeq: dealer.scanSeq });
    expect(await dealer.scan('9h')).toMatchObject({ ok: true, card: '9h' });
  });

  it('of a card that is not due is refused', async () => {
    expect(await dealer.scan('9H')).toEqual(refused('table_is_closed'));
    await dealer.must('table:open');
    expect(await dealer.scan('9H')).toEqual(refused('card_not_due'));
    await manager.must('table:resume');
    await dealer.placeShoe();
    expect(await dealer.scan('9H')).toEqual(refused('card_not_due'));
    await manager.must('table:resume');
    expect(await dealer.burn('AH')).toMatchObject({ ok: true, seat: 'burn' });
    expect(await dealer.scan('9H')).toEqual(refused('card_not_due'));
    await manager.must('table:resume');
    await closedRound();
    await dealer.deal('9h Kd Ts Qs');
    expect(await dealer.scan('9H'), 'a fifth card after a natural').toEqual(
      refused('card_not_due'),
    );
  });

  it('of a ninth copy is refused', async () => {
    await dealer.makeReady('9H');
    for (let round = 0; round < 7; round += 1) {
      await closedRound();
      await dealer.deal('9h Kd Ts Qs');
    }
    await closedRound();
    expect(await dealer.scan('9H')).toEqual(refused('card_exhausted'));
    await manager.must('table:resume');
    expect(await dealer.scan('9D')).toMatchObject({ ok: true });
  });
});

describe('a burn', () => {
  beforeEach(() => setUp());

  it('is due once in a shoe, and before the first round', async () => {
    expect(await dealer.burn('AH')).toEqual(refused('table_is_closed'));
    await dealer.must('table:open');
    expect(await dealer.burn('AH')).toEqual(refused('shoe_is_not_ready'));
    await manager.must('table:resume');
    await dealer.placeShoe();
    expect(await dealer.give('betting:open')).toEqual(refused('shoe_is_not_ready'));
    expect(await dealer.burn('CUT')).toEqual(refused('unreadable_code'));
    expect(await dealer.burn('XX')).toEqual(refused('unreadable_code'));
    const burned = await dealer.burn('KH');
    expect(burned).toMatchObject({ ok: true, card: 'Kh', seat: 'burn' });
    expect(await dealer.burn('KH', dealer.scanSeq)).toEqual(burned);
    expect(await dealer.burn('AH')).toEqual(refused('shoe_is_ready'));
    const received = await dealer.next('cards_burned');
    expect(received).toMatchObject({ card: 'Kh', unseen: 10 });
  });
});

describe('while bets are open', () => {
  it('no card is taken, whatever it is', async () => {
    await setUp({ ...QUICK, betMs: 6_000, lastBetsMs: 3_000 });
    await dealer.makeReady();
    const { seq } = await dealer.openBetting();
    expect(await dealer.scan('9H')).toEqual(refused('betting_is_open'));
    await manager.must('table:resume');
    await dealer.next('last_bets_called', { after: seq });
    expect(await dealer.scan('9H')).toEqual(refused('betting_is_open'));
    await manager.must('table:resume');
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
  });

  it('the dealer can do nothing else', async () => {
    await setUp(SLOW);
    await dealer.makeReady();
    await dealer.openBetting();
    for (const command of ['betting:open', 'shoe:new', 'table:close'] as const) {
      expect(await dealer.give(command), command).toEqual(refused('round_in_hand'));
    }
    expect(await manager.give('shoe:change')).toEqual(refused('round_in_hand'));
    expect(await dealer.give('table:open')).toEqual(refused('table_is_open'));
    expect(await dealer.burn('AH')).toEqual(refused('shoe_is_ready'));
  });
});

describe('the cut card', () => {
  beforeEach(() => setUp());

  it('in the middle of a coup makes that one the last', async () => {
    await dealer.makeReady();
    expect((await closedRound()).isLast).toBe(false);
    await dealer.deal('9h Kd');
    const cut = await dealer.scan('CUT');
    expect(cut).toMatchObject({ ok: true, scanned: 'cut_card', card: null, seat: null });
    expect(await dealer.scan('CUT', dealer.scanSeq)).toEqual(cut);
    expect(await dealer.scan('CUT')).toEqual(refused('card_not_due'));
    await dealer.deal('Ts Qs');
    expect(await dealer.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: true });
    const due = await dealer.next('shoe_change_started', { after: dealer.lastSeq.get(table)! - 5 });
    expect(due).toMatchObject({ reason: 'last_coup_dealt' });
    expect(await dealer.give('betting:open')).toEqual(refused('shoe_is_not_ready'));
    await dealer.newShoe();
    expect((await closedRound()).roundInShoe).toBe(1);
  });

  it('while the bets are open makes that coup the last', async () => {
    await setUp(QUICK);
    await dealer.makeReady();
    const { seq } = await dealer.openBetting();
    expect(await dealer.scan('CUT')).toMatchObject({ ok: true });
    expect(await dealer.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: true });
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('shoe_change_started', { after: seq });
  });

  it('between rounds makes the next coup the last', async () => {
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('9h Kd Ts Qs');
    expect(await dealer.scan('CUT')).toMatchObject({ ok: true });
    expect(await dealer.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: false });
    const last = await closedRound();
    expect(last.isLast).toBe(true);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('shoe_change_started', { after: last.seq });
    expect(await dealer.give('betting:open')).toEqual(refused('shoe_is_not_ready'));
  });
});

describe('a change of shoe', () => {
  beforeEach(() => setUp());

  it('is begun by the shift manager, and clears the roads', async () => {
    await dealer.makeReady();
    await closedRound();
    await dealer.deal('9h Kd Ts Qs');
    expect(await dealer.give('shoe:new')).toEqual(refused('shoe_change_is_not_due'));
    expect(await dealer.give('shoe:change')).toEqual(refused('not_allowed'));
    await manager.must('shoe:change');
    expect(await manager.give('shoe:change')).toEqual(refused('shoe_change_is_due'));
    expect(await dealer.give('betting:open')).toEqual(refused('shoe_is_not_ready'));
    expect(await dealer.scan('9H')).toEqual(refused('card_not_due'));
    await manager.must('table:resume');
    await dealer.newShoe();
    const snapshot = await (await testbed.staff(studio, 'Dora', { table })).watch();
    expect(snapshot?.shoe).toMatchObject({ ordinal: 2, beads: [], cardsLeft: 416 - 1 - 3 });
    await closedRound();
    await dealer.deal('9h Kd Ts Qs');
    const { bead } = await dealer.next('coup_decided', { after: snapshot!.seq });
    const first = await (await testbed.staff(studio, 'Dora', { table })).watch();
    expect(first?.shoe).toMatchObject({ ordinal: 2, beads: [bead] });
  });

  it('is due whenever the table opens', async () => {
    await dealer.makeReady();
    await dealer.must('table:close');
    expect(await dealer.give('betting:open')).toEqual(refused('table_is_closed'));
    await dealer.must('table:open');
    expect(await dealer.give('betting:open')).toEqual(refused('shoe_is_not_ready'));
    await dealer.newShoe();
    await closedRound();
  });
});

describe('a suspension', () => {
  let player: Player;

  beforeEach(async () => {
    await setUp(BETTING);
    player = await testbed.player(studio, 'Anna', { table });
    await dealer.makeReady();
  });

  it('stops everything, tells players why but not by whom, and gives the bets their remaining time back', async () => {
    const { game, seq, closesAtMs } = await dealer.openBetting();
    await player.bet(game, ['banco', 10]);
    const reason = 'A card fell to the floor: “Kh”?';
    expect(await dealer.call('table:suspend', { table, reason })).toMatchObject({ ok: true });
    const received = await player.next('table_suspended');
    expect(received).toMatchObject({ reason });
    expect(received).not.toHaveProperty('by');
    expect(await pit.next('table_suspended')).toMatchObject({ by: 'Dora' });
    expect(await manager.next('table_suspended')).not.toHaveProperty('by');
    expect((await player.join()).snapshot).toMatchObject({
      phase: 'suspended',
      suspended: { from: 'betting', reason },
    });

    expect(await dealer.scan('9H')).toEqual(refused('table_is_suspended'));
    for (const command of ['betting:open', 'shoe:new', 'table:close'] as const) {
      expect(await dealer.give(command), command).toEqual(refused('table_is_suspended'));
    }
    const again = await dealer.call('table:suspend', { table, reason });
    expect(again).toEqual(refused('table_is_suspended'));
    expect(await dealer.give('table:resume')).toEqual(refused('not_allowed'));
    await testbed.advance(closesAtMs - testbed.clock.nowMs() + 100);
    expect((await player.join()).nowMs).toBeGreaterThan(closesAtMs);
    expect(player.messages.some(({ kind }) => kind === 'betting_closed')).toBe(false);

    await manager.must('table:resume');
    const resumed = await player.next('table_resumed');
    expect(resumed).not.toHaveProperty('by');
    await player.bet(game, ['banco', 5]);
    const closed = await testbed.passing(player.next('betting_closed', { after: seq }));
    expect(closed.atMs).toBeGreaterThanOrEqual(closesAtMs + resumed.pausedMs);
    await dealer.deal('9h Kd Ts Qs');
    expect((await player.result(game)).stakes).toBe('1500');
    expect(await manager.give('table:resume')).toEqual(refused('table_is_not_suspended'));
  });

  it('in the middle of a coup keeps the cards, and the repeat of the last scan', async () => {
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd');
    const last = await dealer.scan('TS');
    await manager.call('table:suspend', { table, reason: 'the light went out' });
    expect(await dealer.scan('TS', dealer.scanSeq)).toEqual(last);
    await manager.must('table:resume');
    await dealer.deal('Qs');
    expect((await player.result(game)).paid).toBe('2000');
  });

  it('while a round is being paid lets it be paid', async () => {
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    const blocker = new pg.Client({
      connectionString: testbed.database.url,
      application_name: BLOCKER,
    });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query('lock table settlement_chunks in exclusive mode');
    await dealer.deal('9h Kd Ts Qs');
    const reason = 'the light went out';
    expect(await manager.call('table:suspend', { table, reason })).toMatchObject({ ok: true });
    expect((await player.join()).snapshot?.suspended).toMatchObject({ from: 'resulted' });
    await blocker.query('commit');
    await blocker.end();
    expect((await player.result(game)).paid).toBe('2000');
    await manager.must('table:resume');
    expect((await dealer.openBetting()).roundInShoe).toBe(2);
  });
});

describe('a command of the desk', () => {
  it('is refused to every role that may not give it', async () => {
    await setUp();
    const before = await testbed.everything();
    for (const role of ROLES.filter((each) => each !== 'player')) {
      const staff = await testbed.staff(studio, `the ${role}`, { role, table });
      const scan = { table, code: '9H', scanSeq: 1 };
      for (const [name, { roles }] of Object.entries(DEALER_COMMANDS)) {
        if (roles.some((each) => each === role)) continue;
        const request = name === 'table:suspend' ? { table, reason: 'none' } : { table };
        const isScan = name === 'card:scan' || name === 'shoe:burn';
        const reply = await staff.raw(name, isScan ? scan : request);
        expect(reply, `${name} of ${role}`).toEqual(refused('not_allowed'));
      }
    }
    expect(await testbed.everything()).toBe(before);
  });

  it('is taken only from the table’s own dealer or the shift manager', async () => {
    await setUp();
    await dealer.makeReady();
    const other = await testbed.staff(studio, 'Otto', { table });
    const before = await testbed.everything();
    for (const command of ['betting:open', 'shoe:new', 'table:close'] as const) {
      expect(await other.give(command), command).toEqual(refused('not_the_dealer'));
    }
    expect(await other.scan('9H')).toEqual(refused('not_the_dealer'));
    expect(await other.burn('9H')).toEqual(refused('not_the_dealer'));
    expect(await testbed.everything()).toBe(before);
    const { seq } = await manager.openBetting();
    manager.scanSeq = dealer.scanSeq; // there is one scanner
    await manager.betsClosed(seq);
    await manager.deal('9h Kd Ts Qs');
    await manager.must('table:close');
    await other.makeReady();
    expect(await dealer.give('betting:open')).toEqual(refused('not_the_dealer'));
  });

  it('does not show stakes before the close to the shift manager who deals; only the pit sees them', async () => {
    await setUp(BETTING);
    const player = await testbed.player(studio, 'Anna', { table });
    await dealer.makeReady();
    const { game, seq } = await manager.openBetting();
    await player.bet(game, ['punto', 37]);
    expect(await pit.next('bets_accepted')).toMatchObject({ game, change: '3700' });
    manager.scanSeq = dealer.scanSeq;
    await manager.betsClosed(seq);
    await manager.deal('9h Kd Ts Qs');
    await manager.next('round_settled');
    await manager.watch(seq);
    expect(manager.messages.map(({ kind }) => kind)).not.toContain('bets_accepted');
    const close = manager.frames.findIndex((frame) => frame.includes('"betting_closed"'));
    expect(manager.frames.slice(0, close).join()).not.toContain('3700');
  });

  it('is refused for a table that does not exist', async () => {
    await setUp();
    for (const name of ['table:watch', 'table:open', 'shoe:new', 'betting:open'] as const) {
      expect(await dealer.call(name, { table: 'pb-99' })).toEqual(refused('unknown_table'));
    }
    const scan = { table: 'pb-99', code: '9H', scanSeq: 1 };
    expect(await dealer.call('card:scan', scan)).toEqual(refused('unknown_table'));
  });
});
