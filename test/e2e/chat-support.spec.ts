/**
 * Support, over the wire: a thread is between one player and those who answer; nobody else reads
 * it.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
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

    expect(await bea.call('support:read', {})).toEqual({ ok: true, messages: [] });
    expect(await bea.raw('support:read', { player: anna.id })).toMatchObject({
      refusal: 'malformed_message',
    });
    const staffs = {
      'support:answer': { player: anna.id, key: randomUUID(), text: 'x' },
      'support:list': {},
    };
    for (const [command, request] of Object.entries(staffs)) {
      expect(await bea.raw(command, request)).toEqual({ ok: false, refusal: 'unknown_command' });
    }
    for (const staff of [dealer, auditor]) {
      for (const [command, request] of Object.entries({
        ...staffs,
        'support:read': { player: anna.id },
      })) {
        expect(await staff.raw(command, request)).toEqual({ ok: false, refusal: 'not_allowed' });
      }
    }
    // Each of them was answered since: whatever they were sent has been received.
    for (const stranger of [bea, dealer, auditor]) {
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
