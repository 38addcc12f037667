/** The folders of prisma/migrations, applied in order, and the guards after them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  DiffResult,
  MigrationList,
  SchemaEngine,
} from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { putGuards } from './guards.js';
import { withEngine } from './schema-engine.js';
import { LOCK_MS, isLocked, untilUnlocked } from './until-unlocked.js';

const PRISMA = fileURLToPath(new URL('../../prisma', import.meta.url));
export const MIGRATIONS = path.join(PRISMA, 'migrations');
const SCHEMA = path.join(PRISMA, 'schema.prisma');

/** Nothing in the database is off limits to the engine. */
const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the pending migrations of `folder` to the database at `url`, and the guards where they
 * have changed. Returns the names of what was applied. No statement keeps a table waiting for long:
 * where another holds it, the migration is rolled back, and tried again.
 */
export const deploy = async (url: string, folder = MIGRATIONS): Promise<readonly string[]> => {
  const all = migrations(folder);
  const names = all.migrationDirectories.map((directory) => directory.path);
  const applied: string[] = [];
  for (const last of await lastOfEachStep(url, all)) {
    const upTo = names.indexOf(last) + 1;
    const migrationsList = {
      ...all,
      migrationDirectories: all.migrationDirectories.slice(0, upTo),
    };
    const index = concurrentIndex(sqlOf(all, last));
    applied.push(...(await untilUnlocked(() => applyStep(url, migrationsList, index))));
  }
  const hasNewGuards = await putGuards(url, names);
  return hasNewGuards ? [...applied, 'guards'] : applied;
};

/**
 * The pending migrations are applied together, but for those that build an index beside the work of
 * others: each of them is a step of its own. Returns the last migration of each step.
 */
const lastOfEachStep = async (url: string, all: MigrationList): Promise<readonly string[]> => {
  const applied = new Set(await queryNames(url, `finished_at is not null`));
  const pending = all.migrationDirectories
    .map(({ path: name }) => name)
    .filter((name) => !applied.has(name));
  const isAlone = (name: string | undefined): boolean =>
    name !== undefined && concurrentIndex(sqlOf(all, name)) !== undefined;
  const ends = pending.filter((name, at) => isAlone(name) || isAlone(pending[at + 1]));
  // The engine is asked in any case: it looks whether what was applied has changed since.
  return [...ends, ...all.migrationDirectories.map(({ path: name }) => name).slice(-1)];
};

/**
 * A migration is one script, so what of it was done is undone where it fails. The engine remembers
 * that it failed, and would refuse to try again.
 */
const applyStep = async (
  url: string,
  migrationsList: MigrationList,
  index: string | undefined,
): Promise<readonly string[]> => {
  if (index !== undefined) await dropUnfinished(url, index);
  try {
    const { appliedMigrationNames } = await onEngine(
      url,
      (engine) => engine.applyMigrations({ migrationsList, filters: FILTERS }),
      // An index that is built beside the work of others waits for them, and nobody for it.
      index === undefined ? LOCK_MS : 0,
    );
    return appliedMigrationNames;
  } catch (error) {
    if (isLocked(error)) await forgetFailures(url);
    throw error;
  }
};

const forgetFailures = async (url: string): Promise<void> => {
  for (const migrationName of await queryNames(url, 'finished_at is null')) {
    await onEngine(url, (engine) => engine.markMigrationRolledBack({ migrationName }));
  }
};

/** What a process that died has left of it is of no use to anybody. */
const dropUnfinished = (url: string, index: string): Promise<void> =>
  onClient(url, async (client) => {
    const { rows } = await client.query(
      `select from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relname = $1 and c.relnamespace = 'public'::regnamespace and not i.indisvalid`,
      [index],
    );
    if (rows.length > 0) await client.query(`drop index concurrently "${index}"`);
  });

/** The index that a migration builds beside the work of others. Undefined where it builds none. */
const concurrentIndex = (sql: string): string | undefined =>
  /^create (?:unique )?index concurrently "?(\w+)"?/im.exec(sql)?.[1];

const sqlOf = (all: MigrationList, name: string): string => {
  const found = all.migrationDirectories.find((directory) => directory.path === name);
  const content = found?.migrationFile.content;
  return content?.tag === 'ok' ? content.value : '';
};

/** The names of migrations that were not rolled back, by what else is so of them. */
const queryNames = (url: string, where: string): Promise<readonly string[]> =>
  onClient(url, async (client) => {
    const { rows } = await client.query<{ has: boolean }>(
      `select to_regclass('public._prisma_migrations') is not null as has`,
    );
    if (rows[0]?.has !== true) return [];
    const found = await client.query<{ name: string }>(
      `select migration_name as name from _prisma_migrations
        where rolled_back_at is null and ${where} order by started_at`,
    );
    return found.rows.map(({ name }) => name);
  });

const onClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
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

/** What is applied, pending, failed or edited, as the engine reports it. */
export const status = (url: string): Promise<object> =>
  onEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrations(),
      optInToShadowDatabase: true,
      filters: FILTERS,
    }),
  );

const onEngine = <T>(
  url: string,
  work: (engine: SchemaEngine) => Promise<T>,
  lockMs?: number,
): Promise<T> => withEngine(url, schema(), work, lockMs);

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
