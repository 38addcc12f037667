/**
 * A payment that fails for a cause that lasts: the pit is given the case with its cause, orders it
 * again, and sees it paid.
 */
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { BETTING, useTestbed } from '../kit/testbed.js';

const testbed = useTestbed({ env: { SETTLEMENT_SWEEP_MS: '400' } });
let studio: Studio;
let table: string;
let dealer: Staff;
let mona: Pit;
let nora: Pit;
let anna: Player;

const CAUSE = '23514: the account is closed';

beforeAll(async () => {
  studio = await testbed.start();
  mona = await openPit(testbed, studio, 'Mona');
  await mona.watch();
  nora = await openPit(testbed, studio, 'Nora');
});

/** Whoever pays a part of a round finds that it cannot be written. */
const damage = (says = 'the account is closed', code = '23514') =>
  asSuperuser(testbed.database, (client) =>
    client.query(`
      create function is_damaged() returns trigger language plpgsql as
        $$ begin raise exception '${says}' using errcode = '${code}'; end $$;
      create trigger is_damaged before insert on settlement_chunks
        for each row execute function is_damaged();
      create trigger is_damaged before insert on correction_chunks
        for each row execute function is_damaged()`),
  );
const amend = () =>
  asSuperuser(testbed.database, (client) =>
    client.query('drop function if exists is_damaged cascade'),
  );

beforeEach(async () => {
  table = await testbed.addTable(studio, BETTING);
  dealer = await testbed.staff(studio, 'Dora', { table });
  await dealer.makeReady();
  anna = await testbed.player(studio, 'Anna', { table, euros: 100 });
});
afterEach(amend);

const opened = (game: string) =>
  testbed.passing(
    mona.incident(
      (each) => each.game === game && each.kind === 'payment_failed' && each.state === 'open',
    ),
  );

/** How often the sweep tried to pay a round in vain. */
const tries = (): number => studio.log.split('the round could not be paid').length;

/** The pit orders it again: in vain, and then, when the cause is gone, not in vain. */
const isPaidOnceAmended = async (
  game: string,
  actions = ['pay_again', 'hand_pay'],
): Promise<void> => {
  const incident = await opened(game);
  expect(incident).toMatchObject({ table, detail: CAUSE, openedBy: 'studio' });
  expect(incident.actions).toEqual(actions);
  expect(await mona.must('payment:retry', { table, game, reason: 'try it' })).toMatchObject({
    cause: CAUSE,
  });
  await amend();
  expect(
    await mona.must('payment:retry', { table, game, reason: 'it is open again' }),
  ).toMatchObject({ cause: null });
  const closed = await testbed.passing(
    mona.incident((each) => each.id === incident.id && each.state === 'closed'),
  );
  const { notes } = await mona.must('incident:read', { incident: closed.id });
  expect(notes).toMatchObject([{ kind: 'closed', by: 'studio', text: 'round_is_paid' }]);
  expect(await mona.refusal('payment:retry', { table, game, reason: 'once more' })).toBe(
    'nothing_is_owed',
  );
  const { rows } = await testbed.pool.query<{ reason: string; after: unknown }>(
    `select reason, after from staff_actions where operation = 'payment:retry' and game_number = $1 order by seq`,
    [game],
  );
  expect(rows).toEqual([
    // Written before it was known what would come of it.
    { reason: 'try it', after: null },
    { reason: 'it is open again', after: null },
  ]);
};

/** It is asked upon the round as it is. One whose bets close meanwhile would have moved on. */
const orderVoid = async (game: string): Promise<void> => {
  const order = { kind: 'void', table, game, reason: 'misdeal' } as const;
  const { approval } = await mona.must('approval:request', order);
  const approve = { approval: approval.id, verdict: 'approved' } as const;
  expect(await nora.must('approval:decide', approve)).not.toMatchObject({ obstacle: 'moved_on' });
};

describe('a payment that always fails', () => {
  it('of a round is a case of the pit, with its cause, until it is paid', async () => {
    await damage();
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await isPaidOnceAmended(game);
    expect((await anna.result(game)).paid).toBe('2000');
    expect(await dealer.playRound('9h Kd Ts Qs')).not.toBe(game);
  });

  it('of a void round is one, too', async () => {
    await damage();
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await orderVoid(game);
    await isPaidOnceAmended(game);
    expect(await anna.balance()).toBe(10_000n);
  });

  it('of a correction is one, too', async () => {
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect((await anna.result(game)).paid).toBe('2000');
    await damage();
    await orderVoid(game);
    await isPaidOnceAmended(game);
    expect(await anna.balance()).toBe(10_000n);
  });

  it('is a case again where the first was closed while the money is still owed', async () => {
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect((await anna.result(game)).paid).toBe('2000');
    await damage();
    await orderVoid(game);
    const first = await opened(game);
    await mona.must('incident:close', { incident: first.id, text: 'thought to be amended' });
    const again = await testbed.passing(
      mona.incident(
        ({ id, kind, game: of }) => of === game && kind === 'payment_failed' && id !== first.id,
      ),
    );
    expect(again).toMatchObject({ table, detail: CAUSE, state: 'open' });
    // While it is open nothing is noted there of further tries.
    await testbed.advance(60_000);
    const { incident, notes } = await mona.must('incident:read', { incident: again.id });
    expect({ state: incident.state, notes }).toEqual({ state: 'open', notes: [] });
    await amend();
    await mona.must('payment:retry', { table, game, reason: 'it is open again' });
    await testbed.passing(mona.incident(({ id, state }) => id === again.id && state === 'closed'));
    expect(await anna.balance()).toBe(10_000n);
  });

  describe('for the account of one player', () => {
    let ben: Player;
    let game: string;
    let seq: number;

    /** Two bet on Punto. Then one account takes no money any more. */
    beforeEach(async () => {
      ben = await testbed.player(studio, 'Ben', { table, euros: 100 });
      ({ game, seq } = await dealer.openBetting());
      await anna.bet(game, ['punto', 10]);
      await ben.bet(game, ['punto', 5]);
      await damageAnna();
    });

    const damageAnna = () =>
      asSuperuser(testbed.database, (client) =>
        client.query(`
          create function is_damaged() returns trigger language plpgsql as
            $$ begin raise exception 'the account is closed' using errcode = '23514'; end $$;
          create trigger is_damaged before update on accounts for each row
            when (new.name = 'player:${anna.id}:session') execute function is_damaged()`),
      );

    const handPay = () => ({ kind: 'hand_pay', table, game, player: anna.id }) as const;

    /** Asked for by one, approved by the other: the round is over. */
    const isPaidByHand = async (owed: string, credit = 9_000n): Promise<void> => {
      const { id, actions } = await opened(game);
      expect(actions).toEqual(['pay_again', 'hand_pay']);
      expect(await mona.must('payment:retry', { table, game, reason: 'try it' })).toMatchObject({
        cause: CAUSE,
        players: [anna.id],
      });
      const { preview } = await mona.must('approval:preview', handPay());
      expect(preview).toMatchObject({ players: 1, back: owed });
      const { approval } = await mona.must('approval:request', {
        ...handPay(),
        reason: 'payment_fault',
      });
      const approve = { approval: approval.id, verdict: 'approved' } as const;
      expect(await mona.refusal('approval:decide', approve)).toBe('same_person');
      expect(await nora.must('approval:decide', approve)).toMatchObject({ obstacle: null });
      await testbed.passing(mona.incident((each) => each.id === id && each.state === 'closed'));
      expect(await mona.refusal('approval:request', { ...handPay(), reason: 'other' })).toBe(
        'nothing_to_correct',
      );
      // Approved once more, by whoever: nothing is done twice.
      await nora.must('approval:decide', approve);
      const { rows } = await testbed.pool.query(
        `select amount from hand_pays where game_number = $1 and player_id = $2`,
        [game, anna.id],
      );
      expect(rows).toEqual([{ amount: owed }]);
      await amend();
      expect(await anna.balance()).toBe(credit);
    };

    it('is made by hand where two persons say so, and the others are paid', async () => {
      await dealer.betsClosed(seq);
      await dealer.deal('9h Kd Ts Qs');
      await isPaidByHand('2000');
      expect((await anna.result(game)).paid).toBe('2000');
      expect(await ben.balance()).toBe(10_500n);
    });

    it('of a correction, too: it is collected where the correction takes back', async () => {
      await amend();
      await dealer.betsClosed(seq);
      await dealer.deal('9h Kd Ts Qs');
      expect((await anna.result(game)).paid).toBe('2000');
      await damageAnna();
      await orderVoid(game);
      await isPaidByHand('-1000', 11_000n);
      expect(await ben.balance()).toBe(10_000n);
    });

    it('of a void round, too', async () => {
      await dealer.betsClosed(seq);
      await orderVoid(game);
      await isPaidByHand('1000');
      expect(await ben.balance()).toBe(10_000n);
    });
  });

  it('is tried ever more rarely, and logged no more often', async () => {
    await damage();
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await opened(game);
    const before = tries();
    await testbed.advance(60_000);
    expect(tries() - before).toBeLessThan(12);
    await amend();
    await mona.must('payment:retry', { table, game, reason: 'it is open again' });
    await eventually('it is paid', async () => (await anna.result(game)).paid === '2000');
  });

  it('is tried no more rarely for what a manager orders in vain', async () => {
    await damage();
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    await opened(game);
    for (let times = 0; times < 8; times += 1) {
      await mona.must('payment:retry', { table, game, reason: 'try it' });
    }
    const before = tries();
    await testbed.advance(8_000);
    // Before half a minute is over, which is the longest pause.
    await eventually('it is tried', () => tries() > before, { withinMs: 15_000 });
    await amend();
    await mona.must('payment:retry', { table, game, reason: 'it is open again' });
    await eventually('it is paid', async () => (await anna.result(game)).paid === '2000');
  });

  it.each([
    ['57014', 'canceling statement due to statement timeout'],
    ['55P03', 'canceling statement due to lock timeout'],
  ])('for want of time (%s) is a case of the pit after a few tries', async (code, says) => {
    const triesBefore = tries();
    await damage(says, code);
    const { game, seq } = await dealer.openBetting();
    await anna.bet(game, ['punto', 10]);
    await dealer.betsClosed(seq);
    await dealer.deal('9h Kd Ts Qs');
    expect(await opened(game)).toMatchObject({ table, detail: `${code}: ${says}` });
    // The last try is logged after its incident.
    expect(tries() - triesBefore).toBeGreaterThanOrEqual(2);
    await amend();
    await mona.must('payment:retry', { table, game, reason: 'it is quick again' });
    await eventually('it is paid', async () => (await anna.result(game)).paid === '2000');
  });
});
