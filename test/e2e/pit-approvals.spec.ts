/**
 * Four eyes over the wire (I12): seen in numbers, asked by one, approved by another, carried out
 * once; and the abuses, each refused by name.
 */
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalRequest, ApprovalSubject } from '../../src/protocol/approval.js';
import type { TableSettings } from '../../src/round/settings.js';
import { decideOn } from '../kit/approvals.js';
import { type Player, type Staff, cents } from '../kit/clients.js';
import { BETTING, SHUT, useTestbed } from '../kit/testbed.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed({ env: { TABLE_LEASE_MS: '600' } });
let studio: Studio;
let table: string;
let dealer: Staff;
/** She asks. */
let mona: Pit;
/** She approves. */
let mila: Pit;

beforeAll(async () => {
  studio = await testbed.start();
});

const setUp = async (settings: Partial<TableSettings> = BETTING) => {
  table = await testbed.addTable(studio, settings);
  dealer = await testbed.staff(studio, 'Dora', { table });
  mona = await openPit(testbed, studio, 'Mona');
  mila = await openPit(testbed, studio, 'Mila', 'administrator');
  await dealer.makeReady();
};

type Bets = readonly (readonly [Player, Parameters<Player['bet']>[1]])[];

/** Bets that stand in a round whose bets are closed. Returns its number. */
const closedRound = async (bets: Bets = []): Promise<string> => {
  const { game, seq } = await dealer.openBetting();
  for (const [player, bet] of bets) await player.bet(game, bet);
  await dealer.betsClosed(seq);
  return game;
};

const settledRound = async (cards: string, bets: Bets = []): Promise<string> => {
  const game = await closedRound(bets);
  await dealer.deal(cards);
  await dealer.next('round_settled', { where: (settled) => settled.game === game });
  return game;
};

const ask = async (subject: Omit<ApprovalSubject, 'table'>) =>
  mona.must('approval:request', { table, reason: 'misdeal', note: 'as seen', ...subject });

const approve = (id: string, by = mila) =>
  by.must('approval:decide', { approval: id, verdict: 'approved' });

const eventsOf = async (kind: string): Promise<readonly Record<string, unknown>[]> => {
  const { rows } = await testbed.pool.query<{ payload: string }>(
    'select payload from table_events where table_id = $1 and kind = $2 order by seq',
    [table, kind],
  );
  return rows.map(({ payload }) => JSON.parse(payload) as Record<string, unknown>);
};

const PUNTO_WINS = '9h Kd Ts Qs';
const BANCO_WINS = 'Kd 9d Ts Qs';

describe('a void', () => {
  beforeEach(() => setUp());

  it('of a round in hand gives back what the preview said, and names both persons in the log', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 500 });
    const ben = await testbed.player(studio, 'Ben', { table, euros: 500 });
    const game = await closedRound([
      [anna, ['punto', 100]],
      [anna, ['punto_pair', 5]],
      [ben, ['banco', 40]],
    ]);
    await dealer.deal('2h 4c');
    await mona.must('table:suspend', { table, reason: 'misread' });
    const numbers = {
      bets: 3,
      players: 2,
      stakes: cents(145),
      was: '0',
      paid: cents(145),
      back: cents(145),
      ...{ takenBack: '0', losers: 0, given: cents(145), gainers: 2 },
      shortPlayers: 0,
      shortfall: '0',
    };
    const before = await testbed.everything();
    const { preview } = await mona.must('approval:preview', { kind: 'void', table, game });
    expect(preview).toEqual(numbers);
    await mila.watch();
    const asked = await ask({ kind: 'void', game });
    expect(asked.preview).toEqual(numbers);
    expect(asked.approval).toMatchObject({
      state: 'pending',
      requestedBy: 'Mona',
      reason: 'misdeal',
      note: 'as seen',
      decidedBy: null,
      doneSeq: null,
    });
    expect(asked.approval.expiresAtMs - asked.approval.requestedAtMs).toBe(15 * 60_000);
    expect(await testbed.everything(), 'nothing is done yet').toBe(before);
    const { id } = asked.approval;
    await mila.approval((approval) => approval.id === id && approval.state === 'pending');

    const decided = await approve(id);
    expect(decided).toMatchObject({ obstacle: null });
    expect(decided.approval).toMatchObject({ state: 'done', decidedBy: 'Mila' });
    await mila.approval((approval) => approval.id === id && approval.state === 'done');
    expect(await anna.result(game)).toMatchObject({ outcome: 'refunded', paid: cents(105) });
    expect(await anna.balance()).toBe(50_000n);
    expect(await ben.balance()).toBe(50_000n);
    const waits = await dealer.watch();
    expect(waits).toMatchObject({ phase: 'suspended', suspended: { from: 'void' } });
    expect(waits?.desk?.next, 'the fault is still there').toBe('WAIT_FOR_MANAGER');
    expect(await dealer.give('betting:open')).toMatchObject({ refusal: 'table_is_suspended' });
    await mona.must('table:resume', { table });
    await dealer.must('betting:open');
    expect(await eventsOf('round_voided')).toEqual([
      {
        kind: 'round_voided',
        version: 1,
        game,
        reason: 'misdeal',
        requestedBy: 'Mona',
        approvedBy: 'Mila',
        approval: id,
      },
    ]);
    const { rows } = await testbed.pool.query<{ operation: string; staff_id: string }>(
      `select operation, staff_id from staff_actions where subject = $1 and game_number = $2 order by id`,
      [id, game],
    );
    expect(rows.map(({ operation, staff_id }) => [operation, staff_id])).toEqual([
      ['approval:request', 'Mona'],
      ['approval:decide', 'Mila'],
      // It had stopped the table, which she resumed.
      ['incident:close', 'Mona'],
    ]);
  });

  it('of a round that was paid claws back what is there, and lists the rest as a shortfall', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    const ben = await testbed.player(studio, 'Ben', { table, euros: 100 });
    const game = await settledRound(PUNTO_WINS, [
      [anna, ['punto', 100]],
      [ben, ['banco', 100]],
    ]);
    await anna.result(game);
    await settledRound(BANCO_WINS, [[anna, ['punto', 200]]]);
    await eventually('Anna has lost it all', async () => (await anna.balance()) === 0n);
    const asked = await ask({ kind: 'void', game });
    expect(asked.preview).toEqual({
      bets: 2,
      players: 2,
      stakes: cents(200),
      was: cents(200),
      paid: cents(200),
      back: '0',
      ...{ takenBack: cents(100), losers: 1, given: cents(100), gainers: 1 },
      shortPlayers: 1,
      shortfall: cents(100),
    });
    expect((await approve(asked.approval.id)).approval.state).toBe('done');
    await dealer.next('correction_paid');
    expect(await ben.balance()).toBe(10_000n);
    const { shortfalls } = await mona.must('shortfall:list', {});
    expect(shortfalls).toContainEqual({
      player: anna.id,
      name: 'Anna',
      currency: 'EUR',
      owed: cents(100),
    });
    expect(await anna.balance()).toBe(0n);
  });
});

describe('other corrections', () => {
  beforeEach(() => setUp());

  it('settle a round again with the cards as they were', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    const ben = await testbed.player(studio, 'Ben', { table, euros: 100 });
    const game = await settledRound(PUNTO_WINS, [
      [anna, ['punto', 20]],
      [ben, ['egalite', 10]],
    ]);
    await anna.result(game);
    const coup = 'P 9h Ts . B Kd 9s';
    const subject = { kind: 'resettle', table, game, coup } as const;
    expect(await mona.must('approval:preview', subject)).toMatchObject({
      standing: { coup: 'P 9h Ts . B Kd Qs', card: null },
      concerned: [
        { player: ben.id, name: 'Ben', stakes: cents(10), was: '0', paid: cents(90) },
        { player: anna.id, name: 'Anna', stakes: cents(20), was: cents(40), paid: cents(20) },
      ],
    });
    const asked = await ask({ kind: 'resettle', game, coup });
    expect(asked.preview).toMatchObject({ was: cents(40), paid: cents(20 + 90), back: cents(70) });
    await approve(asked.approval.id);
    await dealer.next('correction_paid');
    expect(await ben.balance()).toBe(18_000n);
    expect(await anna.balance()).toBe(10_000n);
    expect(await mona.refusal('approval:request', request({ kind: 'resettle', game, coup }))).toBe(
      'nothing_to_correct',
    );
  });

  it('change nothing of a round that is void, until it is settled with its cards', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    const game = await settledRound(PUNTO_WINS, [[anna, ['punto', 20]]]);
    await anna.result(game);
    await approve((await ask({ kind: 'void', game })).approval.id);
    const { seq: after } = await dealer.next('correction_paid');
    const { id: player } = anna;
    for (const again of [
      { kind: 'void', game } as const,
      { kind: 'refund', game, player } as const,
    ]) {
      expect(await mona.refusal('approval:request', request(again)), again.kind).toBe(
        'nothing_to_correct',
      );
    }
    const coup = 'P 9h Ts . B Kd Qs';
    await approve((await ask({ kind: 'resettle', game, coup })).approval.id);
    await dealer.next('correction_paid', { after });
    expect((await ask({ kind: 'void', game })).preview).toMatchObject({ takenBack: cents(20) });
  });

  it('keep a past shoe within its cards: no face more often than it held it', async () => {
    await setUp({ ...SHUT, decks: 1 });
    const games = [await settledRound('9h Kd Ts Qs'), await settledRound('9d 2c Th 3s')];
    await mona.must('shoe:change', { table });
    await dealer.newShoe();
    await settledRound('9h Kd Ts Qs');
    const [first, second] = games as [string, string];
    const resettle = (game: string, coup: string) => ({ kind: 'resettle', game, coup }) as const;
    const twice = request(resettle(first, 'P 9h Ts . B 2c Qs'));
    expect(await mona.refusal('approval:request', twice), 'as dealt').toBe('card_exhausted');
    const { approval } = await ask(resettle(first, 'P 9h Tc . B Kd Qs'));
    expect(await approve(approval.id)).toMatchObject({ obstacle: null });
    await dealer.next('correction_paid');
    const again = request(resettle(second, 'P 9d Tc . B 2c 3s'));
    expect(await mona.refusal('approval:request', again), 'as corrected').toBe('card_exhausted');
    await ask(resettle(second, 'P 9d Ts . B 2c 3s'));
  });

  it('undo a void that was given in error', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    const game = await settledRound(PUNTO_WINS, [[anna, ['punto', 20]]]);
    await anna.result(game);
    await approve((await ask({ kind: 'void', game })).approval.id);
    const { seq } = await dealer.next('correction_paid');
    expect(await anna.balance()).toBe(10_000n);
    const coup = 'P 9h Ts . B Kd Qs';
    const asked = await ask({ kind: 'resettle', game, coup });
    expect(asked.preview).toMatchObject({ was: cents(20), paid: cents(40), back: cents(20) });
    await approve(asked.approval.id);
    await dealer.next('correction_paid', { after: seq });
    expect(await anna.balance()).toBe(12_000n);
  });

  it('give one player back the bets of a round', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    const ben = await testbed.player(studio, 'Ben', { table, euros: 100 });
    const game = await settledRound(BANCO_WINS, [
      [anna, ['punto', 20]],
      [ben, ['punto', 30]],
    ]);
    const asked = await ask({ kind: 'refund', game, player: anna.id });
    expect(asked.preview).toMatchObject({ bets: 1, players: 1, back: cents(20) });
    await approve(asked.approval.id);
    await dealer.next('correction_paid');
    expect(await anna.balance()).toBe(10_000n);
    expect(await ben.balance()).toBe(7_000n);
    const stranger = await testbed.player(studio, 'Eve', { table });
    const refund = { kind: 'refund', game } as const;
    for (const [player, refusal] of [
      [stranger.id, 'nothing_to_correct'],
      ['999999', 'unknown_player'],
    ] as const) {
      expect(await mona.refusal('approval:request', request({ ...refund, player }))).toBe(refusal);
      expect(await mona.refusal('approval:preview', { ...refund, table, player })).toBe(refusal);
    }
  });

  it('leave the coup of a round known when one player has got the bets back, once', async () => {
    const anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
    const ben = await testbed.player(studio, 'Ben', { table, euros: 100 });
    const game = await settledRound(BANCO_WINS, [
      [anna, ['punto', 20]],
      [ben, ['punto', 30]],
    ]);
    const coup = 'P Kd Ts . B 9d Ks';
    const refund = { kind: 'refund', game, player: anna.id } as const;
    const resettle = { kind: 'resettle', game, coup } as const;
    let after = 0;
    const correct = async (subject: typeof refund | typeof resettle) => {
      const { approval, preview } = await ask(subject);
      await approve(approval.id);
      ({ seq: after } = await dealer.next('correction_paid', { after }));
      return preview;
    };
    // Another card of the same worth, by which nobody gets more or less.
    expect(await correct(resettle)).toMatchObject({ takenBack: '0', given: '0' });
    expect(await mona.refusal('approval:request', request(resettle))).toBe('nothing_to_correct');
    expect(await correct(refund)).toMatchObject({ given: cents(20) });
    expect(await mona.refusal('approval:request', request(refund))).toBe('nothing_to_correct');
    expect(await mona.refusal('approval:preview', { ...refund, table })).toBe('nothing_to_correct');
    const shown = await mona.must('approval:preview', { ...resettle, table });
    expect(shown.standing).toEqual({ coup, card: null });
    // By the same cards it is settled again only to take the refund back.
    expect(await correct(resettle)).toMatchObject({ takenBack: cents(20), losers: 1, given: '0' });
    expect(await anna.balance()).toBe(8_000n);
    expect(await ben.balance()).toBe(7_000n);
    expect(await mona.refusal('approval:request', request(resettle))).toBe('nothing_to_correct');
  });
});

const request = (subject: Omit<ApprovalSubject, 'table'>): ApprovalRequest => ({
  table,
  reason: 'other',
  ...subject,
});

describe('a card by hand', () => {
  beforeEach(() => setUp(SHUT));

  it('is asked for by the dealer, approved in the pit, and is dealt to the seat that is due', async () => {
    const game = await closedRound();
    await dealer.deal('9h');
    const asked = await dealer.call(
      'approval:request',
      request({ kind: 'card', game, card: 'Kd' }),
    );
    expect(asked).toMatchObject({ ok: true, preview: null });
    if (!asked.ok) return;
    expect(asked.approval).toMatchObject({ seat: 'banco_1', card: 'Kd', requestedBy: 'Dora' });
    const { id } = asked.approval;
    await dealer.hears(
      'approval:changed',
      (received) => received['id'] === id && received['state'] === 'pending',
    );
    expect((await approve(id)).approval.state).toBe('done');
    await dealer.hears(
      'approval:changed',
      (received) => received['id'] === id && received['state'] === 'done',
    );
    const dealt = await dealer.next('card_dealt', { where: ({ card }) => card === 'Kd' });
    expect(dealt).toMatchObject({ side: 'banco', position: 1 });
    expect((await eventsOf('card_dealt')).at(-1)).toMatchObject({
      manual: { requestedBy: 'Dora', approvedBy: 'Mila', approval: id },
    });
    await dealer.deal('Ts Qs');
    await dealer.next('round_settled');
  });

  it('is known at a desk that comes back, though it was decided meanwhile', async () => {
    const game = await closedRound();
    const asked = await dealer.call(
      'approval:request',
      request({ kind: 'card', game, card: 'Kd' }),
    );
    if (!asked.ok) throw new Error(asked.refusal);
    const { id } = asked.approval;
    dealer.close();
    await mila.must('approval:decide', { approval: id, verdict: 'refused' });
    for (let newer = 0; newer < 12; newer += 1) await ask({ kind: 'void', game });
    const again = await testbed.staff(studio, 'Dora', { table });
    await again.hears(
      'approval:changed',
      (received) => received['id'] === id && received['state'] === 'refused',
    );
  });

  it('is all that a dealer may ask for, and at the own table alone', async () => {
    const game = await closedRound();
    const voiding = request({ kind: 'void', game });
    expect(await dealer.call('approval:request', voiding)).toMatchObject({
      refusal: 'not_allowed',
    });
    const other = await testbed.staff(studio, 'Dino', { table });
    const card = request({ kind: 'card', game, card: 'Kd' });
    expect(await other.call('approval:request', card)).toMatchObject({ refusal: 'not_the_dealer' });
    expect((await mona.must('approval:list', { table })).approvals).toEqual([]);
  });

  it('that was approved while the table is suspended is dealt when play goes on', async () => {
    const game = await closedRound();
    await dealer.call('malfunction:report', { table, malfunction: 'scanner_dead' });
    const { approval } = await ask({ kind: 'card', game, card: '9h' });
    expect(await approve(approval.id)).toMatchObject({
      obstacle: 'table_is_suspended',
      approval: { state: 'approved', doneSeq: null },
    });
    await mona.must('table:resume', { table });
    await dealer.next('card_dealt', { where: ({ card }) => card === '9h' });
    expect((await approve(approval.id)).approval.state).toBe('done');
    expect(await eventsOf('card_dealt')).toHaveLength(1);
  });

  it('may be another than was read, until the coup is decided', async () => {
    const game = await closedRound();
    await dealer.deal('9h Kd');
    await mona.must('table:suspend', { table, reason: 'misread' });
    const { approval } = await ask({ kind: 'card_correction', game, card: 'Qc', seat: 'banco_1' });
    expect((await approve(approval.id)).approval.state).toBe('done');
    expect(await eventsOf('card_corrected')).toMatchObject([
      { was: 'Kd', card: 'Qc', side: 'banco', position: 1, by: 'Mona', approvedBy: 'Mila' },
    ]);
  });
});

describe('the cards of a shoe by hand', () => {
  beforeEach(async () => {
    await setUp(SHUT);
    await dealer.must('table:close');
    await dealer.must('table:open');
    await dealer.placeShoe();
  });

  const burnCard = { kind: 'burn_card', card: '5c' } as const;
  const cutCard = { kind: 'cut_card' } as const;
  const byHand = async (kind: string) =>
    (await eventsOf(kind)).filter((event) => event['manual'] !== undefined);
  const dealerAsks = async (subject: Omit<ApprovalSubject, 'table'>) => {
    const asked = await dealer.call('approval:request', request(subject));
    if (!asked.ok) throw new Error(asked.refusal);
    return asked.approval;
  };
  const decision = ({ id }: { readonly id: string }) =>
    ({ approval: id, verdict: 'approved' }) as const;

  it('begin a shoe and end it, with a scanner that reads neither', async () => {
    const burn = await dealerAsks(burnCard);
    expect(burn).toMatchObject({ game: null, card: '5c', seat: null, requestedBy: 'Dora' });
    await dealer.hears('approval:changed', (received) => received['id'] === burn.id);
    expect((await approve(burn.id)).approval.state).toBe('done');
    const burned = await dealer.next('cards_burned', { where: ({ card }) => card === '5c' });
    const eyes = { requestedBy: 'Dora', approvedBy: 'Mila', approval: burn.id };
    expect(burned).toMatchObject({ card: '5c', unseen: 5, manual: eyes });
    expect(await byHand('cards_burned')).toEqual([
      {
        kind: 'cards_burned',
        version: 1,
        card: '5c',
        unseen: 5,
        scanSeq: 0,
        code: '',
        manual: eyes,
      },
    ]);

    const game = await closedRound();
    await dealer.deal('9h');
    const cut = await dealerAsks(cutCard);
    expect(cut).toMatchObject({ game: null, card: null });
    expect((await approve(cut.id)).approval.state).toBe('done');
    expect(await dealer.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: true });
    await dealer.deal('Kd Ts Qs');
    await dealer.next('round_settled', { where: (settled) => settled.game === game });
    await dealer.next('shoe_change_started', {
      where: ({ reason }) => reason === 'last_coup_dealt',
    });

    const { rows } = await testbed.pool.query<{ operation: string; game_number: string | null }>(
      'select operation, game_number from staff_actions where subject = any($1) order by id',
      [[burn.id, cut.id]],
    );
    expect(rows).toEqual(
      ['approval:request', 'approval:decide', 'approval:request', 'approval:decide'].map(
        (operation) => ({ operation, game_number: null }),
      ),
    );
  });

  it('that were approved while the table is suspended are dealt when play goes on', async () => {
    await dealer.call('malfunction:report', { table, malfunction: 'scanner_dead' });
    const burn = await dealerAsks(burnCard);
    expect(await approve(burn.id)).toMatchObject({ obstacle: 'table_is_suspended' });
    await mona.must('table:resume', { table });
    await dealer.next('cards_burned', { where: ({ card }) => card === '5c' });
    expect(await byHand('cards_burned')).toHaveLength(1);
    await closedRound();
    await mona.must('table:suspend', { table, reason: 'scanner dead' });
    const { approval } = await ask(cutCard);
    expect(await approve(approval.id)).toMatchObject({ obstacle: 'table_is_suspended' });
    await mona.must('table:resume', { table });
    expect(await dealer.next('cut_card_drawn')).toMatchObject({ thisCoupIsLast: true });
  });

  it('are refused with the table’s own refusal where they cannot be, and asked for only at the dealer’s own table', async () => {
    expect(await mona.refusal('approval:request', request(cutCard))).toBe('card_not_due');
    const other = await testbed.staff(studio, 'Dino', { table });
    for (const subject of [burnCard, cutCard]) {
      expect(await other.call('approval:request', request(subject))).toMatchObject({
        refusal: 'not_the_dealer',
      });
    }
    await dealer.burn('3H');
    expect(await mona.refusal('approval:request', request(burnCard))).toBe('shoe_is_ready');
    await closedRound();
    await dealer.scan('CUT');
    expect(await mona.refusal('approval:preview', { ...cutCard, table })).toBe('card_not_due');
    const game = '1000000001';
    for (const malformed of [
      { ...burnCard, game },
      { ...cutCard, game },
      { ...cutCard, card: '5c' },
      { ...burnCard, seat: 'punto_1' },
      { kind: 'burn_card' },
      { kind: 'void' },
      { kind: 'card', card: '5c' },
    ]) {
      const raw = { table, reason: 'other', ...malformed };
      expect(await mona.raw('approval:request', raw), JSON.stringify(malformed)).toMatchObject({
        refusal: 'malformed_message',
      });
    }
    expect((await mona.must('approval:list', { table })).approvals).toEqual([]);
  });

  it('self: who asks does not approve', async () => {
    const { approval: burn } = await ask(burnCard);
    expect(await mona.refusal('approval:decide', decision(burn))).toBe('same_person');
    await dealer.burn('3H');
    await closedRound();
    const { approval: cut } = await ask(cutCard);
    expect(await mona.refusal('approval:decide', decision(cut))).toBe('same_person');
    expect([...(await byHand('cards_burned')), ...(await byHand('cut_card_drawn'))]).toEqual([]);
  });

  it('replay: an approval that was used does nothing more, however often at once', async () => {
    const { approval: burn } = await ask(burnCard);
    const decideOften = (id: string) =>
      Promise.all(Array.from({ length: 10 }, () => mila.call('approval:decide', decision({ id }))));
    expect((await decideOften(burn.id)).filter(({ ok }) => !ok)).toEqual([]);
    expect(await byHand('cards_burned')).toHaveLength(1);
    await closedRound();
    const { approval: cut } = await ask(cutCard);
    await decideOften(cut.id);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled');
    for (const { id } of [burn, cut]) expect((await approve(id)).approval.state).toBe('done');
    expect(await byHand('cards_burned')).toHaveLength(1);
    expect(await byHand('cut_card_drawn')).toHaveLength(1);
  });

  it('expired: a request of more than 15 minutes ago is not approved any more', async () => {
    const admin = new pg.Client({ connectionString: testbed.database.url });
    await admin.connect();
    const outdated = async (kind: string, subject: object) => {
      const { rows } = await admin.query<{ id: string }>(
        `insert into approvals (kind, table_id, subject, reason_code, requested_by, requested_at, expires_at)
         values ($1, $2, $3, 'equipment_fault', 'Mona', now() - interval '15 minutes', now()) returning id`,
        [kind, table, subject],
      );
      return rows[0]!;
    };
    const burn = await outdated('burn_card', { card: '5c' });
    expect(await mila.refusal('approval:decide', decision(burn))).toBe('approval_expired');
    await dealer.burn('3H');
    const cut = await outdated('cut_card', {});
    expect(await mila.refusal('approval:decide', decision(cut))).toBe('approval_expired');
    await admin.end();
    expect([...(await byHand('cards_burned')), ...(await byHand('cut_card_drawn'))]).toEqual([]);
  });

  it('moved on: a shoe that was burned meanwhile, a cut card that would end another coup', async () => {
    const { approval: burn } = await ask(burnCard);
    await dealer.burn('3H');
    expect(await mila.refusal('approval:decide', decision(burn))).toBe('moved_on');
    await closedRound();
    const { approval: during } = await ask(cutCard);
    await dealer.deal('9h Kd Ts Qs');
    await dealer.next('round_settled');
    expect(await mila.refusal('approval:decide', decision(during))).toBe('moved_on');
    const { approval: between } = await ask(cutCard);
    await dealer.openBetting();
    for (const early of [during, between]) {
      expect(await mila.refusal('approval:decide', decision(early))).toBe('moved_on');
    }
    expect([...(await byHand('cards_burned')), ...(await byHand('cut_card_drawn'))]).toEqual([]);
  });

  it('moved on between the approval and the action: the table says so, and does nothing', async () => {
    await dealer.burn('3H');
    await closedRound();
    await dealer.deal('9h');
    await mona.must('table:suspend', { table, reason: 'scanner dead' });
    const { approval } = await ask(cutCard);
    expect(await approve(approval.id)).toMatchObject({ obstacle: 'table_is_suspended' });
    const voiding = await ask({ kind: 'void', game: (await lastGame())! });
    await approve(voiding.approval.id);
    await dealer.next('round_refunded');
    await mona.must('table:resume', { table });
    expect(await approve(approval.id)).toMatchObject({
      obstacle: 'moved_on',
      approval: { state: 'approved', doneSeq: null },
    });
    await dealer.openBetting();
    expect(await approve(approval.id)).toMatchObject({ obstacle: 'moved_on' });
    expect(await byHand('cut_card_drawn')).toEqual([]);
  });

  it('other table: an approval is carried out at its own table, and nowhere else', async () => {
    const other = await testbed.addTable(studio, SHUT);
    const there = await testbed.staff(studio, 'Dirk', { table: other });
    await there.must('table:open');
    await there.placeShoe();
    const elsewhere = { ...request(burnCard), table: other };
    expect(await dealer.call('approval:request', elsewhere)).toMatchObject({
      refusal: 'not_the_dealer',
    });
    await approve((await dealerAsks(burnCard)).id);
    expect(await byHand('cards_burned')).toHaveLength(1);
    expect(await there.burn('3H')).toMatchObject({ ok: true });
  });

  const lastGame = async () =>
    (await eventsOf('betting_opened')).at(-1)?.['game'] as string | undefined;
});

describe('an abuse is refused by name', () => {
  beforeEach(() => setUp(SHUT));

  it('self: who asks does not approve, whatever the role', async () => {
    const game = await closedRound();
    const { approval } = await ask({ kind: 'void', game });
    for (const role of ['shift_manager', 'administrator']) {
      const again = await openPit(testbed, studio, 'Mona', role);
      const decision = { approval: approval.id, verdict: 'approved' } as const;
      expect(await again.refusal('approval:decide', decision)).toBe('same_person');
      expect(await again.refusal('approval:decide', { ...decision, verdict: 'refused' })).toBe(
        'same_person',
      );
    }
    await testbed.employ({ id: 'Mona', role: 'shift_manager' });
    const made = await openPit(testbed, studio, 'made for it');
    const decision = { approval: approval.id, verdict: 'approved' } as const;
    expect(await made.refusal('approval:decide', decision)).toBe('same_person');
    expect(await eventsOf('round_voided')).toEqual([]);
  });

  it('replay: an approval that was used does nothing more, for whoever asks, and however often at once', async () => {
    const game = await closedRound();
    const third = await openPit(testbed, studio, 'Max');
    const { approval } = await ask({ kind: 'card', game, card: '9h' });
    const decision = { approval: approval.id, verdict: 'approved' } as const;
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? mila : third).call('approval:decide', decision),
      ),
    );
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    expect(await eventsOf('card_dealt')).toHaveLength(1);
    const first = await approve(approval.id);
    expect(first.approval.state).toBe('done');
    expect(await approve(approval.id)).toEqual(first);
    expect(await approve(approval.id, third)).toEqual(first);
    expect(await mila.refusal('approval:decide', { ...decision, verdict: 'refused' })).toBe(
      'already_approved',
    );
    await dealer.deal('Kd Ts');
    expect(await eventsOf('card_dealt')).toHaveLength(3);
  });

  it('expired: a request of more than 15 minutes ago is not approved any more', async () => {
    const game = await closedRound();
    const admin = new pg.Client({ connectionString: testbed.database.url });
    await admin.connect();
    const { rows } = await admin.query<{ id: string }>(
      `insert into approvals (kind, table_id, game_number, reason_code, requested_by, requested_at, expires_at)
       values ('void', $1, $2, 'misdeal', 'Mona', now() - interval '15 minutes', now()) returning id`,
      [table, game],
    );
    await admin.end();
    const decision = { approval: rows[0]!.id, verdict: 'approved' } as const;
    expect(await mila.refusal('approval:decide', decision)).toBe('approval_expired');
    const { approvals } = await mila.must('approval:list', { table, state: 'expired' });
    expect(approvals.map(({ id }) => id)).toEqual([rows[0]!.id]);
    expect(await eventsOf('round_voided')).toEqual([]);
  });

  it('moved on: a round that is not what it was is neither voided nor given the card', async () => {
    const game = await closedRound();
    const { approval } = await ask({ kind: 'void', game });
    await dealer.deal('9h');
    const decision = { approval: approval.id, verdict: 'approved' } as const;
    expect(await mila.refusal('approval:decide', decision)).toBe('moved_on');
    const card = await ask({ kind: 'card', game, card: 'Ks' });
    await dealer.deal('Kd Ts Qs');
    await dealer.next('round_settled');
    expect(await mila.refusal('approval:decide', { ...decision, approval: card.approval.id })).toBe(
      'moved_on',
    );
    expect(await eventsOf('round_voided')).toEqual([]);
    expect(await eventsOf('card_dealt')).toHaveLength(4);
  });

  it('other table: a round is amended at the table where it was dealt', async () => {
    const game = await closedRound();
    const other = await testbed.addTable(studio);
    const voiding = { ...request({ kind: 'void', game }), table: other };
    expect(await mona.refusal('approval:request', voiding)).toBe('other_table');
    expect(await mona.refusal('approval:preview', { kind: 'void', game, table: other })).toBe(
      'other_table',
    );
    expect(
      (await mona.must('approval:list', {})).approvals.filter((each) => each.game === game),
    ).toEqual([]);
  });
});

describe('a request', () => {
  beforeEach(() => setUp(SHUT));

  it('is refused with the table’s own refusal where it cannot be done', async () => {
    const game = await closedRound();
    for (const [subject, refusal] of [
      [{ kind: 'void', game: '9999999999' }, 'unknown_round'],
      [{ kind: 'resettle', game, coup: 'P 9h . B Kd' }, 'coup_is_unlawful'],
      [{ kind: 'resettle', game, coup: 'P 9h Ts . B Kd Qs' }, 'round_is_not_over'],
      [{ kind: 'card_correction', game, card: '9h', seat: 'punto_1' }, 'card_not_due'],
      [{ kind: 'card', game, card: '9h', seat: 'banco_2' }, 'card_not_due'],
    ] as const) {
      expect(await mona.refusal('approval:request', request(subject)), refusal).toBe(refusal);
    }
    for (const malformed of [
      { kind: 'void', game, coup: 'P 9h Ts . B Kd Qs' },
      { kind: 'resettle', game },
      { kind: 'refund', game },
      { kind: 'card', game },
      { kind: 'card_correction', game, card: '9h' },
      { kind: 'void', game, reason: 'because' },
    ]) {
      const raw = { ...request(malformed as never), ...malformed };
      expect(await mona.raw('approval:request', raw)).toMatchObject({
        refusal: 'malformed_message',
      });
    }
    const auditor = await openPit(testbed, studio, 'Aldo', 'auditor');
    const voiding = { kind: 'void', table, game } as const;
    expect((await auditor.must('approval:preview', voiding)).preview).toMatchObject({ bets: 0 });
    expect(await auditor.refusal('approval:request', request(voiding))).toBe('not_allowed');
    const decision = { approval: '1', verdict: 'approved' } as const;
    expect(await auditor.refusal('approval:decide', decision)).toBe('not_allowed');
    expect(await mila.refusal('approval:decide', { ...decision, approval: '999999' })).toBe(
      'unknown_approval',
    );
  });

  it('that the second person refuses is over', async () => {
    const game = await closedRound();
    const { approval } = await ask({ kind: 'void', game });
    const refused = await mila.must('approval:decide', {
      approval: approval.id,
      verdict: 'refused',
    });
    expect(refused.approval).toMatchObject({ state: 'refused', decidedBy: 'Mila' });
    const max = await openPit(testbed, studio, 'Max');
    const decision = { approval: approval.id, verdict: 'approved' } as const;
    expect(await max.refusal('approval:decide', decision)).toBe('approval_refused');
    expect(await eventsOf('round_voided')).toEqual([]);
  });

  it('that was approved is refused no more, although it waits for its table', async () => {
    const game = await closedRound();
    await mona.must('table:suspend', { table, reason: 'scanner dead' });
    const { approval } = await ask({ kind: 'card', game, card: '9h' });
    expect(await approve(approval.id)).toMatchObject({ obstacle: 'table_is_suspended' });
    const max = await openPit(testbed, studio, 'Max');
    const decision = { approval: approval.id, verdict: 'refused' } as const;
    expect(await max.refusal('approval:decide', decision)).toBe('already_approved');
    expect(await mila.refusal('approval:decide', decision)).toBe('already_approved');
    await mona.must('table:resume', { table });
    await dealer.next('card_dealt', { where: ({ card }) => card === '9h' });
  });

  it('that was approved is refused no more, although it no longer stands', async () => {
    const game = await closedRound();
    const nell = await openPit(testbed, studio, 'Nell');
    await mona.must('table:suspend', { table, reason: 'scanner dead' });
    const asked = request({ kind: 'card', game, card: '9h' });
    const { approval } = await nell.must('approval:request', asked);
    expect(await approve(approval.id)).toMatchObject({ obstacle: 'table_is_suspended' });
    await testbed.pool.query(`update staff set disabled_at = now() where id = 'Nell'`);
    const { approvals } = await mila.must('approval:list', { table });
    expect(approvals).toMatchObject([{ state: 'approved', stands: false }]);
    const decision = { approval: approval.id, verdict: 'refused' } as const;
    expect(await mona.refusal('approval:decide', decision)).toBe('already_approved');
  });

  it('of somebody whose account was disabled meanwhile is not approved, and says so', async () => {
    const game = await closedRound();
    const nils = await openPit(testbed, studio, 'Nils');
    const voiding = request({ kind: 'void', game });
    const { approval } = await nils.must('approval:request', voiding);
    await testbed.pool.query(`update staff set disabled_at = now() where id = 'Nils'`);
    const decision = { approval: approval.id, verdict: 'approved' } as const;
    expect(await mila.refusal('approval:decide', decision)).toBe('asker_off_duty');
    expect(await eventsOf('round_voided')).toEqual([]);
    const { approvals } = await mila.must('approval:list', { table });
    expect(approvals).toMatchObject([{ state: 'pending', stands: false }]);
  });

  it('that was approved while no studio ran is carried out by the next', async () => {
    const game = await closedRound();
    const { approval } = await ask({ kind: 'void', game });
    await studio.stop();
    await decideOn(testbed.pool, approval.id, 'Mila');
    studio = await testbed.restart({}, table);
    const isVoid = async () => (await eventsOf('round_voided')).length > 0;
    await eventually('the round is void', isVoid);
    const again = await openPit(testbed, studio, 'Mila', 'administrator');
    expect((await approve(approval.id, again)).approval.state).toBe('done');
    expect(await eventsOf('round_voided')).toHaveLength(1);
  });
});
