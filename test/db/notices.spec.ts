import type { PinoLogger } from 'nestjs-pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/config.js';
import { Metrics } from '../../src/platform/metrics.js';
import { Notices } from '../../src/platform/notices.service.js';
import { Poller, type Subject } from '../../src/platform/poller.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { ManualClock } from '../kit/manual-clock.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;
let poller: Poller;
let notices: Notices;
let clock: ManualClock;

beforeAll(async () => {
  database = await createDatabase();
  await database.pool.query(
    `insert into staff (id, role, name) values ('anna', 'dealer', 'Anna'), ('ben', 'shift_manager', 'Ben')`,
  );
});
afterAll(() => database.drop());
afterEach(async () => {
  await notices.onModuleDestroy();
  await poller.onModuleDestroy();
});

/**
 * Whoever looks at `subject` for an hour only, were it not for notices; how often it has looked.
 */
const watching = async (subject: Subject): Promise<{ looks: number }> => {
  const watch = { looks: 0 };
  const logger = { info: () => undefined, warn: () => undefined } as unknown as PinoLogger;
  clock = new ManualClock();
  poller = new Poller(clock, new Metrics(), logger);
  const config = { database: { url: database.url, role: 'sabot_app' } } as Config;
  notices = new Notices(config, poller);
  const look = () => void (watch.looks += 1);
  poller.poll({ name: 'watch', everyMs: 3_600_000, look, wokenBy: subject });
  poller.onApplicationBootstrap();
  await eventually('it listens, and looks for what came before', () => watch.looks === 1);
  return watch;
};

describe('a notice', () => {
  it('comes when the change is committed, not before', async () => {
    const watch = await watching('staff');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`update staff set role = 'auditor' where id = 'anna'`);
    await database.pool.query(`update staff set generation = generation + 1 where id = 'ben'`);
    await eventually('the other change is seen', () => watch.looks === 2);
    await client.query('commit');
    client.release();
    await eventually('the change is seen', () => watch.looks === 3);
  });

  it('does not come of a change that is taken back, nor of one that nobody looks for', async () => {
    const watch = await watching('staff');
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(`update staff set role = 'dealer' where id = 'anna'`);
    await client.query('rollback');
    client.release();
    await database.pool.query(`update staff set failures = failures + 1 where id = 'anna'`);
    await database.pool.query(
      `select open_incident('pb-1', null, 'other', '', 'anna', 0, now(), '{}')`,
    );
    await database.pool.query(`update staff set generation = generation + 1 where id = 'anna'`);
    await eventually('the last change is seen', () => watch.looks === 2);
    expect(watch.looks).toBe(2);
  });

  it('comes of an incident that is opened, and of what is noted of it', async () => {
    const watch = await watching('incident');
    await database.pool.query(
      `select open_incident('pb-2', null, 'other', '', 'anna', 0, now(), '{}')`,
    );
    await eventually('the incident is seen', () => watch.looks === 2);
    await database.pool.query(
      `insert into incident_notes (incident_id, kind, by, text)
       select id, 'taken', 'ben', '' from incidents where table_id = 'pb-2'`,
    );
    await eventually('the note is seen', () => watch.looks === 3);
  });

  it('comes of a session that is warned or ends, and of a second login elsewhere; not of a first, nor of a beat', async () => {
    const sessions = await watching('session');
    let logins = 0;
    const look = () => void (logins += 1);
    poller.poll({ name: 'logins', everyMs: 3_600_000, look, wokenBy: 'connection' });
    const { pool } = database;
    const { rows } = await pool.query<{ id: string }>(
      `insert into players (operator_id, ref, name) values ('house', 'p', 'P') returning id`,
    );
    const player = rows[0]!.id;
    await pool.query('insert into sessions (player_id) values ($1)', [player]);
    await pool.query('update sessions set active_at = now()');
    await pool.query('update sessions set warned_at = now()');
    await eventually('the warning is seen', () => sessions.looks === 2);
    await pool.query(
      `update sessions set closed_at = now(), closed_key = 'end', closed_reason = 'idle', closed_amount = 0`,
    );
    await eventually('the end is seen', () => sessions.looks === 3);

    await pool.query(
      `insert into connections (player_id, connection, process) values ($1, 'one', gen_random_uuid())`,
      [player],
    );
    await pool.query('update connections set seen_at = now()');
    // The process of both closes the first by itself.
    await pool.query(`update connections set connection = 'two'`);
    await pool.query('insert into sessions (player_id) values ($1)', [player]);
    await pool.query('update sessions set warned_at = now() where closed_at is null');
    await eventually('what came later is seen', () => sessions.looks === 4);
    expect(logins).toBe(0);
    await pool.query(`update connections set connection = 'three', process = gen_random_uuid()`);
    await eventually('the second login is seen', () => logins === 1);
    expect(sessions.looks).toBe(4);
  });
});

describe('a connection that breaks', () => {
  it('is made again by itself, and what was missed meanwhile is looked for', async () => {
    const watch = await watching('staff');
    await asSuperuser(database, async (client) => {
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query = 'listen sabot'`,
      );
      expect(rowCount).toBe(1);
    });
    await eventually('it listens again', () => watch.looks === 2);
    await database.pool.query(`update staff set generation = generation + 1 where id = 'anna'`);
    await eventually('and hears', () => watch.looks === 3);
  });
});
