/**
 * What is written is kept as it was written, for 90 days and no longer; the database says so,
 * whatever the application asks.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Author } from '../../src/chat/chat-log.js';
import { ChatBroadcast } from '../../src/chat/chat-broadcast.js';
import { Chat } from '../../src/chat/chat.service.js';
import { Moderation } from '../../src/chat/moderation.service.js';
import { SupportDesk } from '../../src/chat/support-desk.service.js';
import { LOCK_THREAD } from '../../src/chat/support-rows.js';
import { Support } from '../../src/chat/support.service.js';
import { createSockets } from '../../src/platform/sockets.js';
import { Audit } from '../../src/staff/audit.service.js';
import { Broadcast } from '../../src/table/broadcast.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

const TABLES = [
  'chat_messages',
  'chat_removals',
  'chat_mutes',
  'chat_unmutes',
  'support_messages',
  'support_notes',
] as const;

/** There is no other process. */
const ALONE = { on: () => undefined, post: () => Promise.resolve(false) };

let database: TestDatabase;
let chat: Chat;
let moderation: Moderation;
let support: Support;
let desk: SupportDesk;
let player: string;
let anna: Author;

beforeAll(async () => {
  database = await createDatabase();
  await database.pool.query(
    `insert into staff (id, role, name) values ('Mona', 'shift_manager', 'Mona')`,
  );
  const chatBroadcast = new ChatBroadcast(
    new Broadcast(createSockets(), ALONE),
    ALONE,
    database.pool,
    { nowMs: Date.now },
    { poll: vi.fn() },
  );
  chat = new Chat(database.pool, chatBroadcast);
  const audit = new Audit(database.pool);
  moderation = new Moderation(database.pool, database.pool, chatBroadcast, audit);
  desk = new SupportDesk(database.pool, chatBroadcast, audit);
  support = new Support(database.pool, chatBroadcast);
});
afterAll(() => database.drop());

const newPlayer = async (): Promise<void> => {
  const [opened] = await openPlayers(database.pool, [0]);
  player = opened!.id;
  anna = { role: 'player', player, staff: null };
};

const say = async (text: string, author = anna, key: string = randomUUID()): Promise<string> => {
  const reply = await chat.say(author, { table: 'pb-1', key, text });
  if (!reply.ok) throw new Error(reply.refusal);
  return reply.id;
};

const mute = async (minutes: number | null): Promise<void> => {
  const order = {
    player,
    message: undefined,
    table: 'pb-1',
    minutes,
    by: 'Mona',
    reason: 'insults',
  };
  expect(await moderation.mute(order)).toMatchObject({ ok: true });
};

/** One row of each kind. */
const write = async (): Promise<string> => {
  await newPlayer();
  const id = await say('Good evening');
  await moderation.remove({ table: 'pb-1', id, by: 'Mona', reason: 'an advertisement' });
  await mute(10);
  await moderation.unmute({ player, table: null, by: 'Mona', reason: 'a mistake' });
  await support.write({ player, staff: null, key: randomUUID(), text: 'Help!' });
  expect(await desk.take(player, 'Mona', null)).toEqual({ ok: true });
  return id;
};

/** Puts everything back in time, as only somebody who switches the triggers off can. */
const age = (days: number, where = ''): Promise<void> =>
  asSuperuser(database, async (superuser) => {
    await superuser.query('set session_replication_role = replica');
    for (const table of TABLES) {
      const until = table === 'chat_mutes' ? `, until = until - interval '${days} days'` : '';
      await superuser.query(
        `update ${table} set at = at - interval '${days} days' ${until} ${where}`,
      );
    }
  });

const forget = async (batch = 1_000): Promise<number> => {
  const { rows } = await database.pool.query<{ gone: number }>('select forget_chat($1) as gone', [
    batch,
  ]);
  return rows[0]!.gone;
};

const counts = async (): Promise<readonly number[]> =>
  Promise.all(
    TABLES.map(async (table) => {
      const { rows } = await database.pool.query<{ n: number }>(
        `select count(*)::int as n from ${table}`,
      );
      return rows[0]!.n;
    }),
  );

const emptied = async (): Promise<void> => {
  await asSuperuser(database, async (superuser) => {
    await superuser.query('set session_replication_role = replica');
    for (const table of TABLES) await superuser.query(`delete from ${table}`);
  });
};

describe('what is written', () => {
  it.each(TABLES)('in %s cannot be changed or deleted, not even by its owner', async (table) => {
    await emptied();
    await write();
    const { pool } = database;
    for (const change of [
      `delete from ${table}`,
      `update ${table} set at = at`,
      `truncate ${table}`,
    ]) {
      await expect(pool.query(change), change).rejects.toThrow('permission denied');
      await asSuperuser(database, async (superuser) => {
        await expect(
          superuser.query(`${change}${change.startsWith('trunc') ? ' cascade' : ''}`),
          change,
        ).rejects.toThrow(/is kept|insert-only|is still there/);
      });
    }
    expect(await counts()).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it('has the time of the database: the application can neither antedate nor forget', async () => {
    await write();
    const antedated = [
      `insert into chat_messages (table_id, player_id, role, name, key, text, at)
       values ('pb-1', ${player}, 'player', 'Anna', gen_random_uuid(), 'x', now() - interval '1 year')`,
      `insert into support_messages (player_id, key, text, at)
       values (${player}, gen_random_uuid(), 'x', now() - interval '1 year')`,
      `insert into chat_mutes (player_id, until, by, reason, at)
       values (${player}, now() - interval '1 year', 'x', 'x', now() - interval '2 years')`,
    ];
    for (const sql of antedated) {
      await expect(database.pool.query(sql)).rejects.toThrow('permission denied');
    }
    const overBefore = `insert into chat_mutes (player_id, until, by, reason)
      values (${player}, now() - interval '1 year', 'x', 'x')`;
    await expect(database.pool.query(overBefore)).rejects.toThrow(
      'chat_mutes_end_after_they_begin',
    );
    const before = await counts();
    expect(await forget()).toBe(0);
    expect(await counts()).toEqual(before);
  });

  it('has one author, and the role of that author', async () => {
    await newPlayer();
    const rows = [
      `('pb-1', null, null, 'dealer', 'x', gen_random_uuid(), 'x')`,
      `('pb-1', ${player}, 'Dora', 'player', 'x', gen_random_uuid(), 'x')`,
      `('pb-1', ${player}, null, 'dealer', 'x', gen_random_uuid(), 'x')`,
      `('pb-1', null, 'Dora', 'player', 'x', gen_random_uuid(), 'x')`,
      `('pb-1', null, 'Dora', 'dealer', 'x', gen_random_uuid(), '')`,
    ];
    for (const row of rows) {
      await expect(
        database.pool.query(
          `insert into chat_messages (table_id, player_id, staff, role, name, key, text) values ${row}`,
        ),
        row,
      ).rejects.toThrow('check constraint');
    }
  });
});

describe('what is 90 days old', () => {
  it('is deleted, and what is a moment younger is not', async () => {
    await emptied();
    await write();
    await age(90);
    await write();
    await age(89);
    await say('a moment ago');
    // A message with its removal, a mute with its end, a letter to support with its note.
    expect(await forget()).toBe(3);
    expect(await counts()).toEqual([2, 1, 1, 1, 1, 1]);
    expect(await forget()).toBe(0);
    await age(1);
    expect(await forget()).toBe(3);
    expect(await counts()).toEqual([1, 0, 0, 0, 0, 0]);
  });

  it('is deleted some at a time', async () => {
    await emptied();
    await newPlayer();
    for (let each = 0; each < 5; each += 1) await say(`Number ${each}`);
    await age(91);
    expect([await forget(2), await forget(2), await forget(2), await forget(2)]).toEqual([
      2, 2, 1, 0,
    ]);
  });

  it('is a mute that holds, and it stays', async () => {
    await emptied();
    await newPlayer();
    await mute(null);
    await age(200);
    expect(await forget()).toBe(0);
    expect(await moderation.muteOf(player, 'pb-1')).toMatchObject({ untilMs: null });
    await moderation.unmute({ player, table: 'pb-1', by: 'Mona', reason: 'long enough' });
    await age(89);
    expect(await forget()).toBe(0);
    await age(1);
    expect(await forget()).toBe(1);
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('is deleted by the application in no other way', async () => {
    await emptied();
    await write();
    await age(91);
    for (const table of TABLES) {
      await expect(database.pool.query(`delete from ${table}`)).rejects.toThrow(
        'permission denied',
      );
    }
  });
});

describe('a message', () => {
  it('under one key is one, however many times it is sent at once', async () => {
    await newPlayer();
    const key = randomUUID();
    const ids = await Promise.all(Array.from({ length: 8 }, () => say('Once', anna, key)));
    expect(new Set(ids).size).toBe(1);
    const other = { table: 'pb-1', key, text: 'Twice' };
    expect(await chat.say(anna, other)).toEqual({ ok: false, refusal: 'key_reused' });
    expect(await chat.say(anna, { ...other, text: 'Once', table: 'pb-2' })).toEqual({
      ok: false,
      refusal: 'key_reused',
    });
  });

  it('has a key of its author’s own', async () => {
    await newPlayer();
    const key = randomUUID();
    const first = await say('Mine', anna, key);
    const dora: Author = { role: 'dealer', player: null, staff: 'Dora' };
    const second = await say('Dora’s', dora, key);
    await newPlayer();
    const third = await say('Another’s', anna, key);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  it('that says why it may not be kept is not, and its retry is not asked again', async () => {
    await newPlayer();
    const saying = { table: 'pb-1', key: randomUUID(), text: 'Hm' };
    const refuse = async () => 'muted' as const;
    const before = await counts();
    expect(await chat.say(anna, saying, refuse)).toEqual({ ok: false, refusal: 'muted' });
    expect(await counts()).toEqual(before);
    const kept = await chat.say(anna, saying);
    expect(await chat.say(anna, saying, refuse)).toEqual(kept);
  });
});

describe('a thread of support', () => {
  it('is not settled by one who has not read what was being written', async () => {
    await newPlayer();
    const asked = await support.write({ player, staff: null, key: randomUUID(), text: 'Help!' });
    const first = asked.ok ? asked.id : '';
    await asSuperuser(database, async (other) => {
      await other.query('begin');
      await other.query(LOCK_THREAD({ player }));
      await other.query(
        `insert into support_messages (player_id, key, text) values ($1, gen_random_uuid(), 'Hello?')`,
        [player],
      );
      const settled = desk.settle(player, 'Mona', first);
      await untilWaitingForLocks(database, 1);
      await other.query('commit');
      expect(await settled).toEqual({ ok: false, refusal: 'written_since' });
    });
    expect(await support.state(player)).toMatchObject({ settled: null });
  });

  it('goes on in the order in which it is written', async () => {
    await newPlayer();
    await asSuperuser(database, async (other) => {
      await other.query('begin');
      await other.query(LOCK_THREAD({ player }));
      const written = support.write({ player, staff: null, key: randomUUID(), text: 'Help!' });
      await untilWaitingForLocks(database, 1);
      await other.query('rollback');
      expect(await written).toMatchObject({ ok: true });
    });
  });
});

describe('a mute', () => {
  const at = (table: string) => moderation.muteOf(player, table);

  it('ends by itself', async () => {
    await newPlayer();
    await mute(10);
    expect(await at('pb-1')).toMatchObject({ table: 'pb-1', reason: 'insults' });
    expect(await at('pb-2')).toBeNull();
    await asSuperuser(database, async (superuser) => {
      await superuser.query('set session_replication_role = replica');
      await superuser.query(
        `update chat_mutes set at = at - interval '601 s', until = until - interval '601 s'`,
      );
    });
    expect(await at('pb-1')).toBeNull();
  });

  it('of several is over when each is', async () => {
    await newPlayer();
    const order = { player, message: undefined, by: 'Mona', reason: 'insults' };
    await moderation.mute({ ...order, table: null, minutes: 5 });
    await moderation.mute({ ...order, table: 'pb-1', minutes: null });
    expect(await at('pb-1')).toMatchObject({ table: 'pb-1', untilMs: null });
    expect(await at('pb-2')).toMatchObject({ table: null });
    const lift = { player, by: 'Mona', reason: 'enough' };
    expect(await moderation.unmute({ ...lift, table: 'pb-1' })).toBe(1);
    expect(await at('pb-1')).toMatchObject({ table: null });
    expect(await moderation.unmute({ ...lift, table: 'pb-1' })).toBe(0);
    expect(await moderation.unmute({ ...lift, table: null })).toBe(1);
    expect(await at('pb-1')).toBeNull();
  });
});
