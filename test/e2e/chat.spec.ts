/**
 * The chat of a table, over the wire: who receives what, what is refused, and what a restart keeps.
 */
import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Player, Staff } from '../kit/clients.js';
import { SLOW, useTestbed } from '../kit/testbed.js';
import { asSuperuser } from '../kit/superuser.js';
import { type Studio, eventually } from '../kit/studio.js';

const testbed = useTestbed({
  tables: { 'pb-1': SLOW, 'pb-2': SLOW },
  env: {
    CHAT_PER_MINUTE: '6', // who has written four may take seconds to be refused
    TABLE_LEASE_MS: '9000', // a second studio takes no table from a slow first one
  },
});
let studio: Studio;
let dealer: Staff;
let manager: Staff;
let guests = 0;

beforeAll(async () => {
  studio = await testbed.start();
  dealer = await testbed.staff(studio, 'Dora');
  manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
  await dealer.makeReady();
});

const guest = (table = 'pb-1') =>
  testbed.player(studio, `Guest ${(guests += 1)}`, { euros: 100, table });

const saying = (text: string, table = 'pb-1') => ({ table, key: randomUUID() as string, text });

const said = async (speaker: Player | Staff, text: string, table = 'pb-1'): Promise<string> => {
  const reply = await (speaker as Player).call('chat:say', saying(text, table));
  if (!reply.ok) throw new Error(`“${text}” was refused: ${reply.refusal}`);
  return reply.id;
};

const read = async (player: Player, before?: string, table = 'pb-1') => {
  const request = { table, ...(before !== undefined && { before }) };
  const reply = await player.call('chat:read', request);
  if (!reply.ok) throw new Error(reply.refusal);
  return reply;
};

const chatHeard = ({ heard }: Player) => heard.filter(({ event }) => event.startsWith('chat:'));

const texts = (messages: readonly { text: string }[]) => messages.map(({ text }) => text);

describe('what a player says', () => {
  it('is received by all at the table, with a name and no number; by the staff with the number', async () => {
    const [anna, bea, elsewhere] = await Promise.all([guest(), guest(), guest('pb-2')]);
    const beforeMs = Date.now();
    const reply = await anna.call('chat:say', saying('  Buona sera <b>a tutti</b> 🍀 '));
    expect(reply).toMatchObject({ ok: true });
    const { id, atMs } = reply as unknown as { id: string; atMs: number };
    expect(atMs).toBeGreaterThan(beforeMs - 5_000);
    expect(atMs).toBeLessThan(Date.now() + 5_000);

    const message = {
      table: 'pb-1',
      id,
      name: expect.stringMatching(/^Guest \d+$/) as string,
      role: 'player',
      text: 'Buona sera <b>a tutti</b> 🍀',
      atMs,
    };
    const mine = (body: Record<string, unknown>) => body['id'] === id;
    expect(await bea.hears('chat:message', mine)).toEqual([message]);
    expect(await anna.hears('chat:message', mine)).toEqual([{ ...message, own: true }]);
    for (const staff of [dealer, manager]) {
      expect(await staff.hears('chat:message', mine)).toEqual([{ ...message, player: anna.id }]);
    }
    await read(elsewhere, undefined, 'pb-2'); // answered after whatever it was sent
    expect(chatHeard(elsewhere)).toEqual([]);
    expect((await read(bea)).messages.at(-1)).toEqual(message);
    expect((await read(anna)).messages.at(-1)).toEqual({ ...message, own: true });
  });

  it('is stored before it is sent: whoever receives it can read it', async () => {
    const anna = await guest();
    const bea = await guest();
    const id = await said(anna, 'Kept?');
    await bea.hears('chat:message', (body) => body['id'] === id);
    const { rows } = await testbed.pool.query('select text from chat_messages where id = $1', [id]);
    expect(rows).toEqual([{ text: 'Kept?' }]);
  });

  it('is published once, however often it is sent', async () => {
    const anna = await guest();
    const bea = await guest();
    const request = saying('Once');
    const first = await anna.call('chat:say', request);
    for (let retry = 0; retry < 10; retry += 1) {
      expect(await anna.call('chat:say', request)).toEqual(first); // though the pace allows four
    }
    expect(await anna.call('chat:say', { ...request, text: 'Twice' })).toEqual({
      ok: false,
      refusal: 'key_reused',
    });
    await said(anna, 'After');
    await bea.hears('chat:message', ({ text }) => text === 'After');
    expect(await bea.hears('chat:message', ({ text }) => text === 'Once')).toHaveLength(1);
  });

  it.each([
    ['nothing', ''],
    ['spaces', '   \t '],
    ['301 characters', 'a'.repeat(301)],
    ['two lines', 'one\ntwo'],
    ['a null', 'a\u0000b'],
    ['an escape', '\u001b[31mred'],
    ['a turn of direction', 'abc\u202Ecba'],
    ['half a character', 'a\uD800'],
    ['nothing to be seen', '\u200B\u200D'],
    ['letters that are not drawn', '\u3164\u115F\uFFA0 \u2800'],
    ['a heap of marks on a letter', `a${'\u0301'.repeat(9)}`],
    ['a heap of marks with nothing between', `a${'\u0301\u200D'.repeat(9)}`],
  ])('is refused where it is %s', async (_what, text) => {
    const anna = await guest();
    const before = await testbed.pool.query('select count(*) from chat_messages');
    const refused = { ok: false, refusal: 'malformed_message', at: 'text' };
    expect(await anna.call('chat:say', saying(text))).toEqual(refused);
    expect(await anna.call('support:say', { key: randomUUID(), text })).toEqual(refused);
    expect((await testbed.pool.query('select count(*) from chat_messages')).rows).toEqual(
      before.rows,
    );
  });

  it('may be 300 characters long', async () => {
    await said(await guest(), 'a'.repeat(300));
  });

  it('is sent and read at the tables that the player has joined', async () => {
    const anna = await guest();
    const before = await testbed.pool.query('select count(*) from chat_messages');
    for (const [table, refusal] of [
      ['pb-2', 'not_joined'],
      ['pb-9', 'unknown_table'],
    ] as const) {
      expect(await anna.call('chat:say', saying('Hello?', table))).toEqual({ ok: false, refusal });
      expect(await anna.call('chat:read', { table })).toEqual({ ok: false, refusal });
    }
    await anna.call('table:leave', { table: 'pb-1' });
    const refused = { ok: false, refusal: 'not_joined' };
    expect(await anna.call('chat:say', saying('Hello?'))).toEqual(refused);
    const own = await said(dealer, 'Good night');
    await dealer.hears('chat:message', ({ id }) => id === own);
    await anna.call('session:read', {}); // answered after whatever she was sent
    expect(chatHeard(anna)).toEqual([]);
    expect((await testbed.pool.query('select count(*) from chat_messages')).rows[0]).toEqual({
      count: String(Number((before.rows[0] as { count: string }).count) + 1),
    });
  });
});

describe('a player who writes too fast', () => {
  it('is refused on every connection, and nobody else is', async () => {
    const anna = await guest();
    const bea = await guest();
    for (let each = 1; each <= 4; each += 1) await said(anna, `Number ${each}`);
    const refused = { ok: false, refusal: 'chat_too_fast' };
    expect(await anna.call('chat:say', saying('Number 5'))).toEqual(refused);
    const back = await testbed.again(studio, anna); // which closes the first one
    await back.join();
    expect(await back.call('chat:say', saying('Number 5'))).toEqual(refused);
    expect(await back.call('support:say', { key: randomUUID(), text: 'Number 5' })).toEqual(
      refused,
    );
    await said(bea, 'I can');
    await eventually(
      'she may write again',
      async () => (await back.call('chat:say', saying('Number 5'))).ok,
      { everyMs: 200 },
    );
    expect(texts((await read(bea)).messages).slice(-6)).toEqual([
      'Number 1',
      'Number 2',
      'Number 3',
      'Number 4',
      'I can',
      'Number 5',
    ]);
  });

  it('is refused together with the others of one address', async () => {
    const strict = await testbed.start({ CHAT_ADDRESS_AT_ONCE: '6', CHAT_ADDRESS_PER_MINUTE: '1' });
    const crowd = await Promise.all(
      Array.from({ length: 3 }, (_, each) =>
        testbed.visitor(strict, `Crowd ${each}`, { euros: 0 }),
      ),
    );
    const replies = [];
    for (let each = 0; each < 9; each += 1) {
      const request = { key: randomUUID(), text: `Number ${each}` };
      replies.push(await crowd[each % 3]!.call('support:say', request));
    }
    const refusals = replies.map((reply) => (reply.ok ? 'ok' : reply.refusal));
    expect(refusals).toEqual([
      ...Array<string>(6).fill('ok'),
      ...Array<string>(3).fill('chat_too_fast'),
    ]);
    await strict.stop();
  });
});

describe('what the staff say', () => {
  it('comes from the dealer at the dealer’s own table, and from the shift manager at any', async () => {
    const anna = await guest();
    const id = await said(dealer, 'Last bets, please');
    const [heard] = await anna.hears('chat:message', (body) => body['id'] === id);
    expect(heard).toMatchObject({ name: 'Dora', role: 'dealer', text: 'Last bets, please' });
    expect(heard).not.toHaveProperty('own');
    expect(heard).not.toHaveProperty('player');

    const other = await testbed.staff(studio, 'Nora');
    expect(await other.call('chat:say', saying('Ciao'))).toEqual({
      ok: false,
      refusal: 'not_the_dealer',
    });
    const managers = await said(manager, 'A short break');
    expect((await anna.hears('chat:message', (body) => body['id'] === managers))[0]).toMatchObject({
      name: 'Mona',
      role: 'shift_manager',
    });
    const request = saying('Once');
    const first = await dealer.call('chat:say', request);
    expect(await dealer.call('chat:say', request)).toEqual(first);
    expect(await dealer.call('chat:say', { ...request, text: 'Twice' })).toEqual({
      ok: false,
      refusal: 'key_reused',
    });
  });

  it('waits for a table that is not seen yet, since its dealer is not known', async () => {
    await testbed.pool.query(
      `insert into table_leases (table_id, owner, epoch, expires_at) values ('elsewhere', gen_random_uuid(), 1, now() + interval '1 hour')`,
    );
    await testbed.setTable('elsewhere', SLOW);
    const say = () => dealer.call('chat:say', saying('Ciao', 'elsewhere'));
    const refused = await eventually('the table is known', async () => {
      const reply = await say();
      return reply.ok || reply.refusal === 'unknown_table' ? undefined : reply;
    });
    expect(refused).toEqual({ ok: false, refusal: 'table_is_moving' });
  });

  it('is written by the roles that may write, and read by all', async () => {
    for (const [role, reply] of [
      ['administrator', { ok: true }],
      ['auditor', { ok: false, refusal: 'not_allowed' }],
    ] as const) {
      const staff = await testbed.staff(studio, `the ${role}`, { role });
      expect(await staff.call('chat:say', saying('Hello')), role).toMatchObject(reply);
      expect(await staff.call('chat:read', { table: 'pb-1' }), role).toMatchObject({ ok: true });
    }
    expect(await dealer.call('chat:read', { table: 'pb-9' })).toEqual({
      ok: false,
      refusal: 'unknown_table',
    });
  });
});

describe('a reader', () => {
  it('is given the last fifty messages, oldest first, and those before them', async () => {
    const table = await testbed.addTable(studio, SLOW);
    const anna = await guest(table);
    for (let each = 1; each <= 60; each += 1) {
      await manager.call('chat:say', saying(`Number ${each}`, table));
    }
    const { messages, muted } = await read(anna, undefined, table);
    expect(muted).toBeNull();
    const numbers = Array.from({ length: 60 }, (_, each) => `Number ${each + 1}`);
    expect(texts(messages)).toEqual(numbers.slice(10));
    expect(texts((await read(anna, messages[0]!.id, table)).messages)).toEqual(
      numbers.slice(0, 10),
    );
    expect((await read(anna, '1', table)).messages).toEqual([]);
    const other = await read(await guest());
    expect(other.messages.some(({ table: of }) => of === table)).toBe(false);
  });
});

describe('a restart', () => {
  it('keeps the chat, and forgets what is older than 90 days', async () => {
    const anna = await guest();
    const old = await said(anna, 'Long ago');
    const request = saying('Just now');
    const first = await anna.call('chat:say', request);
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(`update chat_messages set at = at - interval '91 days' where id = $1`, [
        old,
      ]);
    });
    await studio.stop();
    studio = await testbed.restart();
    const back = await testbed.again(studio, anna);
    await back.join();
    expect(await back.call('chat:say', request)).toEqual(first);
    await eventually('it is forgotten', async () => {
      const { messages } = await read(back);
      return !texts(messages).includes('Long ago');
    });
    expect((await read(back)).messages.at(-1)).toMatchObject({ text: 'Just now', own: true });
    dealer = await testbed.staff(studio, 'Dora');
    manager = await testbed.staff(studio, 'Mona', { role: 'shift_manager' });
  });
});

describe.runIf(process.env['TEST_REDIS_URL'] !== undefined)('the daily job', () => {
  it('is on the schedule once, and forgets what is older than 90 days', async () => {
    const queue = new Queue('retention', { connection: { url: testbed.env['REDIS_URL']! } });
    const scheduled = await eventually('it is scheduled', async () => {
      const all = await queue.getJobSchedulers();
      return all.length > 0 && all;
    });
    expect(scheduled).toMatchObject([{ key: 'forget-chat', pattern: '0 4 * * *' }]);
    const old = await said(await guest(), 'Long ago');
    await asSuperuser(testbed.database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(`update chat_messages set at = at - interval '91 days' where id = $1`, [
        old,
      ]);
    });
    await queue.add('forget-chat', {});
    await eventually('it is forgotten', async () => {
      const { rowCount } = await testbed.pool.query('select from chat_messages where id = $1', [
        old,
      ]);
      return rowCount === 0;
    });
    await queue.close();
  });
});
