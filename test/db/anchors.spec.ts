/** The anchors of the logs: when they are set, and what the database takes for one. */
import { randomUUID } from 'node:crypto';
import type { PinoLogger } from 'nestjs-pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { AnchorAges } from '../../src/audit/anchor-ages.service.js';
import { readAnchors } from '../../src/audit/anchor-rows.js';
import { isSignedBy } from '../../src/audit/anchor.js';
import { makeUpAnchorKey, parsePublicKey } from '../../src/audit/anchor-key.js';
import { systemClock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Poller } from '../../src/platform/poller.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';
import { anchorsOf, writeEvent } from '../kit/written-log.js';

const HOUR = 3_600_000;
let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const newTable = async (): Promise<string> => {
  const id = `t-${randomUUID().slice(0, 8)}`;
  await database.pool.query(`insert into tables (id, settings) values ($1, '{}')`, [id]);
  return id;
};

const anchorsAt = async (table: string) =>
  (await readAnchors(database.pool)).filter((anchor) => anchor.table === table);

const act = (operation: string) =>
  database.pool.query(
    `insert into staff_actions (staff_id, operation, reason) values ('studio', $1, 'a test')`,
    [operation],
  );

describe('an anchor', () => {
  it('is set for every log that has something new, once', async () => {
    const [one, other, silent] = [await newTable(), await newTable(), await newTable()];
    const anchors = anchorsOf(database.pool);
    for (const table of [one, one, other]) await writeEvent(database.pool, table);
    await act('test:something');
    expect(await anchors.set()).toBe(3);
    expect(await anchors.set()).toBe(0);
    expect(await anchors.set('start')).toBe(0);
    expect(await anchorsAt(one)).toMatchObject([{ number: 1n, seq: 2n, reason: 'hour' }]);
    expect(await anchorsAt(other)).toMatchObject([{ number: 1n, seq: 1n, reason: 'hour' }]);
    expect(await anchorsAt('@staff')).toMatchObject([{ number: 1n, seq: 1n }]);
    expect(await anchorsAt(silent)).toEqual([]);
  });

  it('is signed, over what it says and the anchor before it', async () => {
    const table = await newTable();
    const { key, set } = anchorsOf(database.pool);
    await writeEvent(database.pool, table);
    await set('start');
    await writeEvent(database.pool, table);
    await set();
    const [first, second] = await anchorsAt(table);
    const publicKey = parsePublicKey(key.publicKey)!;
    expect(first!.reason).toBe('start');
    expect(isSignedBy(first!, undefined, publicKey)).toBe(true);
    expect(isSignedBy(second!, first!.signature, publicKey)).toBe(true);
    expect(isSignedBy(second!, undefined, publicKey)).toBe(false);
    expect(isSignedBy({ ...second!, seq: 1n }, first!.signature, publicKey)).toBe(false);
    const other = parsePublicKey(makeUpAnchorKey().publicKey)!;
    expect(isSignedBy(first!, undefined, other)).toBe(false);
  });

  it('is set again by a process that runs on over a restore to before its key was known', async () => {
    const table = await newTable();
    const { key, set } = anchorsOf(database.pool);
    await writeEvent(database.pool, table);
    await set();
    await asSuperuser(database, async (client) => {
      await client.query('begin; set local session_replication_role = replica');
      await client.query('delete from anchors where key_id = $1', [key.id]);
      await client.query('delete from anchor_keys where id = $1', [key.id]);
      await client.query('commit');
    });
    await writeEvent(database.pool, table);
    expect(await set()).toBe(1);
    expect(await anchorsAt(table)).toMatchObject([{ number: 1n, seq: 2n, keyId: key.id }]);
  });

  it('is numbered among those of all logs, by several studios at the same time too', async () => {
    const tables = [await newTable(), await newTable(), await newTable()];
    for (const table of tables) await writeEvent(database.pool, table);
    const studios = Array.from({ length: 4 }, () => anchorsOf(database.pool));
    await Promise.all(studios.map((studio) => studio.set()));
    for (const table of tables) expect(await anchorsAt(table)).toHaveLength(1);
    const all = await readAnchors(database.pool);
    const ordinals = all.map(({ ordinal }) => Number(ordinal)).sort((a, b) => a - b);
    expect(ordinals).toEqual(ordinals.map((_, index) => index + 1));
  });

  it('is set by the sweep at the end of a shoe, when the table closes, and when the hour was missed', async () => {
    const table = await newTable();
    const { set } = anchorsOf(database.pool);
    await set();
    await writeEvent(database.pool, table, 'betting_opened');
    expect(await set('sweep')).toBe(0);
    await writeEvent(database.pool, table, 'shoe_change_started');
    await writeEvent(database.pool, table, 'shoe_started');
    expect(await set('sweep')).toBe(1);
    await writeEvent(database.pool, table, 'table_closed');
    expect(await set('sweep')).toBe(1);
    await writeEvent(database.pool, table, 'scan_refused', { atMs: Date.now() - HOUR });
    expect(await set('sweep')).toBe(0);
    expect(await anchorsOf(database.pool, undefined, HOUR / 2).set('sweep')).toBe(1);
    expect((await anchorsAt(table)).map(({ seq, reason }) => [seq, reason])).toEqual([
      [3n, 'shoe_end'],
      [4n, 'table_closed'],
      [5n, 'hour'],
    ]);
  });

  it('is set once by several studios that look at the same time', async () => {
    const table = await newTable();
    await writeEvent(database.pool, table);
    const studios = Array.from({ length: 6 }, () => anchorsOf(database.pool));
    const set = await Promise.all(studios.map((studio) => studio.set()));
    expect(set.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await anchorsAt(table)).toHaveLength(1);
  });
});

describe('a log that the database refuses an anchor', () => {
  const refuse = (table: string, code: string) =>
    asSuperuser(database, (client) =>
      client.query(`
        create function test.refuse() returns trigger language plpgsql as $$ begin
          raise exception 'refused' using errcode = '${code}'; end $$;
        create trigger a_refusal before insert on anchors
          for each row when (new.table_id = '${table}') execute function test.refuse()`),
    );
  afterEach(() =>
    asSuperuser(database, (client) => client.query('drop function test.refuse() cascade')),
  );

  it('keeps no other from its own, and is named', async () => {
    const [one, other] = [await newTable(), await newTable()].sort();
    for (const table of [one!, other!]) await writeEvent(database.pool, table);
    await refuse(one!, '23514');
    const { set } = anchorsOf(database.pool);
    await expect(set()).rejects.toThrow(`no anchor could be set for ${one}`);
    expect(await anchorsAt(one!)).toEqual([]);
    expect(await anchorsAt(other!)).toHaveLength(1);
  });

  it('makes no other be set with each look', async () => {
    const [one, other] = [await newTable(), await newTable()].sort();
    for (const table of [one!, other!]) await writeEvent(database.pool, table);
    await refuse(one!, '23514');
    const { sweep } = anchorsOf(database.pool);
    await expect(sweep()).rejects.toThrow(`no anchor could be set for ${one}`);
    await writeEvent(database.pool, other!);
    await sweep().catch(() => undefined);
    expect(await anchorsAt(other!), 'the first look was the start').toHaveLength(1);
  });

  it('is named also where the database says that another one was faster, and none was', async () => {
    const table = await newTable();
    await writeEvent(database.pool, table);
    await refuse(table, 'SB030');
    const { set } = anchorsOf(database.pool);
    await set();
    await expect(set()).rejects.toThrow(`no anchor could be set for ${table}`);
  });
});

it('how long the event has waited that no anchor vouches for is measured', async () => {
  const clock = systemClock();
  const metrics = new Metrics();
  const logger = { info: () => undefined, warn: () => undefined } as unknown as PinoLogger;
  const poller = new Poller(clock, metrics, logger);
  await anchorsOf(database.pool).set();
  await writeEvent(database.pool, await newTable(), 'scan_refused', {
    atMs: clock.nowMs() - 10 * HOUR,
  });
  const ages = new AnchorAges(database.pool, clock, metrics, poller);
  expect(ages).toBeDefined();
  const minutes = async () => {
    const { values } = await metrics.anchorAge.get();
    return Math.round(values[0]!.value / 60);
  };
  poller.onApplicationBootstrap();
  await eventually('it is looked at', async () => (await minutes()) > 0);
  await poller.onModuleDestroy();
  expect(await minutes()).toBe(600);
});

describe('the database', () => {
  /** `ahead`: how far its place among all anchors is from the next. */
  const insert = (
    table: string,
    number: number,
    seq: number,
    hash: Buffer,
    { signature = 64, ahead = 0 } = {},
  ) =>
    database.pool.query(
      `insert into anchors (table_id, number, ordinal, seq, hash, reason, at, key_id, signature)
       values ($1, $2, (select max(ordinal) + 1 + $6 from anchors), $3, $4, 'hour', now(), (select min(id) from anchor_keys), $5)`,
      [table, number, seq, hash, Buffer.alloc(signature), ahead],
    );

  it('takes an anchor that follows the last and has the hash of its event, and no other', async () => {
    const table = await newTable();
    await writeEvent(database.pool, table);
    await anchorsOf(database.pool).set();
    await writeEvent(database.pool, table);
    const { rows } = await database.pool.query<{ hash: Buffer }>(
      'select hash from table_events where table_id = $1 order by seq',
      [table],
    );
    const [first, second] = rows.map(({ hash }) => hash);
    const after = { code: 'SB030' };
    await expect(insert(table, 1, 2, second!)).rejects.toMatchObject(after);
    await expect(insert(table, 3, 2, second!)).rejects.toMatchObject(after);
    await expect(insert(table, 2, 1, first!)).rejects.toMatchObject(after);
    const hash = { code: 'SB031' };
    await expect(insert(table, 2, 2, first!)).rejects.toMatchObject(hash);
    await expect(insert(table, 2, 3, second!)).rejects.toMatchObject(hash);
    await expect(insert('nowhere', 1, 1, first!)).rejects.toMatchObject(hash);
    await expect(insert('@staff', 1000, 1, first!)).rejects.toMatchObject(after);
    await expect(insert(table, 2, 2, second!, { ahead: 1 })).rejects.toMatchObject(after);
    await expect(insert(table, 2, 2, second!, { ahead: -1 })).rejects.toMatchObject(after);
    const short = insert(table, 2, 2, second!, { signature: 63 });
    await expect(short).rejects.toMatchObject({ code: '23514' });
    await insert(table, 2, 2, second!);
  });

  it.each(['anchors', 'anchor_keys'])('keeps %s as they are', async (name) => {
    await anchorsOf(database.pool).set();
    const column = name === 'anchors' ? 'signature' : 'public_key';
    const changes = [
      `update ${name} set ${column} = ${column}`,
      `delete from ${name}`,
      `truncate ${name} cascade`,
    ];
    for (const change of changes) {
      await expect(database.pool.query(change), change).rejects.toMatchObject({ code: '42501' });
      await asSuperuser(database, (superuser) =>
        expect(superuser.query(change), change).rejects.toMatchObject({ code: '23001' }),
      );
    }
  });

  it('numbers and chains what the staff does, whatever is written', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, index) => act(`test:act-${'abcdefgh'[index]}`)),
    );
    await expect(
      database.pool.query(
        `insert into staff_actions (staff_id, operation, seq) values ('studio', 'test:forged', 7)`,
      ),
    ).rejects.toMatchObject({ code: '42501' });
    const { rows } = await database.pool.query<{ seq: string }>(
      'select seq from staff_actions order by seq',
    );
    expect(rows.map(({ seq }) => Number(seq))).toEqual(rows.map((_, index) => index + 1));
  });

  it('while an account is changed, lets its owner wait, and nobody break', async () => {
    const changing = await database.pool.connect();
    await changing.query('begin');
    await changing.query(
      `insert into staff (id, role, name) values ('Dora', 'dealer', 'Dora') on conflict do nothing`,
    );
    await changing.query('commit');
    await changing.query('begin');
    await changing.query(`select from staff where id = 'Dora' for update`);
    const acting = database.pool.query(
      `insert into staff_actions (staff_id, operation) values ('Dora', 'test:act')`,
    );
    await untilWaitingForLocks(database, 1);
    await changing.query(
      `insert into staff_actions (staff_id, operation) values ('studio', 'test:change')`,
    );
    await changing.query('commit');
    changing.release();
    await acting;
  });
});
