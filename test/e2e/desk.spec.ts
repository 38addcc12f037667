/**
 * The dealer's desk: what it says to do next, the procedures of the shoe, the change of dealer, the
 * stream's heartbeat, and the end of a table's day.
 */
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeScanCode } from '../../src/round/scan-code.js';
import type { TableSettings } from '../../src/round/settings.js';
import type { Player, Staff } from '../kit/clients.js';
import { BETTING, SHUT, SLOW, useTestbed } from '../kit/testbed.js';
import { openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
/** A table of its own for every test. */
let table: string;
let dealer: Staff;
let manager: Staff;
let player: Player;

beforeAll(async () => {
  studio = await testbed.start();
});

const setUp = async (settings: Partial<TableSettings> = SHUT) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
  manager = await testbed.staff(studio, 'Mona', { table, role: 'shift_manager' });
  player = await testbed.player(studio, 'Anna', { table });
};

const refused = (refusal: string) => ({ ok: false, refusal });

const desk = async () => {
  const reply = await dealer.call('table:watch', { table });
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.snapshot!.desk!;
};
const next = async () => (await desk()).next;

describe('the next action', () => {
  it('leads from a closed table through a whole shoe, one thing at a time', async () => {
    await setUp();
    const said: string[] = [];
    const say = async () => said.push(await next());
    await say();
    await dealer.must('table:open');
    await say();
    expect(await dealer.call('cards:bring', { table, cards: 'A/2026-11' })).toMatchObject({
      ok: true,
    });
    await say();
    expect(await dealer.call('shoe:shuffle', { table, how: 'machine' })).toMatchObject({
      ok: true,
    });
    await say();
    expect(await dealer.call('shoe:cut', { table })).toMatchObject({ ok: true });
    await say();
    dealer.scanSeq = 0;
    await dealer.burn('4C');
    await say();
    expect((await desk()).toBurn).toBe(4);
    await dealer.openBetting();
    await dealer.betsClosed(0);
    for (const card of ['2h', '4c', 'Kd', 'Ks', '5s', '6d']) {
      await say();
      await dealer.deal(card);
    }
    await say();
    await dealer.scan('CUT');
    const { seq } = await dealer.openBetting();
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('shoe_change_started', { after: seq });
    await say();
    expect(said).toEqual([
      'OPEN_TABLE',
      'BRING_CARDS',
      'SHUFFLE',
      'CUT',
      'SCAN_BURN',
      'BURN',
      'DEAL_PUNTO_1',
      'DEAL_BANCO_1',
      'DEAL_PUNTO_2',
      'DEAL_BANCO_2',
      'PUNTO_DRAWS',
      'BANCO_DRAWS',
      'OPEN_BETS',
      'SHUFFLE',
    ]);
  });

  it('follows from the messages, without another snapshot', async () => {
    await setUp();
    const received = dealer.messages;
    await dealer.must('table:open');
    await dealer.placeShoe();
    await dealer.next('shoe_started');
    const by = 'Dora';
    expect(received.map(({ kind }) => kind)).toEqual([
      'table_opened',
      'shoe_change_started',
      'cards_brought',
      'cards_shuffled',
      'shoe_cut',
      'shoe_started',
    ]);
    expect(received.slice(2)).toMatchObject([
      { cards: expect.stringMatching(/^box-/) as string, by },
      { how: 'beforehand', by },
      { by },
      { shoe: 1, by },
    ]);
    await player.next('shoe_started');
    expect(player.messages.map(({ kind }) => kind)).toEqual([
      'table_opened',
      'shoe_change_started',
      'shoe_started',
    ]);
    expect(player.messages.at(-1)).not.toHaveProperty('by');
  });
});

describe('the cards', () => {
  it('that were once at any table are refused as new ones, and the table goes on with others', async () => {
    await setUp();
    const bring = (cards: string) => dealer.call('cards:bring', { table, cards });
    await dealer.must('table:open');
    expect(await bring('box-12/A')).toMatchObject({ ok: true });
    await setUp();
    await dealer.must('table:open');
    const before = await testbed.everything();
    for (const cards of ['box-12/A', 'BOX-12/a']) {
      expect(await bring(cards)).toEqual(refused('cards_were_used'));
    }
    expect(await testbed.everything()).toBe(before);
    expect(await bring('box-12/B')).toMatchObject({ ok: true });
    expect(await bring('box-12/C')).toMatchObject({ ok: true });
    expect(await bring('box-12/B'), 'the own before last').toEqual(refused('cards_were_used'));
    expect(studio.log).not.toContain('the table stopped');
    const { rows } = await testbed.pool.query(
      `select name from card_sets where table_id = $1 order by brought_seq`,
      [table],
    );
    expect(rows).toEqual([{ name: 'box-12/B' }, { name: 'box-12/C' }]);
  });

  it('are not shuffled, cut or dealt from before they were brought', async () => {
    await setUp();
    await dealer.must('table:open');
    for (const command of ['shoe:new', 'shoe:cut'] as const) {
      expect(await dealer.call(command, { table })).toEqual(refused('new_cards_are_due'));
    }
    await dealer.call('cards:bring', { table, cards: 'box-2' });
    expect(await dealer.call('shoe:cut', { table })).toEqual(refused('cards_are_not_shuffled'));
  });

  it('are changed after their time, with a warning before', async () => {
    await setUp({ ...SHUT, cardsMaxMs: 5_000 });
    await dealer.makeReady();
    expect(await manager.next('card_change_warned')).toHaveProperty('dueAtMs');
    const { seq } = await dealer.openBetting();
    expect(await manager.next('cards_due')).toMatchObject({ reason: 'cards_24_hours' });
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect(await player.next('shoe_change_started', { after: seq })).toMatchObject({
      reason: 'cards_24_hours',
    });
    expect(await next()).toBe('BRING_CARDS');
    expect(player.messages.map(({ kind }) => kind)).not.toContain('cards_due');
  });
});

describe('a change of dealer', () => {
  it('is sent to all, and from then on the other one deals', async () => {
    await setUp();
    await dealer.makeReady();
    const otto = await testbed.staff(studio, 'Otto', { table });
    expect(await otto.call('table:relieve', { table })).toMatchObject({ ok: true });
    expect(await otto.call('table:relieve', { table })).toEqual(refused('already_the_dealer'));
    for (const each of [player, manager]) {
      expect(await each.next('dealer_changed')).toMatchObject({ dealer: 'Otto', was: 'Dora' });
    }
    expect((await player.join()).snapshot?.dealer).toBe('Otto');
    expect(await dealer.give('betting:open')).toEqual(refused('not_the_dealer'));
    const { seq } = await otto.openBetting();
    await otto.betsClosed(seq);
    otto.scanSeq = dealer.scanSeq;
    await otto.deal('9h Kd Ts Qs');
  });

  it('needs a word of the dealer’s or of the shift manager’s while a round is in hand', async () => {
    await setUp();
    await dealer.makeReady();
    const otto = await testbed.staff(studio, 'Otto', { table });
    const relieve = () => otto.call('table:relieve', { table });
    const { seq } = await dealer.openBetting();
    expect(await relieve()).toEqual(refused('round_in_hand'));
    expect(await otto.call('relief:allow', { table, dealer: 'Otto' })).toEqual(
      refused('not_the_dealer'),
    );
    await dealer.call('relief:allow', { table, dealer: 'Olga' });
    expect(await relieve(), 'somebody else may').toEqual(refused('round_in_hand'));
    await dealer.betsClosed(seq);
    await dealer.call('malfunction:report', { table, malfunction: 'other', note: 'a glass' });
    expect(await relieve(), 'while play is suspended').toEqual(refused('round_in_hand'));
    await manager.must('table:resume');
    expect(await dealer.call('relief:allow', { table, dealer: 'Otto' })).toMatchObject({
      ok: true,
    });
    expect(await relieve()).toMatchObject({ ok: true });
    const back = () => dealer.call('table:relieve', { table });
    expect(await back(), 'a word is good once').toEqual(refused('round_in_hand'));
    expect(await manager.call('relief:allow', { table, dealer: 'Dora' })).toMatchObject({
      ok: true,
    });
    expect(await back()).toMatchObject({ ok: true });
    const { rows } = await testbed.pool.query<{ by: string; subject: string }>(
      `select staff_id as by, subject from staff_actions
        where operation = 'relief:allow' and table_id = $1 order by seq`,
      [table],
    );
    expect(rows.map(({ by, subject }) => `${by} ${subject}`)).toEqual([
      'Dora Olga',
      'Dora Otto',
      'Mona Dora',
    ]);
  });

  it('needs it also where the round began while the dealer was sitting down', async () => {
    await setUp(SLOW);
    await dealer.makeReady();
    const otto = await testbed.staff(studio, 'Otto', { table });
    await asSuperuser(testbed.database, async (client) => {
      await client.query('begin');
      await client.query(`select pg_advisory_xact_lock(hashtextextended('dealer Otto', 0))`);
      const relieving = otto.call('table:relieve', { table });
      await untilWaitingForLocks(testbed.database, 1);
      await dealer.openBetting();
      await client.query('rollback');
      expect(await relieving).toEqual(refused('round_in_hand'));
    });
  });

  it('is refused at a closed table', async () => {
    await setUp();
    expect(await dealer.call('table:relieve', { table })).toEqual(refused('table_is_closed'));
  });
});

describe('the shift manager', () => {
  it('is called, and play goes on', async () => {
    await setUp();
    await dealer.makeReady();
    expect(await dealer.call('manager:call', { table })).toMatchObject({ ok: true });
    expect(await manager.next('manager_called')).toMatchObject({ by: 'Dora' });
    await dealer.playRound('9h Kd Ts Qs');
  });
});

describe('the stream', () => {
  const beat = () => dealer.call('stream:beat', { table });
  /** Beats until it is stopped, or the test is over. */
  const keepBeating = (): (() => void) => {
    const beats = setInterval(() => void beat().catch(() => undefined), 100);
    const stop = () => clearInterval(beats);
    onTestFinished(stop);
    return stop;
  };
  const events = async () => {
    const { rows } = await testbed.pool.query<{ kind: string }>(
      `select kind from table_events where table_id = $1 and kind like 'stream%' order by seq`,
      [table],
    );
    return rows.map(({ kind }) => kind);
  };

  it('is live while its heartbeats come, and they leave nothing in the log', async () => {
    await setUp({ ...SHUT, streamLostMs: 3_000 });
    keepBeating();
    await dealer.makeReady();
    for (let each = 0; each < 8; each += 1) {
      expect(await beat()).toEqual({ ok: true });
      await testbed.advance(500);
    }
    expect((await desk()).streamLost).toBe(false);
    expect(await events()).toEqual([]);
    await dealer.playRound('9h Kd Ts Qs');
  });

  it('is lost when its heartbeats stop: the table waits, new cards are due, and the next heartbeat brings it back', async () => {
    await setUp({ ...SHUT, streamLostMs: 3_000 });
    const stopBeating = keepBeating();
    await dealer.makeReady();
    stopBeating();
    const suspended = await testbed.passing(player.next('table_suspended'));
    expect(suspended).toMatchObject({ reason: 'stream_lost' });
    expect(await manager.next('cards_due')).toMatchObject({ reason: 'stream_lost' });
    expect(await desk()).toMatchObject({ streamLost: true, next: 'WAIT_FOR_MANAGER' });
    expect(await manager.give('table:resume')).toEqual(refused('stream_is_lost'));
    keepBeating();
    await manager.next('stream_back');
    expect((await desk()).streamLost).toBe(false);
    await manager.must('table:resume');
    expect(await next()).toBe('BRING_CARDS');
    expect(await events()).toEqual(['stream_lost', 'stream_back']);
    await dealer.newShoe();
    await dealer.playRound('9h Kd Ts Qs');
  });

  it('is not missed at a closed table, nor where none is expected', async () => {
    await setUp({ ...SHUT, streamLostMs: 100 });
    await testbed.advance(300);
    expect(await events()).toEqual([]);
    expect(await dealer.call('stream:beat', { table: 'pb-99' })).toEqual(refused('unknown_table'));
  });

  it('is still watched by the studio that takes the table over', async () => {
    await setUp({ ...SHUT, streamLostMs: 3_000 });
    const stopBeating = keepBeating();
    await dealer.makeReady();
    stopBeating();
    const before = studio;
    await before.stop();
    expect(await events()).toEqual([]);
    studio = await testbed.start();
    await testbed.isRunBy(studio, table);
    dealer = await testbed.staff(studio, 'Dora', { table });
    await testbed.passing(eventually('the stream is lost', async () => (await desk()).streamLost));
  });
});

describe('a code of the studio’s own format', () => {
  it('is made as the table’s settings say, with its check', async () => {
    const scanCodes = { format: '<suit><rank>.<deck>', cutCard: 'END', checksum: 'mod36' } as const;
    await setUp({ ...SHUT, scanCodes });
    await dealer.must('table:open');
    await dealer.placeShoe();
    expect(await dealer.burn('H3.1'), 'without its check').toEqual(refused('unreadable_code'));
    const code = makeScanCode('3h', scanCodes, 1);
    expect(code).toMatch(/^H3\.1.$/);
    expect(await dealer.burn(code)).toMatchObject({ ok: true, card: '3h' });
    expect(await dealer.scan('END')).toEqual(refused('card_not_due'));
    expect(await dealer.scan('CUT')).toEqual(refused('unreadable_code'));
  });
});

describe('an order of the pit', () => {
  it('closes a table once the round in hand has ended, and can be called off', async () => {
    await setUp();
    await dealer.makeReady();
    const pit = await openPit(testbed, studio, 'Mona');
    const { seq } = await dealer.openBetting();
    for (const command of ['closing:call', 'closing:calloff', 'closing:call'] as const) {
      await pit.must(command, { table });
    }
    expect(await player.next('closing_called')).not.toHaveProperty('by');
    await player.next('closing_called_off');
    expect((await desk()).closing).toBe(true);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await player.next('table_closed', { after: seq });
    expect(await next()).toBe('OPEN_TABLE');
  });

  it('closes a spot at once: stakes on it stand, and no further bet is taken', async () => {
    await setUp(BETTING);
    await dealer.makeReady();
    const pit = await openPit(testbed, studio, 'Mona');
    const { game, seq } = await dealer.openBetting();
    await player.bet(game, ['egalite', 10]);
    await pit.must('spot:close', { table, spot: 'egalite' });
    expect(await player.next('spot_closed')).toMatchObject({ spot: 'egalite' });
    expect(await player.wager(game, ['egalite', 10])).toEqual(refused('spot_is_closed'));
    const { snapshot } = await player.join();
    expect(snapshot).toMatchObject({ closedSpots: ['egalite'] });
    expect(snapshot?.round?.spots).not.toContain('egalite');
    await dealer.betsClosed(seq);
    await dealer.deal('9h 9d Ts Qs');
    expect((await player.result(game)).paid).toBe('9000');
    await pit.must('spot:open', { table, spot: 'egalite' });
    const again = await dealer.openBetting();
    expect(await player.wager(again.game, ['egalite', 10])).toMatchObject({ ok: true });
  });
});
