/**
 * Support, over the wire: a thread is between one player and those who answer; nobody else reads
 * it.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Bulletins } from '../../src/platform/bulletins.service.js';
import type { Player, Staff } from '../kit/clients.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import type { Studio } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

/** The name of a table, and the number of a player. */
const NUMBER = '1000';
const testbed = useTestbed({ tables: { 'pb-1': SLOW, [NUMBER]: SLOW } });
let studio: Studio;
let manager: Staff;
let guests = 0;

beforeAll(async () => {
  studio = await testbed.start();
  manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
});

const guest = () => testbed.player(studio, `Guest ${(guests += 1)}`, { euros: 100 });

const write = async (player: Player, text: string): Promise<string> => {
  const reply = await player.call('support:say', { key: randomUUID(), text });
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.id;
};

const answer = (player: Player, text: string, by = manager) =>
  by.call('support:answer', { player: player.id, key: randomUUID(), text });

const threads = async () => {
  const reply = await manager.call('support:list', {});
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.threads;
};

const threadOf = async (player: Player) => {
  const thread = (await threads()).find((each) => each.player === player.id);
  if (thread === undefined) throw new Error('the player has not written');
  return thread;
};

/** These players, in the order of the list. */
const order = async (...players: readonly Player[]) => {
  const ids = players.map(({ id }) => id);
  return (await threads()).map(({ player }) => player).filter((player) => ids.includes(player));
};

describe('a support thread', () => {
  it('is received and read by the player and by those who answer, and by nobody else', async () => {
    const [anna, bea] = await Promise.all([guest(), guest()]);
    const dealer = await testbed.staff(studio, 'Dora');
    const auditor = await testbed.staff(studio, 'Aldo', { role: 'auditor' });
    const administrator = await testbed.staff(studio, 'Ada', { role: 'administrator' });

    const asked = await write(anna, 'Where is my secret bet?');
    const reply = await answer(anna, 'It was paid in secret.');
    expect(reply).toMatchObject({ ok: true });
    const isOfAnna = ({ player }: Record<string, unknown>) => player === anna.id;
    await anna.hears('support:message', ({ from }) => from === 'staff');
    expect(await anna.hears('support:message')).toMatchObject([
      { id: asked, from: 'player', text: 'Where is my secret bet?' },
      { from: 'staff', name: 'Mona', text: 'It was paid in secret.' },
    ]);
    for (const body of await anna.hears('support:message'))
      expect(body).not.toHaveProperty('player');
    for (const staff of [manager, administrator]) {
      await staff.hears('support:message', (body) => isOfAnna(body) && body['from'] === 'staff');
      expect(await staff.hears('support:message', isOfAnna)).toHaveLength(2);
    }
    // An auditor reads it, and writes nothing.
    await auditor.hears('support:message', (body) => isOfAnna(body) && body['from'] === 'staff');
    const read = { player: anna.id };
    expect(await auditor.call('support:read', read)).toEqual(
      await manager.call('support:read', read),
    );

    const own = await anna.call('support:read', {});
    expect(own).toMatchObject({
      ok: true,
      messages: [
        { from: 'player', name: expect.stringMatching(/^Guest/) as string },
        { from: 'staff', name: 'Mona' },
      ],
    });
    expect(await manager.call('support:read', { player: anna.id })).toMatchObject({
      ok: true,
      name: expect.stringMatching(/^Guest/) as string,
      messages: [
        { player: anna.id, from: 'player' },
        { player: anna.id, from: 'staff' },
      ],
    });

    expect(await bea.call('support:read', {})).toEqual({ ok: true, messages: [], settled: null });
    expect(await bea.raw('support:read', { player: anna.id })).toMatchObject({
      refusal: 'malformed_message',
    });
    const answering = {
      'support:answer': { player: anna.id, key: randomUUID(), text: 'x' },
      'support:take': { player: anna.id, from: 'Mona' },
      'support:release': { player: anna.id },
      'support:settle': { player: anna.id, message: asked },
    };
    const staffs = { ...answering, 'support:list': {} };
    for (const [command, request] of Object.entries(staffs)) {
      expect(await bea.raw(command, request)).toEqual({ ok: false, refusal: 'unknown_command' });
    }
    const refusesAll = async (staff: Staff, requests: Record<string, object>) => {
      for (const [command, request] of Object.entries(requests)) {
        expect(await staff.raw(command, request)).toEqual({ ok: false, refusal: 'not_allowed' });
      }
    };
    await refusesAll(auditor, answering);
    await refusesAll(dealer, { ...staffs, 'support:read': { player: anna.id } });
    // Each of them was answered since: whatever they were sent has been received.
    for (const stranger of [bea, dealer]) {
      expect(stranger.frames.filter((frame) => frame.includes('secret'))).toEqual([]);
    }
  });

  it('keeps each message once, whoever sends it again', async () => {
    const anna = await guest();
    const request = { key: randomUUID() as string, text: 'Hello?' };
    const first = await anna.call('support:say', request);
    expect(await anna.call('support:say', request)).toEqual(first);
    const reused = { ok: false, refusal: 'key_reused' };
    expect(await anna.call('support:say', { ...request, text: 'Hello!' })).toEqual(reused);
    expect(await manager.call('support:answer', { ...request, player: anna.id })).toEqual(reused);
    const reply = { player: anna.id, key: randomUUID(), text: 'Good evening' };
    const answered = await manager.call('support:answer', reply);
    expect(await manager.call('support:answer', reply)).toEqual(answered);
    const own = await anna.call('support:read', {});
    expect(own.ok && own.messages.map(({ text }) => text)).toEqual(['Hello?', 'Good evening']);
    expect(await anna.hears('support:message', ({ from }) => from === 'player')).toHaveLength(1);
  });

  it('that waits for an answer is listed first, the longest wait at the top', async () => {
    const [anna, bea, carla] = [await guest(), await guest(), await guest()];
    await write(anna, 'First');
    await write(bea, 'Second');
    await write(carla, 'Third');
    await answer(anna, 'Answered');
    const ids = [anna, bea, carla].map(({ id }) => id);
    const listed = (await threads()).filter(({ player }) => ids.includes(player));
    expect(listed.map(({ player, text, unanswered }) => [player, text, unanswered])).toEqual([
      [bea.id, 'Second', true],
      [carla.id, 'Third', true],
      [anna.id, 'Answered', false],
    ]);
    await write(anna, 'And now?');
    const later = (await threads()).filter(({ player }) => ids.includes(player));
    expect(later.map(({ player }) => player)).toEqual([bea.id, carla.id, anna.id]);
    expect(later.map(({ operator }) => operator)).toEqual(['house', 'house', 'house']);
  });

  it('waits since its first message without an answer, however often the player asks again', async () => {
    const [anna, bea] = [await guest(), await guest()];
    await write(anna, 'A question of before');
    await answer(anna, 'Answered');
    await write(anna, 'Where is my bet?');
    await write(bea, 'And mine?');
    await write(anna, 'Hello?');
    const [first, second] = [await threadOf(anna), await threadOf(bea)];
    expect(await order(anna, bea)).toEqual([anna.id, bea.id]);
    expect(first).toMatchObject({ text: 'Hello?', unanswered: true });
    expect(first.waitsSinceMs).toBeLessThanOrEqual(second.waitsSinceMs!);
    const own = await anna.call('support:read', {});
    expect(own.ok && own.messages.find(({ atMs }) => atMs === first.waitsSinceMs)?.text).toBe(
      'Where is my bet?',
    );
  });

  it('is read back as far as it goes, a hundred messages at a time', async () => {
    const anna = await guest();
    await testbed.pool.query(
      `insert into support_messages (player_id, key, text)
       select $1, gen_random_uuid(), 'Number ' || n from generate_series(1, 130) n`,
      [anna.id],
    );
    const texts = (reply: { readonly ok: boolean; readonly messages?: readonly unknown[] }) =>
      (reply.messages ?? []).map((message) => (message as { text: string }).text);
    const newest = await anna.call('support:read', {});
    expect([texts(newest).length, texts(newest)[0]]).toEqual([100, 'Number 31']);
    const before = newest.ok ? newest.messages[0]!.id : '';
    const older = await anna.call('support:read', { before });
    expect(texts(older)).toEqual(Array.from({ length: 30 }, (_, n) => `Number ${n + 1}`));
    const read = await manager.call('support:read', { player: anna.id, before });
    expect(texts(read)).toEqual(texts(older));
  });

  it('of a player who does not exist is refused', async () => {
    const before = await testbed.pool.query('select count(*) from support_messages');
    const nobody = { player: '99999999' };
    const refused = { ok: false, refusal: 'unknown_player' };
    expect(await manager.call('support:read', nobody)).toEqual(refused);
    expect(
      await manager.call('support:answer', { ...nobody, key: randomUUID(), text: 'Hello' }),
    ).toEqual(refused);
    expect((await testbed.pool.query('select count(*) from support_messages')).rows).toEqual(
      before.rows,
    );
  });

  it('is not that of a table which is named like the player’s number', async () => {
    await asSuperuser(testbed.database, (owner) =>
      owner.query(`alter sequence players_id_seq restart with ${NUMBER}`),
    );
    const anna = await testbed.visitor(studio, 'Anna', { table: NUMBER });
    expect(anna.id).toBe(NUMBER);
    const bea = await testbed.player(studio, 'Bea', { table: NUMBER });
    const asked = await write(anna, 'Where is my secret bet?');
    await anna.hears('support:message', ({ id }) => id === asked);
    const saying = { table: NUMBER, key: randomUUID(), text: 'Good evening' };
    expect(await bea.call('chat:say', saying)).toMatchObject({ ok: true });
    await bea.hears('chat:message');
    await answer(anna, 'It was paid in secret.');
    await anna.hears('support:message', ({ from }) => from === 'staff');
    expect(await anna.call('chat:say', saying)).toEqual({ ok: false, refusal: 'not_joined' });
    const heard = (player: Player, event: string) =>
      player.heard.filter((each) => each.event === event);
    expect(heard(bea, 'support:message')).toEqual([]);
    expect(heard(anna, 'chat:message')).toEqual([]);
  });
});

describe('a thread that is settled', () => {
  const settle = (player: Player, message: string, by = manager) =>
    by.call('support:settle', { player: player.id, message });

  it('is last in the list, and the player’s next message opens it again', async () => {
    const [anna, bea, carla] = [await guest(), await guest(), await guest()];
    await write(bea, 'A question');
    await answer(bea, 'Answered');
    const thanks = await write(anna, 'Thank you!');
    await write(carla, 'Where is my bet?');
    expect(await settle(anna, thanks)).toEqual({ ok: true });
    expect(await order(anna, bea, carla)).toEqual([carla.id, bea.id, anna.id]);
    expect(await threadOf(anna)).toMatchObject({
      ...{ unanswered: false, waitsSinceMs: null, settled: true, holder: null },
    });
    const [heard] = await anna.hears('support:settled');
    expect(heard).toMatchObject({ settled: { message: thanks } });
    expect(await anna.call('support:read', {})).toMatchObject(heard!);
    await manager.hears('support:noted', ({ player }) => player === anna.id);

    await write(anna, 'But it is not there!');
    expect(await order(anna, bea, carla)).toEqual([carla.id, anna.id, bea.id]);
    const again = await threadOf(anna);
    expect(again).toMatchObject({ unanswered: true, settled: false });
    expect(again.waitsSinceMs, 'since the new message').toBe(again.atMs);
    expect(await anna.call('support:read', {})).toMatchObject({ settled: null });
  });

  it('is so once, and only with its last message read', async () => {
    const anna = await guest();
    const first = await write(anna, 'Where is my bet?');
    const last = await write(anna, 'Hello?');
    const stale = { ok: false, refusal: 'written_since' };
    expect(await settle(anna, first)).toEqual(stale);
    expect(await threadOf(anna)).toMatchObject({ unanswered: true });
    for (const by of [manager, manager]) expect(await settle(anna, last, by)).toEqual({ ok: true });
    const read = await manager.call('support:read', { player: anna.id });
    expect(read).toMatchObject({
      settled: { message: last },
      notes: [{ kind: 'settled', by: 'Mona', message: last }],
    });
    const nobody = await guest();
    expect(await settle(nobody, last)).toEqual({ ok: false, refusal: 'nothing_written' });
  });

  it('is opened by whoever takes it, and waits since when it did', async () => {
    const anna = await guest();
    await write(anna, 'Where is my bet?');
    const last = await write(anna, 'Hello?');
    const { waitsSinceMs } = await threadOf(anna);
    await settle(anna, last);
    const take = { player: anna.id, from: null };
    expect(await manager.call('support:take', take)).toEqual({ ok: true });
    expect(await threadOf(anna)).toMatchObject({
      ...{ unanswered: true, waitsSinceMs, settled: false, holder: 'Mona' },
    });
    await anna.hears('support:settled', ({ settled }) => settled === null);
    await write(anna, 'Is anybody there?');
    expect(await threadOf(anna), 'it was settled in vain').toMatchObject({ waitsSinceMs });
  });
});

describe('who has a thread', () => {
  let max: Staff;
  const take = (player: Player, from: string | null, by: Staff) =>
    by.call('support:take', { player: player.id, from });
  const holder = async (player: Player) => (await threadOf(player)).holder;

  beforeAll(async () => {
    max = await testbed.staff(studio, 'Max', { role: 'shift_manager' });
  });

  it('is whoever took it or answered last, until it is left or settled', async () => {
    const anna = await guest();
    const nothing = { ok: false, refusal: 'nothing_written' };
    expect(await take(anna, null, max)).toEqual(nothing);
    await write(anna, 'Where is my bet?');
    expect(await holder(anna)).toBeNull();
    expect(await take(anna, null, max)).toEqual({ ok: true });
    expect(await holder(anna)).toBe('Max');
    await answer(anna, 'We look into it.');
    expect(await holder(anna)).toBe('Mona');
    const leave = { player: anna.id };
    expect(await max.call('support:release', leave)).toEqual({ ok: false, refusal: 'not_taken' });
    expect(await manager.call('support:release', leave)).toEqual({ ok: true });
    expect(await holder(anna)).toBeNull();
    await write(anna, 'And?');
    expect(await take(anna, null, max)).toEqual({ ok: true });
    const read = await manager.call('support:read', { player: anna.id });
    expect(read).toMatchObject({
      holder: 'Max',
      notes: [
        { kind: 'taken', by: 'Max' },
        { kind: 'released', by: 'Mona' },
        { kind: 'taken', by: 'Max' },
      ],
    });
    expect(anna.heard.filter(({ event }) => event === 'support:settled')).toEqual([]);
  });

  it('is one of two who take it at a time, and a colleague who knows of it may take it over', async () => {
    const anna = await guest();
    await write(anna, 'Where is my bet?');
    const replies = await Promise.all([take(anna, null, manager), take(anna, null, max)]);
    expect(replies.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(replies).toContainEqual({ ok: false, refusal: 'taken_meanwhile' });
    const [first, other] = replies[0].ok ? [manager, max] : [max, manager];
    expect(await take(anna, null, first), 'again').toEqual({ ok: true });
    const had = await holder(anna);
    expect(await take(anna, had, other)).toEqual({ ok: true });
    expect(await holder(anna)).not.toBe(had);
  });

  it('and that it is settled, is in the staff’s log', async () => {
    const anna = await guest();
    const last = await write(anna, 'Where is my bet?');
    const { id: player } = anna;
    await max.call('support:take', { player, from: null });
    await max.call('support:release', { player });
    await max.call('support:settle', { player, message: last });
    const { rows } = await testbed.pool.query<Record<string, unknown>>(
      `select staff_id, operation, before ->> 'holder' as holder, after ->> 'message' as message
         from staff_actions where subject = $1 and operation like 'support:%' order by id`,
      [player],
    );
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['Max', 'support:take', null, last],
      ['Max', 'support:release', 'Max', last],
      ['Max', 'support:settle', null, last],
    ]);
  });
});

describe('what Redis is late with', () => {
  it('comes out of the database, once: answers, notes, mutes and removals', async () => {
    const other = await testbed.start();
    const anna = await testbed.player(other, 'Anna', { euros: 100 });
    await write(anna, 'Where is my bet?');
    const said = await anna.call('chat:say', { table: 'pb-1', key: randomUUID(), text: 'Fools!' });
    const id = said.ok ? said.id : '';
    const late: (() => unknown)[] = [];
    const post = vi.spyOn(Bulletins.prototype, 'post').mockImplementation(function (
      this: Bulletins,
      ...bulletin
    ) {
      late.push(() => this.post(...bulletin));
      return Promise.resolve(false);
    });
    const order = { player: anna.id, table: null, reason: 'Insults' };
    try {
      const answered = await answer(anna, 'We look into it.');
      const message = answered.ok ? answered.id : '';
      await manager.call('support:settle', { player: anna.id, message });
      await manager.call('chat:remove', { table: 'pb-1', id, reason: 'Insults' });
      await manager.call('chat:mute', { ...order, minutes: 5 });
      await manager.call('chat:unmute', order);
    } finally {
      post.mockRestore();
    }
    const heard = () =>
      anna.heard.filter(({ event }) => /^(chat|support):/.test(event)).map(({ event }) => event);
    const before = heard();
    await manager.call('chat:mute', { ...order, minutes: 10 });
    await testbed.passing(anna.hears('chat:unmuted'));
    // What holds comes last, although it came before what was late.
    await anna.until(
      'the last mute',
      () => heard().filter((each) => each === 'chat:muted').length === 3,
    );
    expect(heard().slice(before.length)).toEqual([
      'chat:muted',
      'support:message',
      'support:settled',
      'chat:removed',
      'chat:muted',
      'chat:unmuted',
      'chat:muted',
    ]);
    for (const come of late) come();
    await answer(anna, 'It was paid.');
    await anna.hears('support:message', ({ text }) => text === 'It was paid.');
    await testbed.advance(10_000);
    expect(heard().slice(before.length + 7)).toEqual(['support:message']);
  });
});
