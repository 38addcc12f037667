/**
 * The program behind `npm run db:…`, and what a container runs before the studio:
 *
 *   deploy          applies the pending migrations, and the guards, and makes the studio's login;
 *                   ends with 1 where a key is gone that DATABASE_KEYS_DROPPED does not name, or
 *                   another deploy is not done after DATABASE_DEPLOY_WAIT_MINUTES
 *   status          what is pending, failed or edited; ends with 2 where anything is
 *   diff            the SQL from the migrations to schema.prisma
 *   create <name>   writes that SQL as a new migration
 *   hand-over       begins another timeline: after a restore that Postgres cannot know of
 *   mark-demo       marks the database of a demo of before, on a cluster that is all the demo's
 *   reset --force   empties the database and applies everything again
 *
 * All of it by DATABASE_OWNER_URL, who owns the tables. DATABASE_URL is then the studio's login,
 * which `deploy` makes. Without DATABASE_OWNER_URL, by DATABASE_URL, and no login is made.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { orderFault, withUsage } from '../platform/call-fault.js';
import { endWhenAsked } from '../platform/early-end.js';
import { MIGRATIONS, WAITED_FOR_MS, deploy, diff, status } from './deploy.js';
import { makeLogin } from './login.js';
import { markDemo } from './mark-demo.js';
import { refuseMissingKeys } from './missing-keys.js';

const USAGE = `npm run db:deploy                applies the pending migrations, and the guards, and makes the studio's login
npm run db:status                what is pending, failed or edited; ends with 2 where anything is
npm run db:diff                  the SQL from the migrations to schema.prisma
npm run db:create -- NAME        writes that SQL as a new migration
npm run db:hand-over             begins another timeline: after a restore that Postgres cannot know of
npm run db:reset -- --force      empties the database and applies everything again

By the owner of the tables, DATABASE_OWNER_URL; without it, by DATABASE_URL (docs/operations.md).`;

/** The one word that a command may be given. */
const ARGUMENTS: Readonly<Record<string, RegExp>> = { create: /^\w[\w -]*$/, reset: /^--force$/ };

/**
 * `diff` ends with this exit code when schema.prisma is ahead of the migrations, and `status` when
 * these are ahead of the database, or otherwise.
 */
const DIFFERS = 2;

/** What the database says to a login that may not do it. */
const NOT_ALLOWED = '42501';

/** For how long another deploy is waited for. */
const readWait = (minutes: string): number => {
  if (minutes === '') return WAITED_FOR_MS;
  if (!/^\d{1,6}$/.test(minutes)) {
    throw new Error(`DATABASE_DEPLOY_WAIT_MINUTES: "${minutes}" is no number of minutes`);
  }
  return Number(minutes) * 60_000;
};

/** Each returns its exit code, or nothing for 0. */
const COMMANDS: Readonly<
  Record<string, (url: string, argument?: string) => Promise<number | undefined>>
> = {
  async deploy(url) {
    const applied = await deploy(url, MIGRATIONS, {
      onWait: (holder) => {
        console.error(`another deploy is at work on this database, ${holder}: waiting for it`);
      },
      forMs: readWait(process.env['DATABASE_DEPLOY_WAIT_MINUTES'] ?? ''),
    });
    console.log(applied.length === 0 ? 'nothing to apply' : `applied ${applied.join(', ')}`);
    await refuseMissingKeys(url, process.env['DATABASE_KEYS_DROPPED'] ?? '');
    const studioUrl = process.env['DATABASE_URL'];
    if (process.env['DATABASE_OWNER_URL'] && studioUrl) {
      const { REDIS_URL, QUEUE_BACKEND } = process.env;
      const isInRedis = (QUEUE_BACKEND || (REDIS_URL ? 'redis' : 'postgres')) === 'redis';
      const login = await makeLogin(url, studioUrl, isInRedis ? 'redis' : 'postgres');
      console.log(`the studio signs in as ${login}`);
    }
    return undefined;
  },

  async status(url) {
    const found = await status(url);
    console.log(JSON.stringify(found, null, 2));
    const { history, failedMigrationNames, editedMigrationNames } = found;
    const pending =
      history !== null && 'unappliedMigrationNames' in history
        ? history.unappliedMigrationNames
        : [];
    const wrong = [...pending, ...failedMigrationNames, ...editedMigrationNames];
    return wrong.length === 0 ? 0 : DIFFERS;
  },

  async diff(url) {
    const { stdout, exitCode } = await diff(url);
    console.log(stdout);
    return exitCode;
  },

  async create(url, name = 'migration') {
    const { stdout, exitCode } = await diff(url);
    if (exitCode !== DIFFERS) {
      console.log('schema.prisma and the migrations agree');
      return undefined;
    }
    const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const folder = `${stamp}_${name.toLowerCase().replace(/\W+/g, '_')}`;
    mkdirSync(path.join(MIGRATIONS, folder));
    writeFileSync(path.join(MIGRATIONS, folder, 'migration.sql'), stdout ?? '');
    console.log(`wrote prisma/migrations/${folder}`);
    return undefined;
  },

  async 'hand-over'(url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<{ number: string }>(
        `select begin_timeline('somebody ordered it') as number`,
      );
      console.log(`timeline ${rows[0]!.number}`);
    } finally {
      await client.end();
    }
    return undefined;
  },

  async 'mark-demo'(url) {
    console.log((await markDemo(url)) ? 'marked as the demo’s' : 'nothing to mark');
    return undefined;
  },

  async reset(url, flag) {
    if (flag !== '--force') throw new Error('reset drops every table. Say so: reset --force');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('drop schema if exists public cascade; create schema public');
    await client.end();
    return COMMANDS['deploy']!(url);
  },
};

const run = async (name = 'deploy', ...more: readonly string[]): Promise<number> => {
  if ([name, ...more].includes('--help')) {
    console.log(USAGE);
    return 0;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command === undefined) {
    throw new Error(withUsage(USAGE, orderFault(name, Object.keys(COMMANDS))));
  }
  const [argument] = more;
  if (more.length > 1 || (argument !== undefined && !ARGUMENTS[name]?.test(argument))) {
    throw new Error(withUsage(USAGE, `${name} knows nothing of "${more.join(' ')}"`));
  }
  const owner = process.env['DATABASE_OWNER_URL'];
  const url = owner || process.env['DATABASE_URL'];
  if (!url) {
    throw new Error('DATABASE_URL is not set. npm run services starts a database and prints it.');
  }
  if (!URL.canParse(url)) {
    throw new Error(`DATABASE_${owner ? 'OWNER_' : ''}URL: must be the URL of a Postgres database`);
  }
  return (await command(url, argument)) ?? 0;
};

/**
 * The engine's errors say all in their code (P3009 …) and message; their stack is WebAssembly's.
 */
const report = (error: unknown): void => {
  const { code, message } = error as { readonly code?: string; readonly message?: string };
  console.error([code, message].filter(Boolean).join(': '));
  if (code === NOT_ALLOWED) console.error('The owner of the tables may: DATABASE_OWNER_URL.');
  if (process.env['DEBUG']) console.error(error);
};

// Also while it waits for another deploy.
endWhenAsked();
let exitCode = 1;
try {
  exitCode = await run(...process.argv.slice(2));
} catch (error) {
  report(error);
}
process.exit(exitCode); // the engine's lock timer would keep the process for ten seconds
