/**
 * The schema, migrated once for all tests of a server into a database that each test file's own is
 * copied from.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { deploy } from '../../src/migration/deploy.js';
import { makeLogin } from '../../src/migration/login.js';

const PRISMA = fileURLToPath(new URL('../../prisma', import.meta.url));

/** Any number of our own. One worker makes the template while the others wait for it. */
const LOCK = 5_470_813;

/**
 * The name of the template for the present schema, on the server of the superuser's `url`. It is
 * made when it is not there yet. Nobody can connect to it, so that it can always be copied.
 */
export const templateDatabase = async (url: string): Promise<string> => {
  const name = `template_${hashOf(PRISMA, MOVABLE_TIME + NO_COPY + NOTHING_AHEAD)}`;
  await onServer(url, async (server) => {
    await server.query('select pg_advisory_lock($1)', [LOCK]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await makeTemplate(server, url, name);
  });
  return name;
};

/** Tests make up their people and their money, as a demo does. */
const MADE_UP = `
create or replace function staff_role_waits() returns interval
  language sql stable as $$ select interval '0' $$;
create or replace function outside_is_made_up() returns boolean
  language sql stable as $$ select true $$`;

/**
 * What a sequence has written ahead is not written ahead in a copy of it. In a copy that Postgres
 * makes of a database, a sequence would fall back by that when Postgres is killed.
 */
const NOTHING_AHEAD = `
select setval(format('%I.%I', schemaname, sequencename)::regclass, last_value)
  from pg_sequences where last_value is not null`;

/** A copy of the template is no restore: all of them have the number of the template. */
const NO_COPY = `
do $$ begin execute format(
  'create or replace function postgres_database() returns text language sql stable as %L',
  format('select %L || to_regclass(%L)::oid', split_part(postgres_database(), '/', 1) || '/',
    'public.timelines'));
end $$`;

/**
 * The database's time is what its clock says and what the test has moved it on by. In the schema of
 * the studio nothing is different.
 */
const MOVABLE_TIME = `
create schema test;
create table test.time (moved interval not null);
insert into test.time values ('0');
grant usage on schema test to public;
grant select on test.time to public;
create or replace function studio_now() returns timestamptz
  language sql stable parallel safe as $$ select now() + moved from test.time $$;
create or replace function studio_clock() returns timestamptz
  language sql volatile parallel safe as $$ select clock_timestamp() + moved from test.time $$;
${MADE_UP}`;

/** It gets its name when it is complete. One that was broken off is made again. */
const makeTemplate = async (server: pg.Client, url: string, name: string): Promise<void> => {
  const unfinished = `${name}_unfinished`;
  await server.query(`drop database if exists ${unfinished} with (force)`);
  await server.query(`create database ${unfinished}`);
  await deploy(databaseUrl(url, unfinished));
  await onServer(databaseUrl(url, unfinished), async (database) => {
    await database.query(MOVABLE_TIME);
    await database.query(NO_COPY);
    await database.query(NOTHING_AHEAD);
  });
  const login = studioUrl(databaseUrl(url, unfinished));
  await makeLogin(databaseUrl(url, unfinished), login, 'postgres');
  await server.query(`alter database ${unfinished} with allow_connections false`);
  await server.query(`alter database ${unfinished} rename to ${name}`);
};

/** The studio's own login, with which it can do no more than the application may. */
export const studioUrl = (url: string): string => {
  const own = new URL(url);
  own.username = 'sabot_tests';
  own.password = 'of the tests';
  return own.href;
};

/** The same server and user, another database. */
export const databaseUrl = (url: string, name: string): string => {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
};

/** A connection to the server, closed when `work` is done. */
export const onServer = async (
  url: string,
  work: (server: pg.Client) => Promise<void>,
): Promise<void> => {
  const server = new pg.Client({ connectionString: url });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
};

/** Of every file in the folder, its name and what it says; and of `more`. */
const hashOf = (folder: string, more: string): string => {
  const hash = createHash('sha256').update(more);
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const file of files
    .filter((each) => each.isFile())
    .map(inFull)
    .sort()) {
    hash
      .update(`${path.relative(folder, file)}\0`)
      .update(fs.readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex').slice(0, 16);
};

const inFull = ({ parentPath, name }: fs.Dirent): string => path.join(parentPath, name);
