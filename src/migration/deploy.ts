/** The folders of prisma/migrations, applied in order, and the guards after them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  DiagnoseMigrationHistoryOutput,
  DiffResult,
  MigrationList,
  SchemaEngine,
} from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { hasMigrations, readApplied, takePostgres } from '../platform/schema-version.js';
import { guardFiles } from './guard-files.js';
import { putGuards } from './guards.js';
import { ownersConnection } from './owners-connection.js';
import { withEngine } from './schema-engine.js';
import { LOCK_MS, StaysInUse, type Times, untilUnlocked } from './until-unlocked.js';

const PRISMA = fileURLToPath(new URL('../../prisma', import.meta.url));
export const MIGRATIONS = path.join(PRISMA, 'migrations');
const SCHEMA = path.join(PRISMA, 'schema.prisma');

/** Nothing in the database is off limits to the engine. */
const FILTERS = { externalTables: [], externalEnums: [] };

/** How often is asked whether another deploy is done. */
const ASKED_EVERY_MS = 500;

/** For so long another deploy is waited for, where nothing else is said. */
export const WAITED_FOR_MS = 10 * 60_000;

interface Wait {
  /** Called once, with who is at work. */
  readonly onWait?: (holder: string) => void;
  readonly forMs?: number;
  /** For a table that others use. */
  readonly times?: Times;
}

/**
 * Applies the pending migrations of `folder` to the database at `url`, and the guards where they
 * have changed. Returns the names of what was applied. No statement keeps a table waiting for long:
 * where another holds it, the migration is rolled back, and tried again. Of several deploys at a
 * time one is at work, and the others wait for it, until they give up by its name: one that is
 * frozen is never done. Throws `ConfigError` where Postgres is too early.
 */
export const deploy = (
  url: string,
  folder = MIGRATIONS,
  wait: Wait = {},
): Promise<readonly string[]> =>
  onClient(url, async (client) => {
    await takePostgres(client);
    await untilTurn(client, wait);
    return deployAlone(client, url, folder, wait.times);
  });

/** One that waits in a statement would be waited for by whoever builds an index. */
const untilTurn = async (
  client: pg.Client,
  { onWait = () => undefined, forMs = WAITED_FOR_MS }: Wait,
): Promise<void> => {
  const startedAtMs = performance.now();
  for (let asked = 0; !(await takesTurn(client)); asked += 1) {
    const holder = await whoseTurn(client);
    // Undefined: it has just ended.
    if (holder !== undefined) {
      if (asked === 0) onWait(holder.name);
      if (performance.now() - startedAtMs >= forMs) throw stillAtWork(holder);
    }
    await sleep(ASKED_EVERY_MS);
  }
};

const TURN = `hashtextextended('deploy', 0)`;

/** From then on, and until the connection ends. */
const takesTurn = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ got: boolean }>(
    `select pg_try_advisory_lock(${TURN}) as got`,
  );
  return rows[0]!.got;
};

interface Holder {
  readonly pid: number;
  readonly name: string;
}

const whoseTurn = async (client: pg.Client): Promise<Holder | undefined> => {
  const { rows } = await client.query<Holder>(
    `select l.pid, format('process %s of Postgres%s%s', l.pid, ', from ' || host(a.client_addr),
                          ', since ' || date_trunc('second', a.backend_start)) as name
       from pg_catalog.pg_locks l left join pg_catalog.pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.granted and l.objsubid = 1
        and l.database = (select oid from pg_catalog.pg_database where datname = current_database())
        and (l.classid::bigint << 32) | l.objid::bigint = ${TURN}`,
  );
  return rows[0];
};

const stillAtWork = ({ pid, name }: Holder): Error =>
  new Error(
    `nothing is changed, as another deploy does not come to its end: ${name}. ` +
      `Where it is at work no more: select pg_terminate_backend(${pid}), and deploy again. ` +
      'Where it only takes long: DATABASE_DEPLOY_WAIT_MINUTES (docs/operations.md#upgrades).',
  );

const deployAlone = async (
  client: pg.Client,
  url: string,
  folder: string,
  times?: Times,
): Promise<readonly string[]> => {
  const all = migrations(folder);
  const names = all.migrationDirectories.map((directory) => directory.path);
  const before = await readDone(url);
  const applied: string[] = [];
  try {
    for (const last of await lastOfEachStep(url, all)) {
      const upTo = names.indexOf(last) + 1;
      const migrationsList = {
        ...all,
        migrationDirectories: all.migrationDirectories.slice(0, upTo),
      };
      const step = () => applyStep(url, migrationsList, last);
      applied.push(...(await untilUnlocked(client, step, times)));
    }
    const hasNewGuards = await putGuards(url, names, guardFiles(), times);
    return hasNewGuards ? [...applied, 'guards'] : applied;
  } catch (error) {
    if (!(error instanceof StaysInUse)) throw error;
    const done = await readDone(url);
    const now = names.filter((name) => done.has(name) && !before.has(name));
    const next = names.find((name) => !done.has(name)) ?? 'the guards';
    throw new Error(`${soFar(now, next)}, as ${error.message}`, { cause: error });
  }
};

const soFar = (applied: readonly string[], next: string): string =>
  applied.length === 0 ? 'nothing is changed' : `applied ${applied.join(', ')}, but not ${next}`;

/**
 * The pending migrations are applied together, but for those that build or drop an index beside the
 * work of others: each of them is a step of its own. Returns the last migration of each step.
 */
const lastOfEachStep = async (url: string, all: MigrationList): Promise<readonly string[]> => {
  const done = await readDone(url);
  const pending = all.migrationDirectories
    .map(({ path: name }) => name)
    .filter((name) => !done.has(name));
  const isAlone = (name: string | undefined): boolean =>
    name !== undefined && concurrentIndex(sqlOf(all, name)) !== undefined;
  const ends = pending.filter((name, at) => isAlone(name) || isAlone(pending[at + 1]));
  // The engine is asked in any case: it looks whether what was applied has changed since.
  return [...ends, ...all.migrationDirectories.map(({ path: name }) => name).slice(-1)];
};

/**
 * A migration is one script, so what of it was done is undone where it fails, or where whoever
 * applies it is killed. The engine remembers that it began, and would refuse to try again.
 */
const applyStep = async (
  url: string,
  migrationsList: MigrationList,
  last: string,
): Promise<readonly string[]> => {
  await forgetUnfinished(url);
  const index = concurrentIndex(sqlOf(migrationsList, last));
  const isPending = !(await readDone(url)).has(last);
  if (index !== undefined && isPending) await dropIndex(url, index);
  const { appliedMigrationNames } = await onEngine(
    url,
    (engine) => engine.applyMigrations({ migrationsList, filters: FILTERS }),
    {
      // An index that is built concurrently waits for other transactions, and none waits for it.
      lockMs: index === undefined ? LOCK_MS : 0,
      scriptOf: finishing(migrationsList),
    },
  );
  return appliedMigrationNames;
};

const finishing = (all: MigrationList): ((script: string) => string) => {
  const scripts = new Set(all.migrationDirectories.map(({ path: name }) => sqlOf(all, name)));
  return (script) => {
    // The engine makes its own table by a script, too.
    if (!scripts.has(script)) return script;
    // This is in no transaction. It is not built or dropped a second time.
    if (concurrentIndex(script) !== undefined) return script.replace(DROP, '$&if exists ');
    return `${script}\n;${FINISH}`;
  };
};

/**
 * That a migration is done is committed with what it did. The engine says so only afterwards, and
 * may be killed in between. Nothing stands of one that the next deploy has taken for broken off.
 */
const FINISH = `
do $$ begin
  update public._prisma_migrations set finished_at = now()
   where finished_at is null and rolled_back_at is null;
  if not found then raise exception 'another deploy has begun this migration anew'; end if;
end $$`;

const forgetUnfinished = (url: string): Promise<void> =>
  onClient(url, async (client) => {
    if (!(await hasMigrations(client))) return;
    await client.query(
      `update _prisma_migrations set rolled_back_at = now()
        where finished_at is null and rolled_back_at is null`,
    );
  });

/**
 * Its migration is not done, so that what is there of it was left by a process that died: it may be
 * no good, and the next one cannot be built beside it.
 */
const dropIndex = (url: string, index: string): Promise<void> =>
  onClient(url, async (client) => {
    await client.query(`drop index concurrently if exists public."${index}"`);
  });

const DROP = /^drop index concurrently (?!if exists)/im;

/** The index that a migration builds or drops beside the work of others. Undefined: none. */
const concurrentIndex = (sql: string): string | undefined =>
  /^(?:create (?:unique )?|drop )index concurrently (?:if (?:not )?exists )?"?(\w+)"?/im.exec(
    sql,
  )?.[1];

const sqlOf = (all: MigrationList, name: string): string => {
  const found = all.migrationDirectories.find((directory) => directory.path === name);
  const content = found?.migrationFile.content;
  return content?.tag === 'ok' ? content.value : '';
};

const readDone = (url: string): Promise<ReadonlySet<string>> =>
  onClient(url, async (client) => {
    const names = await readApplied(client);
    if (names === undefined) throw new Error('the owner may not look at its migrations');
    return names;
  });

const onClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client(ownersConnection(url));
  // Whoever asks the next time hears of it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * The SQL from the migrations to schema.prisma. The migrations are replayed in a database of its
 * own, which is made and dropped.
 */
export const diff = (url: string): Promise<DiffResult> =>
  onEngine(url, (engine) =>
    engine.diff({
      from: { tag: 'migrations', ...migrations() },
      to: { tag: 'schemaDatamodel', files: [schema()] },
      script: true,
      exitCode: true,
      filters: FILTERS,
    }),
  );

/** What is pending, failed or edited, as the engine reports it. */
export const status = (url: string): Promise<DiagnoseMigrationHistoryOutput> =>
  onEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrations(),
      // It would be made beside the studio's own database, and left where this is killed.
      optInToShadowDatabase: false,
      filters: FILTERS,
    }),
  );

const onEngine = <T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  options?: Parameters<typeof withEngine>[3],
): Promise<T> => withEngine(url, schema(), work, options);

const schema = () => ({ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') });

const migrations = (folder = MIGRATIONS): MigrationList => ({
  baseDir: folder,
  shadowDbInitScript: '',
  lockfile: {
    path: 'migration_lock.toml',
    content: readFileSync(path.join(folder, 'migration_lock.toml'), 'utf8'),
  },
  migrationDirectories: readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: contentOf(folder, name) },
    })),
});

const contentOf = (folder: string, name: string) => {
  const file = path.join(folder, name, 'migration.sql');
  return existsSync(file)
    ? ({ tag: 'ok', value: readFileSync(file, 'utf8') } as const)
    : ({ tag: 'error', value: 'migration.sql not found' } as const);
};
