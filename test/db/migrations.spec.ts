import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MIGRATIONS, deploy } from '../../src/migration/deploy.js';
import { amount } from '../../src/money/amount.js';
import { openPlayers } from '../kit/credit.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { RunningTable } from '../kit/running-table.js';
import { asSuperuser } from '../kit/superuser.js';

/** So long may a bet take beside a migration. The table's own connection waits no longer. */

let database: TestDatabase;
let table: RunningTable;
let player: string;
const folders: string[] = [];
/** Why a migration has failed. */
let fault: unknown;

beforeAll(async () => {
  database = await createDatabase();
  table = await RunningTable.open(database);
  player = (await openPlayers(database.pool, [10_000_000]))[0]!.id;
  await table.openBets();
  await table.table.join(player);
});
afterAll(async () => {
  await table.stop();
  await database.drop();
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

/** All migrations of today, and this one after them. */
const withMigration = (name: string, sql: string): string => {
  const last = folders.at(-1);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'migrations-'));
  folders.push(folder);
  fs.cpSync(last ?? MIGRATIONS, folder, { recursive: true });
  fs.mkdirSync(path.join(folder, name));
  fs.writeFileSync(path.join(folder, name, 'migration.sql'), sql);
  return folder;
};

/** How the engine remembers the migration: one row a try. */
const tries = async (name: string) => {
  const { rows } = await asSuperuser(database, (client) =>
    client.query<{ finished: boolean; failed: boolean }>(
      `select finished_at is not null as finished, logs is not null as failed
         from _prisma_migrations where migration_name = $1 order by started_at`,
      [name],
    ),
  );
  return rows;
};

/** Bets again and again while `isSo`. Each stands, and soon. */
const betWhile = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (fault === undefined && (await isSo())) {
    const reply = await table.bet(player, { kind: 'place', spot: 'punto', amount: amount(500) });
    expect(reply).toMatchObject({ ok: true });
    await table.bet(player, { kind: 'undo' });
  }
};

describe('a migration of a table that is in use', () => {
  it('that a long reader keeps waiting stops no bet, and is applied when the reader is gone', async () => {
    const name = '20991231000000_hue';
    const folder = withMigration(name, 'ALTER TABLE "accounts" ADD COLUMN "hue" TEXT;');
    await asSuperuser(database, async (reader) => {
      await reader.query('begin');
      await reader.query('select count(*) from accounts');
      const deployed = deploy(database.url, folder);
      deployed.catch((error: unknown) => (fault = error));
      // One try in vain. The next one comes when the reader is gone.
      await betWhile(async () => !(await tries(name)).some((each) => each.failed));
      await reader.query('rollback');
      expect(await deployed).toContain(name);
    });
    expect((await tries(name)).at(-1)).toEqual({ finished: true, failed: false });
    expect(await deploy(database.url, folder)).toEqual([]);
  });

  it('says what is applied, and what is not, where a table stays in use', async () => {
    const [free, busy] = ['20991231000000_of_nobody', '20991231000000_of_players'];
    const folder = withMigration(free, 'CREATE TABLE "of_nobody" ("a" INT);');
    const times = { triedForMs: 0, idleForMs: 0 };
    const harmless = `create or replace function outside_pays_once() returns trigger
                        language plpgsql as $$ begin return null; end $$`;
    await asSuperuser(database, async (reader) => {
      await reader.query(harmless);
      await reader.query('begin');
      await reader.query('select from bets');
      await expect(deploy(database.url, folder, { times })).rejects.toThrow(
        `applied ${free}, but not the guards, as a table that it needs stays in use`,
      );
      await expect(deploy(database.url, folder, { times })).rejects.toThrow(
        'nothing is changed, as a table that it needs stays in use',
      );
      const more = withMigration(busy, 'ALTER TABLE "bets" ADD COLUMN "hue" TEXT;');
      fs.mkdirSync(path.join(more, `${free}_too`));
      fs.writeFileSync(path.join(more, `${free}_too/migration.sql`), 'select;');
      await expect(deploy(database.url, more, { times })).rejects.toThrow(
        `applied ${free}_too, but not ${busy}, as a table`,
      );
      await reader.query('rollback');
      expect(await deploy(database.url, more)).toEqual([busy, 'guards']);
    });
  });

  it('builds an index beside those who write, and anew where one was left unfinished', async () => {
    const name = '20991231000001_accounts_by_kind';
    await asSuperuser(database, async (client) => {
      const unfinished = client.query(
        'create unique index concurrently accounts_by_kind on accounts ((true))',
      );
      await expect(unfinished).rejects.toMatchObject({ code: '23505' });
    });
    const folder = withMigration(
      name,
      'CREATE INDEX CONCURRENTLY "accounts_by_kind" ON "accounts" ("kind");',
    );
    const isValid = async (): Promise<boolean | undefined> => {
      const { rows } = await asSuperuser(database, (client) =>
        client.query<{ valid: boolean }>(
          `select indisvalid as valid from pg_index where indexrelid = to_regclass('accounts_by_kind')`,
        ),
      );
      return rows[0]?.valid;
    };
    await asSuperuser(database, async (writer) => {
      await writer.query('begin');
      await writer.query(`update accounts set balance = balance where name = 'player:0:session'`);
      const deployed = deploy(database.url, folder);
      deployed.catch((error: unknown) => (fault = error));
      // Meanwhile it waits for the writer, and nobody for it.
      let times = 0;
      await betWhile(async () => Promise.resolve((times += 1) <= 20));
      await writer.query('rollback');
      expect(await deployed).toContain(name);
    });
    expect(await isValid()).toBe(true);
  });
});

describe('a deploy', () => {
  const slow = '20991231000002_slow';
  const sql = `CREATE TABLE "slow" ("a" INT);
    SELECT pg_sleep("seconds") FROM "test"."pause" -- and no semicolon at the end`;

  /** How a migration breaks off whose process, or whose Postgres, is killed. */
  const killDeploy = (): Promise<void> =>
    asSuperuser(database, async (client) => {
      for (let killed = 0; killed === 0;) {
        const { rowCount } = await client.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and wait_event = 'PgSleep'`,
        );
        killed = rowCount ?? 0;
      }
    });

  const doAsSuperuser = async (text: string): Promise<void> => {
    await asSuperuser(database, (client) => client.query(text));
  };

  it('that was killed in a migration has done nothing of it, and the next one does it', async () => {
    await doAsSuperuser('create table test.pause (seconds int)');
    await doAsSuperuser('insert into test.pause values (600)');
    const folder = withMigration(slow, sql);
    const killed = deploy(database.url, folder);
    killed.catch(() => undefined);
    await killDeploy();
    await expect(killed).rejects.toThrow();
    await doAsSuperuser('delete from test.pause');
    expect(await deploy(database.url, folder)).toEqual([slow]);
    expect(await deploy(database.url, folder)).toEqual([]);
  });

  it.each([
    ['20991231000003_done', 'CREATE TABLE "done" ("a" INT);', [true]],
    ['20991231000004_index', 'CREATE INDEX CONCURRENTLY "done_a" ON "done" ("a");', [false, true]],
    ['20991231000005_no_index', 'DROP INDEX CONCURRENTLY "done_a";', [false, true]],
  ])('that was killed when %s was done is done, once', async (name, done, finished) => {
    const folder = withMigration(name, done);
    await doAsSuperuser(`
      create function test.killed() returns trigger language plpgsql as $$ begin
        raise exception 'killed'; end $$;
      create trigger killed before update of applied_steps_count on _prisma_migrations
        for each row execute function test.killed()`);
    await expect(deploy(database.url, folder)).rejects.toThrow();
    await doAsSuperuser('drop function test.killed() cascade');
    await deploy(database.url, folder);
    expect((await tries(name)).map((each) => each.finished)).toEqual(finished);
    expect(await deploy(database.url, folder)).toEqual([]);
  });

  it('waits for another one that is at work, however long that takes', async () => {
    await doAsSuperuser('insert into test.pause values (1)');
    const folder = withMigration(
      '20991231000006_slow_too',
      'CREATE TABLE "slow_too" ("a" INT); SELECT pg_sleep("seconds") FROM "test"."pause";',
    );
    const both = await Promise.all([deploy(database.url, folder), deploy(database.url, folder)]);
    expect(both.sort((a, b) => a.length - b.length)).toEqual([[], ['20991231000006_slow_too']]);
  });

  it('gives up by its name on one that does not come to its end, and has changed nothing', async () => {
    const name = '20991231000007_after_it';
    const folder = withMigration(name, 'CREATE TABLE "after_it" ("a" INT);');
    await asSuperuser(database, async (frozen) => {
      const { rows } = await frozen.query<{ pid: number }>(
        `select pg_backend_pid() as pid from pg_advisory_lock(hashtextextended('deploy', 0))`,
      );
      const { pid } = rows[0]!;
      const named: string[] = [];
      const onWait = (holder: string) => void named.push(holder);
      const waiting = deploy(database.url, folder, { onWait, forMs: 0 });
      await expect(waiting).rejects.toThrow(`process ${pid} of Postgres`);
      await expect(waiting).rejects.toThrow(`pg_terminate_backend(${pid})`);
      expect(named).toEqual([expect.stringMatching(new RegExp(`^process ${pid} of .*, since 2`))]);
      expect(await tries(name)).toEqual([]);
    });
    expect(await deploy(database.url, folder)).toEqual([name]);
  });

  it('is noticed by Postgres within half a minute when its machine is lost', async () => {
    const name = '20991231000008_silence';
    const folder = withMigration(
      name,
      `CREATE TABLE "silence" AS SELECT name, setting::int FROM pg_settings
        WHERE name LIKE 'tcp_%' OR name = 'client_connection_check_interval';`,
    );
    await deploy(database.url, folder);
    const { rows } = await asSuperuser(database, (client) =>
      client.query<{ name: string; setting: number }>('select name, setting from silence'),
    );
    const { tcp_user_timeout, ...rest } = Object.fromEntries(
      rows.map((row) => [row.name, row.setting]),
    );
    expect(tcp_user_timeout).toBe(30_000);
    const { tcp_keepalives_idle, tcp_keepalives_interval, tcp_keepalives_count } = rest;
    expect(tcp_keepalives_idle! + tcp_keepalives_interval! * tcp_keepalives_count!).toBe(30);
    expect(rest['client_connection_check_interval']).toBe(1_000);
  });
});

describe('the decimals of ISO 4217', () => {
  const name = '20261129070000_decimals_by_iso_4217';
  const sql = fs.readFileSync(path.join(MIGRATIONS, name, 'migration.sql'), 'utf8');

  const keepBooksIn = (currency: string) =>
    asSuperuser(database, (client) =>
      client.query(
        `insert into players (operator_id, ref, name, currency)
         select id, $1, $1, $1 from operators limit 1`,
        [currency],
      ),
    );

  it('are not given to books that may have been kept in whole units, but by their owner’s word', async () => {
    const again = '20991231000007_decimals';
    for (const currency of ['JPY', 'HUF', 'IQD']) await keepBooksIn(currency);
    const folder = withMigration(again, sql);
    await expect(deploy(database.url, folder)).rejects.toThrow('are kept in HUF, IQD, and');
    const withWord = (currencies: string): string => {
      const url = new URL(database.url);
      url.searchParams.set('options', `-c sabot.decimals_by_iso_4217=${currencies}`);
      return url.href;
    };
    await expect(deploy(withWord('HUF'), folder)).rejects.toThrow('are kept in IQD, and');
    expect(await deploy(withWord('HUF,IQD'), folder)).toEqual([again]);
  });

  it.each([
    [`update tables set settings = settings || '{"currency": "LBP"}'`, 'LBP'],
    [`update tables set settings = settings || '{"further": {"COP": {}}}'`, 'COP'],
    [
      `insert into play_limits (operator_id, ref, kind, period, currency, amount, source, by, reason)
       select id, 'anna', 'loss', 'day', 'ALL', 100, 'operator', 'k', 'r' from operators limit 1`,
      'ALL',
    ],
  ])('are not given to a database in which %s was done', async (done, currency) => {
    await asSuperuser(database, async (client) => {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query('delete from players');
      await client.query(done);
      await expect(client.query(sql)).rejects.toThrow(`are kept in ${currency}, and`);
      await client.query('rollback');
    });
  });
});
