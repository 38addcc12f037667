/** Moderation of the chat, over the wire: who may, who is notified, and what it leaves behind. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPlayer } from '../../src/ledger/open-player.js';
import { amount } from '../../src/money/amount.js';
import { inTransaction } from '../../src/platform/transaction.js';
import { Player, type Staff } from '../kit/clients.js';
import { SLOW, sign, useTestbed } from '../kit/testbed.js';
import { asSuperuser } from '../kit/superuser.js';
import type { Studio } from '../kit/studio.js';

const testbed = useTestbed({ tables: { 'pb-1': SLOW, 'pb-2': SLOW } });
let studio: Studio;
let dealer: Staff;
let manager: Staff;
let guests = 0;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
});

const guest = () => testbed.player(studio, `Guest ${(guests += 1)}`, { euros: 100 });

const say = (player: Player, text = 'Hello', table = 'pb-1') =>
  player.call('chat:say', { table, key: randomUUID(), text });

const said = async (player: Player, text?: string): Promise<string> => {
  const reply = await say(player, text);
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.id;
};

const mutedOf = async (player: Player, table = 'pb-1') => {
  const reply = await player.call('chat:read', { table });
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.muted;
};

const heardOf = (player: Player) =>
  player.heard.filter(({ event }) => event === 'chat:muted').map(({ body }) => body['reason']);

const MUTED = { ok: false, refusal: 'muted' };

describe('a muted player', () => {
  it('is notified at once, is refused until the mute ends, reads the others, and is notified when it is lifted', async () => {
    const [anna, bea] = await Promise.all([guest(), guest()]);
    const order = { player: anna.id, table: 'pb-1', minutes: 10, reason: 'Insults' };
    const beforeMs = Date.now();
    const reply = await manager.call('chat:mute', order);
    const untilMs = (reply as unknown as { untilMs: number }).untilMs;
    expect(reply).toEqual({ ok: true, player: anna.id, untilMs });
    expect(untilMs).toBeGreaterThan(beforeMs + 600_000 - 5_000);
    expect(untilMs).toBeLessThan(Date.now() + 600_000 + 5_000);
    const mute = { table: 'pb-1', untilMs, reason: 'Insults' };
    expect(await anna.hears('chat:muted')).toEqual([mute]);
    expect(await mutedOf(anna)).toEqual(mute);
    expect(await say(anna)).toEqual(MUTED);
    const back = await testbed.again(studio, anna);
    await back.join();
    expect(await mutedOf(back)).toEqual(mute);
    expect(await say(back)).toEqual(MUTED);

    const id = await said(bea, 'Can you hear me?');
    await back.hears('chat:message', (body) => body['id'] === id);
    const support = { key: randomUUID(), text: 'Why am I muted?' };
    expect(await back.call('support:say', support)).toMatchObject({ ok: true });

    const lift = { player: anna.id, table: 'pb-1', reason: 'Has said sorry' };
    expect(await manager.call('chat:unmute', lift)).toEqual({ ok: true, lifted: 1 });
    expect(await back.hears('chat:unmuted')).toEqual([{ table: 'pb-1' }]);
    expect(await mutedOf(back)).toBeNull();
    await said(back, 'Sorry');
    expect(bea.heard.filter(({ event }) => event === 'chat:muted')).toEqual([]);
  });

  it('may write again when the mute is over', async () => {
    const anna = await guest();
    const order = { player: anna.id, table: null, minutes: 1, reason: 'Insults' };
    await manager.call('chat:mute', order);
    expect(await say(anna)).toEqual(MUTED);
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        `update chat_mutes set at = at - interval '1 minute', until = until - interval '1 minute'
          where player_id = $1`,
        [anna.id],
      );
    });
    expect(await mutedOf(anna)).toBeNull();
    await said(anna);
  });

  it('is named by one of their messages, and muted at one table or at all, for a time or for good', async () => {
    const anna = await guest();
    await anna.join(undefined, 'pb-2');
    const message = await said(anna, 'Fools!');
    const atOne = { message, table: 'pb-2', minutes: 5, reason: 'Insults' };
    expect(await manager.call('chat:mute', atOne)).toMatchObject({ ok: true, player: anna.id });
    expect(await say(anna, 'Here', 'pb-2')).toEqual(MUTED);
    await said(anna, 'But here');
    const forGood = { message, table: null, minutes: null, reason: 'Insults' };
    expect(await manager.call('chat:mute', forGood)).toEqual({
      ok: true,
      player: anna.id,
      untilMs: null,
    });
    expect(await say(anna)).toEqual(MUTED);
    expect(await mutedOf(anna)).toEqual({ table: null, untilMs: null, reason: 'Insults' });
    const lift = { player: anna.id, table: null, reason: 'Enough' };
    expect(await manager.call('chat:unmute', lift)).toEqual({ ok: true, lifted: 2 });
    expect(await anna.hears('chat:unmuted')).toEqual([{ table: null }]);
    await said(anna);
    expect(await manager.call('chat:unmute', lift)).toEqual({ ok: false, refusal: 'not_muted' });
  });

  it('hears of the mute that lasts longest, and of one that lasts longer still at a table', async () => {
    const anna = await guest();
    const mute = (table: string | null, minutes: number, reason: string) =>
      manager.call('chat:mute', { player: anna.id, table, minutes, reason });
    const heard = async (times: number) => {
      await anna.until('all of it', () => heardOf(anna).length >= times);
      return heardOf(anna).slice(-times);
    };
    await mute('pb-1', 60, 'Insults');
    await mute('pb-1', 5, 'Spam');
    expect(await heard(2)).toEqual(['Insults', 'Insults']);
    await mute(null, 10, 'Noise');
    expect(await heard(4)).toEqual(['Insults', 'Insults', 'Noise', 'Insults']);
    expect(await mutedOf(anna)).toMatchObject({ reason: 'Insults' });
    await mute(null, 90, 'Threats');
    expect((await heard(5)).at(-1)).toBe('Threats');
    expect(await mutedOf(anna)).toMatchObject({ reason: 'Threats' });
  });

  it('is the person, who writes in no other currency either', async () => {
    const anna = await guest();
    const inTrial = await inTransaction(testbed.pool, async (tx) => {
      const { rows } = await tx.query<{ operator_id: string; ref: string }>(
        'select operator_id, ref from players where id = $1',
        [anna.id],
      );
      const { operator_id, ref } = rows[0]!;
      return openPlayer(tx, operator_id, ref, 'Anna', amount(0n), 'XXX');
    });
    const token = await sign({ id: inTrial, role: 'player' });
    const trial = await testbed.connect(new Player(studio.url, token, inTrial, 'pb-1'));
    await trial.join();
    const order = { player: anna.id, table: null, minutes: 10, reason: 'Insults' };
    await manager.call('chat:mute', order);
    expect(await trial.hears('chat:muted')).toMatchObject([{ reason: 'Insults' }]);
    expect(await say(trial)).toEqual(MUTED);
    expect(await mutedOf(trial)).toMatchObject({ reason: 'Insults' });
    const lift = { player: inTrial, table: null, reason: 'Has said sorry' };
    expect(await manager.call('chat:unmute', lift)).toEqual({ ok: true, lifted: 1 });
    expect(await anna.hears('chat:unmuted')).toEqual([{ table: null }]);
    await said(anna);
  });

  it('stays on record with who muted and unmuted, when and why', async () => {
    const anna = await guest();
    const message = await said(anna, 'Fools!');
    await manager.call('chat:mute', { message, table: null, minutes: 10_080, reason: 'Insults' });
    await manager.call('chat:unmute', { player: anna.id, table: null, reason: 'Has said sorry' });
    const { rows } = await testbed.pool.query(
      `select m.by, m.reason, m.message_id, l.by as lifted_by, l.reason as lifted_for,
              m.at is not null and l.at is not null as timed
         from chat_mutes m join chat_unmutes l on l.mute_id = m.id where m.player_id = $1`,
      [anna.id],
    );
    expect(rows).toEqual([
      {
        by: 'Mona',
        reason: 'Insults',
        message_id: message,
        lifted_by: 'Mona',
        lifted_for: 'Has said sorry',
        timed: true,
      },
    ]);
  });
});

describe('a removed message', () => {
  it('disappears from the players’ screens, and stays for the staff', async () => {
    const [anna, bea] = await Promise.all([guest(), guest()]);
    const id = await said(anna, 'Buy gold');
    const removal = { table: 'pb-1', id, reason: 'An advertisement' };
    expect(await manager.call('chat:remove', removal)).toEqual({ ok: true });
    for (const client of [anna, bea, dealer]) {
      expect(await client.hears('chat:removed', (body) => body['id'] === id)).toEqual([
        { table: 'pb-1', id },
      ]);
    }
    const reply = await bea.call('chat:read', { table: 'pb-1' });
    expect(JSON.stringify(reply)).not.toContain('Buy gold');
    const staffs = await dealer.call('chat:read', { table: 'pb-1' });
    const kept = staffs.ok ? staffs.messages.find((message) => message.id === id) : undefined;
    expect(kept).toMatchObject({ text: 'Buy gold', player: anna.id, removed: true });
    const { rows } = await testbed.pool.query(
      'select by, reason from chat_removals where message_id = $1',
      [id],
    );
    expect(rows).toEqual([{ by: 'Mona', reason: 'An advertisement' }]);

    expect(await manager.call('chat:remove', { ...removal, reason: 'Again' })).toEqual({
      ok: true,
    });
    const after = await said(bea, 'Gone');
    await bea.hears('chat:message', (body) => body['id'] === after);
    expect(await bea.hears('chat:removed', (body) => body['id'] === id)).toHaveLength(1);
  });
});

describe('an order of the shift manager', () => {
  it('that names nobody and nothing is refused, and changes nothing', async () => {
    const anna = await guest();
    const own = await said(anna);
    const dealers = await dealer.call('chat:say', {
      table: 'pb-1',
      key: randomUUID(),
      text: 'Ciao',
    });
    const ofStaff = (dealers as unknown as { id: string }).id;
    const order = { table: null, minutes: 5, reason: 'Insults' };
    const cases = [
      ['chat:remove', { table: 'pb-2', id: own, reason: 'x' }, 'unknown_message'],
      ['chat:remove', { table: 'pb-1', id: '99999999', reason: 'x' }, 'unknown_message'],
      ['chat:mute', { ...order, player: '99999999' }, 'unknown_player'],
      ['chat:mute', { ...order, message: '99999999' }, 'unknown_message'],
      ['chat:mute', { ...order, message: ofStaff }, 'unknown_player'],
      ['chat:mute', { ...order, player: anna.id, table: 'pb-9' }, 'unknown_table'],
      ['chat:mute', { ...order }, 'malformed_message'],
      ['chat:mute', { ...order, player: anna.id, message: own }, 'malformed_message'],
      ['chat:mute', { ...order, player: anna.id, minutes: 0 }, 'malformed_message'],
      ['chat:mute', { ...order, player: anna.id, minutes: 10_081 }, 'malformed_message'],
      ['chat:unmute', { player: anna.id, table: null, reason: 'x' }, 'not_muted'],
    ] as const;
    const rows = () =>
      testbed.pool.query(`select (select count(*) from chat_mutes) as mutes,
        (select count(*) from chat_removals) as removals, (select count(*) from chat_unmutes) as unmutes`);
    const before = await rows();
    for (const [command, request, refusal] of cases) {
      expect(await manager.raw(command, request), JSON.stringify(request)).toMatchObject({
        ok: false,
        refusal,
      });
    }
    expect((await rows()).rows).toEqual(before.rows);
    const orders = anna.heard.filter(({ event }) => /^chat:(removed|muted|unmuted)$/.test(event));
    expect(orders).toEqual([]);
  });

  it('is recorded among the actions of the staff', async () => {
    const anna = await guest();
    const id = await said(anna, 'Fools!');
    const [table, reason] = ['pb-1', 'Insults'];
    await manager.call('chat:remove', { table, id, reason });
    await manager.call('chat:mute', { message: id, table, minutes: 5, reason });
    await manager.call('chat:mute', { message: '999999', table, minutes: 5, reason });
    await manager.call('chat:unmute', { player: anna.id, table: null, reason: 'Sorry' });
    const { rows } = await testbed.pool.query<Record<string, unknown>>(
      `select staff_id, operation, table_id, subject, reason from staff_actions order by id desc limit 3`,
    );
    expect(rows.reverse().map((row) => Object.values(row))).toEqual([
      ['Mona', 'chat:remove', table, id, reason],
      ['Mona', 'chat:mute', table, anna.id, reason],
      ['Mona', 'chat:unmute', null, anna.id, 'Sorry'],
    ]);
  });

  it('is not carried out, and nobody hears of it, where the staff’s log does not take its line', async () => {
    const anna = await guest();
    const id = await said(anna, 'Fools!');
    const order = { table: null, reason: 'Insults' };
    const mute = { ...order, player: anna.id, minutes: 5 };
    await manager.call('chat:mute', { ...mute, table: 'pb-2' });
    await anna.hears('chat:muted');
    const setLog = (change: string) =>
      asSuperuser(testbed.database, (superuser) =>
        superuser.query(`alter table staff_actions ${change}`),
      );
    await setLog(
      `add constraint of_the_test check (operation not like 'chat:%' or at < now() - interval '1 hour') not valid`,
    );
    const failed = { ok: false, refusal: 'internal_error' };
    try {
      expect(await manager.raw('chat:remove', { ...order, table: 'pb-1', id })).toEqual(failed);
      expect(await manager.raw('chat:mute', mute)).toEqual(failed);
      expect(await manager.raw('chat:unmute', { ...order, player: anna.id })).toEqual(failed);
    } finally {
      await setLog('drop constraint of_the_test');
    }
    expect(await mutedOf(anna)).toBeNull();
    const kept = await anna.call('chat:read', { table: 'pb-1' });
    expect(kept.ok && kept.messages.some((message) => message.id === id)).toBe(true);
    expect(await manager.call('chat:unmute', { ...order, player: anna.id })).toEqual({
      ok: true,
      lifted: 1,
    });
    await anna.hears('chat:unmuted');
    const orders = anna.heard.filter(({ event }) => /^chat:(removed|muted|unmuted)$/.test(event));
    expect(orders.map(({ event }) => event)).toEqual(['chat:muted', 'chat:unmuted']);
  });

  it('is refused to everybody else', async () => {
    const anna = await guest();
    const id = await said(anna);
    const orders = {
      'chat:remove': { table: 'pb-1', id, reason: 'x' },
      'chat:mute': { player: anna.id, table: null, minutes: 5, reason: 'x' },
      'chat:unmute': { player: anna.id, table: null, reason: 'x' },
    };
    for (const role of ['dealer', 'auditor', 'administrator']) {
      const staff = await testbed.staff(studio, `the ${role}`, { role });
      for (const [command, request] of Object.entries(orders)) {
        expect(await staff.raw(command, request), `${role}: ${command}`).toEqual({
          ok: false,
          refusal: 'not_allowed',
        });
      }
    }
    for (const [command, request] of Object.entries(orders)) {
      expect(await anna.raw(command, request)).toEqual({ ok: false, refusal: 'unknown_command' });
    }
  });
});
