/**
 * The void of a hand under four eyes: what comes back, to whom it is said, and what the database,
 * the audit and the books know of it. It frees a player whose hand nobody can play any more.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { verifyDatabase } from '../../src/audit/verify-logs.js';
import { checkProof } from '../../src/chance/check-proof.js';
import { wholeHand } from '../../src/protocol/hand-history.js';
import type { Played } from '../../src/protocol/solo.js';
import { proveBooks } from '../../src/reconcile/reconcile.js';
import { readSoloReport } from '../../src/report/solo-report.js';
import { decideOn } from '../kit/approvals.js';
import type { Player } from '../kit/clients.js';
import { type Pit, openPit } from '../kit/pit-client.js';
import { SEED, SoloPlayer } from '../kit/solo.js';
import { type Studio, eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';
import { anchorsOf } from '../kit/written-log.js';

const testbed = useTestbed();
let studio: Studio;
/** She asks. */
let mona: Pit;
/** She approves. */
let mila: Pit;

const comeToWork = async () => {
  mona = await openPit(testbed, studio, 'Mona');
  mila = await openPit(testbed, studio, 'Mila', 'administrator');
};
const restart = async (env = {}) => {
  await studio.stop();
  studio = await testbed.start(env);
  await comeToWork();
};
beforeAll(async () => {
  studio = await testbed.start();
  await comeToWork();
});

const sitDown = async (name: string, euros = 100) => {
  const player = await testbed.visitor(studio, name, { euros });
  await player.buyIn(euros);
  return { player, solo: await new SoloPlayer(player).connect() };
};

const ask = (hand: string, by = mona) =>
  by.must('approval:request', { kind: 'void_hand', hand, reason: 'equipment_fault', note: '' });
const approve = (id: string, by = mila) =>
  by.must('approval:decide', { approval: id, verdict: 'approved' });

const voided = async (hand: string): Promise<void> => {
  const { approval } = await ask(hand);
  const decided = await approve(approval.id);
  expect(decided).toMatchObject({ obstacle: null, approval: { state: 'done', hand, table: null } });
};

/** The next message about a hand that goes on without its player. */
const changed = (solo: SoloPlayer): Promise<{ reason: string; balance: string; hand: object }> =>
  new Promise((resolve) => solo.socket.once('hand:changed', resolve));

const lineOf = async (hand: string) => {
  const { rows } = await testbed.pool.query<Record<string, string | number | null>>(
    `select h.status, h.taken, h.paid, encode(h.opening, 'hex') as opening, v.back, v.shortfall, v.status_before
       from solo_hands h left join hand_voids v using (hand_number) where hand_number = $1`,
    [hand],
  );
  return rows[0]!;
};

const history = async (player: Player, hand: string) => {
  const headers = { authorization: `Bearer ${String(player.token)}` };
  const reply = await fetch(`${studio.url}/me/hands/${hand}`, { headers });
  return wholeHand.parse(await reply.json());
};

/** What verify and reconcile find, after a superuser's statement that is then taken back. */
const found = (sql = 'select 1', values: readonly unknown[] = []) =>
  asSuperuser(testbed.database, async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ public_key: string }>(
      'select public_key from anchor_keys',
    );
    const keys = rows.flatMap(({ public_key }) => parsePublicKey(public_key) ?? []);
    await client.query('begin; set local session_replication_role = replica');
    await client.query(sql, [...values]);
    const verdicts = await verifyDatabase(client, { keys, witnesses: [] });
    const proofs = await proveBooks(client);
    await client.query('rollback');
    return {
      faults: verdicts
        .flatMap(({ faults }) => faults.map(({ says }) => says))
        .filter((says) => !says.startsWith('the account')), // The kit opens those by itself.
      wrong: proofs.filter(({ wrong }) => wrong > 0).map(({ says }) => says),
    };
  });
const DAY_MS = 86_400_000;
const holds = { faults: [], wrong: [] };

describe('the void of a hand in play', () => {
  it('gives back what the preview said, tells the player, and shows what was committed to', async () => {
    const { player, solo } = await sitDown('Anna');
    const { hand } = await solo.dealSetteEMezzo('2000');
    const subject = { kind: 'void_hand', hand: hand.hand } as const;
    const { preview } = await mona.must('approval:preview', subject);
    expect(preview).toMatchObject({ stakes: '2000', was: '0', paid: '2000', back: '2000' });
    const before = await player.balance();
    const heard = changed(solo);
    const heardAnywhere = new Promise((resolve) => player.socket.once('player:hand', resolve));
    await voided(hand.hand);
    expect(await heardAnywhere).toEqual({
      game: 'sette_e_mezzo',
      hand: hand.hand,
      reason: 'voided',
      taken: '2000',
      paid: '0',
      balance: `${before + 2_000n}`,
    });
    expect(await heard).toMatchObject({
      reason: 'voided',
      balance: `${before + 2_000n}`,
      hand: {
        hand: hand.hand,
        commitment: hand.commitment,
        opening: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      },
    });
    expect(await player.balance()).toBe(before + 2_000n);
    const at = { hand: hand.hand, step: hand.view.step, id: randomUUID() };
    expect(await solo.call('sette-e-mezzo:stand', at)).toMatchObject({ refusal: 'hand_is_over' });

    // The next hand is another one, and the session may end again.
    expect((await solo.open('sette_e_mezzo')).hand).not.toBe(hand.hand);
    expect(await lineOf(hand.hand)).toMatchObject({
      status: 'void',
      status_before: 'in_play',
      back: '2000',
      shortfall: '0',
    });
    const whole = await history(player, hand.hand);
    expect(whole).toMatchObject({ status: 'void', taken: '2000', paid: '2000' });
    expect(checkProof(whole.proof)).toMatchObject({ ok: true });
    expect(await mona.call('approval:preview', subject)).toMatchObject({
      refusal: 'nothing_to_correct',
    });
  });

  it('reaches a player who is connected to another studio', async () => {
    const other = await testbed.start();
    try {
      const player = await testbed.visitor(other, 'Edda', { euros: 100 });
      await player.buyIn(100);
      const solo = await new SoloPlayer(player).connect();
      const { hand } = await solo.dealSetteEMezzo('2000');
      const [said, heard]: [unknown[], unknown[]] = [[], []];
      player.socket.on('player:hand', (message) => said.push(message));
      solo.socket.on('hand:changed', (message) => heard.push(message));
      await voided(hand.hand);
      await eventually('it is heard', () => said.length > 0 && heard.length > 0);
      const message = { reason: 'voided', balance: `${await player.balance()}` };
      expect(said).toMatchObject([{ ...message, hand: hand.hand, taken: '2000' }]);
      expect(heard).toMatchObject([
        { ...message, hand: { hand: hand.hand, from: hand.events.length } },
      ]);
    } finally {
      await other.stop();
    }
  });

  it('frees a player whose hand no key opens any more', async () => {
    const { solo, player } = await sitDown('Lea');
    const { hand } = await solo.dealBlackjack('1500');
    const before = await player.balance();
    const key = randomBytes(32).toString('base64');
    await restart({ SABOT_HANDS_KEY: key });
    const back = await testbed.again(studio, player);
    const again = await new SoloPlayer(back).connect();
    expect(await again.call('hand:open', { game: 'blackjack' })).toMatchObject({
      refusal: 'game_is_closed',
    });
    await voided(hand.hand);
    expect(await back.balance()).toBe(before + 1_500n);
    expect(await lineOf(hand.hand)).toMatchObject({ status: 'void', opening: null });
    expect((await again.open('blackjack')).hand).not.toBe(hand.hand);
    await restart();
  });

  it('is not carried out when the player has gone on meanwhile', async () => {
    const { solo } = await sitDown('Ada');
    const { hand } = await solo.dealSetteEMezzo();
    const { approval } = await ask(hand.hand);
    await solo.playOut(hand);
    const reply = await mila.call('approval:decide', {
      approval: approval.id,
      verdict: 'approved',
    });
    expect(reply).toMatchObject({ refusal: 'moved_on' });
    expect(await lineOf(hand.hand)).toMatchObject({ status: 'over', back: null });
  });
});

describe('the void of a hand that is over', () => {
  /** Hands are dealt until one has ended so. */
  const untilOne = async (
    solo: SoloPlayer,
    isWanted: (net: bigint) => boolean,
  ): Promise<Played> => {
    for (;;) {
      const { hand } = await solo.open('punto_e_banco');
      const stakes = { punto: '100' };
      const before = await solo.player.balance();
      const played = await solo.must('punto-e-banco:deal', { hand, step: 0, stakes, seed: SEED });
      if (isWanted(BigInt(played.balance) - before)) return played;
    }
  };

  it('takes back what was won', async () => {
    const { player, solo } = await sitDown('Wilma');
    const { hand } = await untilOne(solo, (net) => net > 0n);
    const before = await player.balance();
    await voided(hand.hand);
    expect(await player.balance()).toBe(before - 100n);
    expect(await lineOf(hand.hand)).toMatchObject({ status: 'void', back: '-100', shortfall: '0' });
  });

  it('gives back what was lost, and tells the history and the report', async () => {
    const { player, solo } = await sitDown('Lisa');
    const { hand } = await untilOne(solo, (net) => net < 0n);
    const nowMs = Date.now();
    const query = { fromMs: nowMs - DAY_MS, toMs: nowMs + DAY_MS };
    const reported = async () => {
      const { games } = await readSoloReport(testbed.pool, query);
      return games.find(({ game }) => game === 'punto_e_banco')!.hands;
    };
    const before = await reported();
    await voided(hand.hand);
    expect(await reported()).toBe(before - 1);
    expect(await lineOf(hand.hand)).toMatchObject({ status: 'void', back: '100' });
    const whole = await history(player, hand.hand);
    expect(whole).toMatchObject({ status: 'void', taken: '100', paid: '100' });
    expect(checkProof(whole.proof)).toMatchObject({ ok: true });
  });

  it('is owed where the winner has spent it', async () => {
    const { player, solo } = await sitDown('Susi', 40);
    const { hand } = await untilOne(solo, (net) => net > 0n);
    await loseAll(player, solo);
    await voided(hand.hand);
    expect(await lineOf(hand.hand)).toMatchObject({ back: '-100', shortfall: '100' });
    const { shortfalls } = await mona.must('shortfall:list', {});
    expect(shortfalls).toContainEqual(expect.objectContaining({ name: 'Susi', owed: '100' }));
  });

  /** Everything on a game that is lost sooner or later. */
  const loseAll = async (player: Player, solo: SoloPlayer): Promise<void> => {
    for (let credit = await player.balance(); credit >= 100n; credit = await player.balance()) {
      const stake = credit > 10_000n ? 10_000n : credit - (credit % 100n);
      const { hand } = await solo.open('punto_e_banco');
      const stakes = { punto: `${stake}` };
      await solo.must('punto-e-banco:deal', { hand, step: 0, stakes, seed: SEED });
    }
    expect(await player.balance()).toBe(0n);
  };
});

describe('four eyes', () => {
  it('are two persons’', async () => {
    const { solo } = await sitDown('Otto');
    const { hand } = await solo.dealSetteEMezzo();
    const { approval } = await ask(hand.hand);
    const own = { approval: approval.id, verdict: 'approved' } as const;
    expect(await mona.call('approval:decide', own)).toMatchObject({ refusal: 'same_person' });
    expect(await lineOf(hand.hand)).toMatchObject({ status: 'in_play' });
    const unknown = { kind: 'void_hand', hand: '999999999999' } as const;
    expect(await mona.call('approval:preview', unknown)).toMatchObject({ refusal: 'unknown_hand' });
  });

  it('are asked of the application, too', async () => {
    const { solo } = await sitDown('Ute');
    const { hand } = await solo.dealSetteEMezzo();
    const pending = (await ask(hand.hand)).approval.id;
    const refused = async (sql: string) => {
      const error: unknown = await testbed.pool.query(sql).catch((fault: unknown) => fault);
      return (error as { code?: string }).code;
    };
    const toVoid = `update solo_hands set status = 'void', ended_at = studio_now() where hand_number = ${hand.hand}`;
    expect(await refused(toVoid)).toBe('SB015');
    const row = (approval: string) =>
      `insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq)
       values (${hand.hand}, ${approval}, 'in_play', ${hand.view.step}, 1000, 0, '@sette_e_mezzo:x', 1)`;
    expect(await refused(row(pending))).toBe('SB015');
    expect(await refused(`with v as (${toVoid}) ${row(pending)}`)).toBe('SB015');
    await mila.must('approval:decide', { approval: pending, verdict: 'approved' });
    expect(await refused(row(pending))).toMatch(/SB011|23505/);
    expect(await refused(`delete from hand_voids where hand_number = ${hand.hand}`)).toBe('42501');
  });
});

describe('the proofs', () => {
  it('hold, and name what a superuser changes of a void', async () => {
    await eventually('what was asked is over', async () => {
      const { rowCount } = await testbed.pool.query(
        `select from approvals a join approval_decisions d on d.approval_id = a.id
          where d.verdict = 'approved' and not exists (select from approval_uses u where u.approval_id = a.id)`,
      );
      return rowCount === 0;
    });
    await anchorsOf(testbed.pool, makeUpAnchorKey()).set();
    expect(await found()).toEqual(holds);
    const { rows } = await testbed.pool.query<{ hand_number: string }>(
      `select hand_number from hand_voids where status_before = 'in_play' and back > 0 order by 1 limit 1`,
    );
    const hand = rows[0]!.hand_number;
    for (const [sql, says] of [
      ['update hand_voids set back = back - 1 where hand_number = $1', /void/],
      ['delete from hand_voids where hand_number = $1', /void/],
      [
        `update solo_hands set status = 'over' where hand_number = $1`,
        /it was voided, and is over/,
      ],
      [`update solo_hands set opening = null where hand_number = $1`, /void of its hand/],
    ] as const) {
      const { faults } = await found(sql, [hand]);
      expect(faults.join('\n'), sql).toMatch(says);
    }
    const ended = `update solo_hands set ended_at = null where hand_number = $1`;
    const moved = `update solo_hands set ended_at = ended_at - interval '1 day' where hand_number = $1`;
    const of = await testbed.pool.query<{ hand: string }>(
      'select distinct on (status_before) hand_number as hand from hand_voids order by status_before, hand_number',
    );
    expect(of.rows, 'one in play, and one that was over').toHaveLength(2);
    for (const { hand: each } of of.rows) {
      for (const sql of [ended, moved]) {
        expect((await found(sql, [each])).wrong, sql).toEqual([
          'Every hand that is over or void has ended when its log says, within ten minutes, and no other has.',
        ]);
      }
    }
    const other = await sitDown('Omar');
    const gift = await found(
      `with its as (
         select e.id from entries e join hand_voids v on e.key = 'hands:' || v.chain || ':' || v.seq where v.hand_number = $1
       ), to_other as (
         update accounts set balance = balance + 7 where kind = 'session' and player_id = $2 returning id
       )
       insert into postings select its.id, 100, house.id, to_other.id, 7 from its, to_other, accounts house where house.name = 'house'`,
      [hand, other.player.id],
    );
    expect(gift.wrong).toEqual([
      'Every void hand was voided by two persons, in time, and has moved what it took and did not pay.',
    ]);
    const unused = `delete from approval_uses where approval_id = (select approval_id from hand_voids where hand_number = $1)`;
    expect((await found(unused, [hand])).wrong).not.toEqual([]);
  });
});

describe('one order for many hands', () => {
  const game = 'sette_e_mezzo';
  type Why =
    | { readonly why: 'restore' | 'key' }
    | { readonly why: 'idle'; readonly untilMs: number };
  const askMany = (why: Why, by = mona) =>
    by.must('approval:request', {
      kind: 'void_hands',
      hands: { game, ...why },
      reason: 'equipment_fault',
      note: '',
    });
  const inPlay = async (): Promise<{ readonly hands: string[]; readonly staked: string }> => {
    const { rows } = await testbed.pool.query<{ hands: string[]; staked: string }>(
      `select coalesce(array_agg(hand_number order by hand_number), '{}') as hands, coalesce(sum(taken), 0) as staked
         from solo_hands where status = 'in_play' and game = $1`,
      [game],
    );
    return rows[0]!;
  };
  const dealt = async (name: string, stake: string) => {
    const { player, solo } = await sitDown(name);
    const { hand } = await solo.dealSetteEMezzo(stake);
    return { player, hand: hand.hand, balance: await player.balance() };
  };
  const soon = () => Date.now() + 60_000;

  it('gives back every stake of the hands that a restore has stopped, once', async () => {
    const [pia, zoe] = [await dealt('Pia', '1000'), await dealt('Zoe', '700')];
    await studio.stop();
    await asSuperuser(testbed.database, (client) =>
      client.query(`select begin_timeline('a restore')`),
    );
    studio = await testbed.start();
    await comeToWork();
    const { hands, staked } = await inPlay();
    expect(hands).toEqual(expect.arrayContaining([pia.hand, zoe.hand]));
    const subject = { kind: 'void_hands', hands: { game, why: 'restore' } } as const;
    const { preview } = await mona.must('approval:preview', subject);
    expect(preview).toMatchObject({ bets: hands.length, back: staked, given: staked });
    const { approval } = await askMany({ why: 'restore' });
    expect(approval).toMatchObject({
      hand: null,
      table: null,
      hands: { game, count: hands.length },
    });
    const decided = await approve(approval.id);
    expect(decided).toMatchObject({ obstacle: null, approval: { state: 'done' } });
    for (const { player, hand, balance } of [pia, zoe]) {
      const { taken, back, status, opening } = await lineOf(hand);
      expect({ status, back }).toEqual({ status: 'void', back: taken });
      expect(opening).toMatch(/^[0-9a-f]{64}$/);
      const again = await testbed.again(studio, player);
      expect(await again.balance()).toBe(balance + BigInt(taken!));
      const whole = await history(again, hand);
      expect(whole).toMatchObject({ status: 'void', paid: taken });
      expect(checkProof(whole.proof)).toMatchObject({ ok: true });
      const headers = { authorization: `Bearer ${String(again.token)}` };
      const reply = await fetch(`${studio.url}/me/statement`, { headers });
      const { entries } = (await reply.json()) as { entries: { hand: string | null }[] };
      expect(entries[0]).toMatchObject({ kind: 'hands', hand, session: taken });
    }
    expect((await inPlay()).hands).toEqual([]);
    expect(await mona.call('approval:preview', subject)).toMatchObject({
      refusal: 'nothing_to_correct',
    });
    expect(await found()).toEqual(holds);
    for (const sql of [
      'update hand_voids set back = back - 1 where hand_number = $1',
      `update hand_voids set status_before = 'over' where hand_number = $1`,
      'delete from hand_voids where hand_number = $1',
    ]) {
      const { faults, wrong } = await found(sql, [pia.hand]);
      expect(faults.join('\n'), sql).toMatch(/voids of its hands/);
      expect(wrong, sql).not.toEqual([]);
    }
  });

  it('is not carried out when one of them has gone on, and then none is void', async () => {
    const ida = await dealt('Ida', '500');
    const { solo } = await sitDown('Eva');
    const { hand } = await solo.dealSetteEMezzo('500');
    const { approval } = await askMany({ why: 'idle', untilMs: soon() });
    await solo.playOut(hand);
    const reply = await mila.call('approval:decide', {
      approval: approval.id,
      verdict: 'approved',
    });
    expect(reply).toMatchObject({ refusal: 'moved_on' });
    expect(await lineOf(ida.hand)).toMatchObject({ status: 'in_play' });
  });

  it('is carried out by whoever comes after a kill, once, and never in part', async () => {
    const [uma, ella] = [await dealt('Uma', '300'), await dealt('Ella', '400')];
    const { approval } = await askMany({ why: 'idle', untilMs: soon() });
    const own = { approval: approval.id, verdict: 'approved' } as const;
    expect(await mona.call('approval:decide', own)).toMatchObject({ refusal: 'same_person' });
    // As if the process had died with the decision committed, and nothing else.
    await studio.stop();
    await decideOn(testbed.pool, approval.id, 'Mila');
    // One of them alone is not what was agreed on.
    const part = `with v as (update solo_hands set status = 'void', ended_at = studio_now() where hand_number = ${uma.hand} returning *)
      insert into hand_voids (hand_number, approval_id, status_before, step, back, shortfall, chain, seq)
      select hand_number, ${approval.id}, 'in_play', step, taken, 0, '@sette_e_mezzo:x', 1 from v`;
    const error: unknown = await testbed.pool.query(part).catch((fault: unknown) => fault);
    expect(error).toMatchObject({ code: 'SB013' });
    studio = await testbed.start();
    const other = await testbed.start();
    await eventually('both are void', async () => {
      const lines = [await lineOf(uma.hand), await lineOf(ella.hand)];
      return lines.every(({ status }) => status === 'void');
    });
    await other.stop();
    await comeToWork();
    for (const { player, balance, hand } of [uma, ella]) {
      const { taken } = await lineOf(hand);
      const again = await testbed.again(studio, player);
      expect(await again.balance()).toBe(balance + BigInt(taken!));
    }
    expect(await found()).toEqual(holds);
  });

  it('is of the hands whose key is lost, and of no other', async () => {
    const lost = await dealt('Nena', '600');
    await restart({ SABOT_HANDS_KEY: randomBytes(32).toString('base64') });
    const { hand: kept } = await dealt('Gina', '200');
    const { approval } = await askMany({ why: 'key' });
    expect(await approve(approval.id)).toMatchObject({ approval: { state: 'done' } });
    expect(await lineOf(lost.hand)).toMatchObject({ status: 'void', opening: null, back: '600' });
    expect(await lineOf(kept)).toMatchObject({ status: 'in_play' });
    await voided(kept);
    await restart();
    expect(await found()).toEqual(holds);
  });
});

it('frees a player whose hand a restore of the database has stopped', async () => {
  const { solo, player } = await sitDown('Rosa');
  const { hand } = await solo.dealSetteEMezzo('1200');
  const before = await player.balance();
  await studio.stop();
  await asSuperuser(testbed.database, (client) =>
    client.query(`select begin_timeline('a restore')`),
  );
  studio = await testbed.start();
  await comeToWork();
  const back = await testbed.again(studio, player);
  const again = await new SoloPlayer(back).connect();
  const game = 'sette_e_mezzo';
  expect(await again.call('hand:open', { game })).toMatchObject({ refusal: 'game_is_closed' });
  await voided(hand.hand);
  expect(await back.balance()).toBe(before + 1_200n);
  // Its deck was kept, so it is shown and can be checked.
  expect(await lineOf(hand.hand)).toMatchObject({
    status: 'void',
    opening: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
  });
  expect((await again.open(game)).hand).not.toBe(hand.hand);
  expect(await found()).toEqual(holds);
});
