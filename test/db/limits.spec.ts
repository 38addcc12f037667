/**
 * What a connection to Postgres holds does not outlive its limits, whatever becomes of the process
 * at its other end.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  LIMITS,
  type Purpose,
  connectionOptions,
  createPool,
} from '../../src/platform/database.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { eventually } from '../kit/studio.js';
import { asSuperuser } from '../kit/superuser.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const settings = () => ({
  url: database.url,
  role: 'sabot_app',
  pools: { public: 2, money: 2, studio: 2, hands: 1 },
  waitingMax: 3,
});

const connect = async (purpose: Purpose): Promise<pg.Client> => {
  const client = new pg.Client(connectionOptions(settings(), purpose));
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** What the connections of this purpose do in Postgres. */
const backends = (purpose: Purpose) =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ state: string }>(
      'select state from pg_stat_activity where application_name = $1 and datname = current_database()',
      [`sabot ${purpose}`],
    );
    return rows.map(({ state }) => state);
  });

const LOCKED = `select from accounts where name = 'house' for update`;

describe('a connection', () => {
  it.each(Object.keys(LIMITS) as Purpose[])(
    'for %s has its limits in Postgres',
    async (purpose) => {
      const client = await connect(purpose);
      const { rows } = await client.query<{ name: string; setting: string }>(
        `select name, setting from pg_settings where name = any($1)`,
        [['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']],
      );
      const found = Object.fromEntries(rows.map(({ name, setting }) => [name, Number(setting)]));
      const { statementMs, lockMs, idleInTransactionMs } = LIMITS[purpose];
      expect(found).toEqual({
        statement_timeout: statementMs,
        lock_timeout: lockMs,
        idle_in_transaction_session_timeout: idleInTransactionMs,
      });
      await client.end();
    },
  );

  it('has its role, its limits and its name whatever the URL says, and its other options', async () => {
    const url = new URL(database.url);
    url.searchParams.set('options', '-c timezone=Europe/Rome -c statement_timeout=0');
    for (const name of ['application_name', 'lock_timeout']) url.searchParams.set(name, '0');
    const client = new pg.Client(connectionOptions({ ...settings(), url: url.href }, 'table'));
    await client.connect();
    const { rows } = await client.query(
      `select current_user as role, current_setting('statement_timeout') as statement,
              current_setting('lock_timeout') as lock, current_setting('timezone') as zone,
              current_setting('application_name') as name`,
    );
    await client.end();
    expect(rows).toEqual([
      {
        role: 'sabot_app',
        statement: '3s',
        lock: '2s',
        zone: 'Europe/Rome',
        name: 'sabot table',
      },
    ]);
  });

  it.each([
    ['table', 'once', '$1'],
    ['tables', 'once', '$1'],
    ['hands', 'once', '$1'],
    ['money', 'for what is asked', `'none'`],
  ] as const)(
    'for %s looks up by an index, however little is in the table, and plans %s',
    async (purpose, _, input) => {
      const client = await connect(purpose);
      await client.query('prepare look_up (text) as select from tables where id = $1');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain execute look_up('none')`,
      );
      const plan = rows.map((row) => row['QUERY PLAN']).join(' ');
      expect(plan).toContain('Index');
      expect(plan).toContain(input);
      await client.end();
    },
  );

  it('whose client says nothing in a transaction loses its locks', async () => {
    const client = await connect('table');
    await client.query('begin');
    await client.query(LOCKED);
    const other = await connect('studio');
    const startedAt = performance.now();
    await other.query(LOCKED);
    expect(performance.now() - startedAt).toBeLessThan(LIMITS.table.idleInTransactionMs + 1_000);
    await other.end();
    await expect(client.query('select 1')).rejects.toThrow();
  });

  it('whose client is gone ends what it was asked', async () => {
    const client = await connect('table');
    const asked = client.query('select pg_sleep(60)').catch(() => undefined);
    await eventually('it is asked', async () => (await backends('table')).includes('active'));
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    await eventually('nothing is left of it', async () => (await backends('table')).length === 0, {
      withinMs: 2_500,
    });
    await asked;
  });

  it('of a pool is broken, and not asked again, when its answer does not come', async () => {
    const pool = createPool(settings(), 'studio', 1);
    await pool.query(`set statement_timeout = '200ms'`);
    await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    expect((await pool.query('select 1')).rowCount).toBe(1);
    await pool.end();
  });
});
