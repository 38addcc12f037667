import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deploy } from '../../src/migration/deploy.js';
import { type GuardFile, guardFiles } from '../../src/migration/guard-files.js';
import { putGuards } from '../../src/migration/guards.js';
import { weakenings } from '../../src/migration/weakenings.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { type NewDatabase, createEmptyDatabase, createNewDatabase } from '../kit/new-database.js';
import { asSuperuser, untilWaitingForLocks } from '../kit/superuser.js';

const FOLDER = path.resolve(import.meta.dirname, '../../prisma/migrations');
const MIGRATIONS = fs
  .readdirSync(FOLDER, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
/** The first migration that makes no function and no trigger. */
const GUARDS_BY_FILE = '20261122000000_guards_by_file';

/** A guard that lets everything pass. */
const HARMLESS =
  'create or replace function outside_pays_once() returns trigger language plpgsql as $$ begin return null; end $$';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

/** Every function and trigger, whole, with its rights, and whether it is in force. */
const inventory = async (of: Pick<TestDatabase, 'url'>): Promise<readonly string[]> =>
  asSuperuser(of, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_functiondef(oid) || coalesce(proacl::text, '') as text
         from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
       union all
       select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
       order by 1`,
    );
    return rows.map(({ text }) => text);
  });

/** When the guards were put in place last: the transactions that made the triggers. */
const madeBy = async (): Promise<readonly string[]> =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query<{ xmin: string }>(
      'select distinct xmin::text from pg_trigger where not tgisinternal',
    );
    return rows.map(({ xmin }) => xmin);
  });

const exists = async (name: string): Promise<boolean> =>
  asSuperuser(database, async (client) => {
    const { rows } = await client.query(
      'select from pg_trigger where tgname = $1 union all select from pg_proc where proname = $1',
      [name],
    );
    return rows.length > 0;
  });

const fileOf = (file: string, sql: string): GuardFile => ({
  file,
  sql,
  hash: createHash('sha256').update(sql).digest('hex'),
});

const put = (...files: GuardFile[]) =>
  putGuards(database.url, MIGRATIONS, [...guardFiles(), ...files]);

/** A database as it was before the guards had files, with a player in it. */
const createOldDatabase = async (): Promise<NewDatabase> => {
  const made = await createEmptyDatabase(database);
  await asSuperuser(made, async (client) => {
    await client.query(
      `create table _prisma_migrations (
         id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz,
         migration_name varchar(255) not null, logs text, rolled_back_at timestamptz,
         started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`,
    );
    for (const migration of MIGRATIONS.filter((each) => each < GUARDS_BY_FILE)) {
      const sql = fs.readFileSync(path.join(FOLDER, migration, 'migration.sql'), 'utf8');
      await client.query(sql);
      await client.query(
        `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
         values ($1, $2, $3, now(), 1)`,
        [randomUUID(), createHash('sha256').update(sql).digest('hex'), migration],
      );
    }
    await client.query(
      `insert into players (operator_id, ref, name) values ('house', 'old', 'An old player')`,
    );
  });
  return made;
};

describe('the guards', () => {
  it('are the same in a database that was upgraded as in a new one, to the last right', async () => {
    const old = await createOldDatabase();
    const before = await inventory(old);
    const applied = await deploy(old.url);
    expect(applied).toContain(GUARDS_BY_FILE);
    expect(applied).toContain('guards');

    const fresh = await createNewDatabase(database);
    expect(await inventory(old)).toEqual(await inventory(fresh));
    expect(await asSuperuser(old, (client) => weakenings(client))).toEqual([]);
    // Each earlier trigger is there, and none was lost on the way.
    const triggers = (text: readonly string[]) =>
      text.filter((each) => /^CREATE TRIGGER/.test(each));
    expect(triggers(before).length).toBeGreaterThan(50);
    expect(triggers(await inventory(old)).length).toBeGreaterThanOrEqual(triggers(before).length);
    await fresh.drop();
    await old.drop();
  });

  it('are left alone while no file has changed', async () => {
    const before = await madeBy();
    expect(before).toHaveLength(1);
    expect(await deploy(database.url)).toEqual([]);
    expect(await madeBy()).toEqual(before);
  });

  it('are put back where one was dropped, switched off or changed', async () => {
    const whole = await inventory(database);
    for (const damage of [
      'drop trigger bets_before_the_close on bets',
      'alter table entries disable trigger entries_pay_a_part',
      'alter table entries enable replica trigger entries_pay_a_part',
      `create or replace trigger entries_pay_a_part after insert on entries
         for each row when (false) execute function entry_pays_a_part()`,
      'alter function entry_pays_a_part() reset search_path',
      'drop function table_fence(text, bigint, uuid)',
      HARMLESS,
    ]) {
      await asSuperuser(database, (client) => client.query(damage));
      expect(await inventory(database)).not.toEqual(whole);
      expect(await deploy(database.url)).toEqual(['guards']);
      expect(await inventory(database)).toEqual(whole);
    }
  });

  it('take a new signature, and go when they are gone from the files', async () => {
    const whole = await inventory(database);
    const first = 'create function is_made_up(a text) returns text language sql as $$ select a $$;';
    const second = `
      create function is_made_up(a text, b text) returns int language sql as $$ select 1 $$;
      create function made_up() returns trigger language plpgsql as $$ begin return new; end $$;
      create trigger made_ups before insert on operators for each row execute function made_up();`;
    expect(await put(fileOf('z.sql', first))).toBe(true);
    expect(await put(fileOf('z.sql', second))).toBe(true);
    const { rows } = await asSuperuser(database, (client) =>
      client.query(`select pronargs from pg_proc where proname = 'is_made_up'`),
    );
    expect(rows).toEqual([{ pronargs: 2 }]);
    expect(await exists('made_ups')).toBe(true);

    expect(await deploy(database.url)).toEqual(['guards']);
    expect(await inventory(database)).toEqual(whole);
  });

  it('stay as they are where a file is faulty, and the file and line are named', async () => {
    const whole = await inventory(database);
    const faulty = put(fileOf('z.sql', 'select 1;\nselect nothing from nowhere;'));
    await expect(faulty).rejects.toThrow(
      'prisma/guards/z.sql:2: relation "nowhere" does not exist',
    );
    expect(await inventory(database)).toEqual(whole);
  });

  it('stay as they are in a database of a newer studio', async () => {
    const whole = await inventory(database);
    const older = MIGRATIONS.slice(0, -1);
    expect(await putGuards(database.url, older, [fileOf('only.sql', 'select 1')])).toBe(false);
    expect(await inventory(database)).toEqual(whole);
  });

  it('are put in place once by two deploys at a time, and wait for who uses a table', async () => {
    const whole = await inventory(database);
    const made = fileOf(
      'z.sql',
      'create function made() returns int language sql as $$ select 1 $$',
    );
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from bets');
    const both = Promise.all([put(made), put(made)]);
    await untilWaitingForLocks(database, 2);
    await reader.query('commit');
    await reader.end();
    expect((await both).sort()).toEqual([false, true]);
    expect(await exists('made')).toBe(true);
    await deploy(database.url);
    expect(await inventory(database)).toEqual(whole);
  });
});
