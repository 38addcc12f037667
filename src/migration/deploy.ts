/** The folders of prisma/migrations, applied in order, and the guards after them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  DiffResult,
  MigrationList,
  SchemaEngine,
} from '@prisma/schema-engine-wasm/schema_engine_bg';
import { putGuards } from './guards.js';
import { withEngine } from './schema-engine.js';

const PRISMA = fileURLToPath(new URL('../../prisma', import.meta.url));
export const MIGRATIONS = path.join(PRISMA, 'migrations');
const SCHEMA = path.join(PRISMA, 'schema.prisma');

/** Nothing in the database is off limits to the engine. */
const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies the pending migrations to the database at `url`, and the guards where they have changed.
 * Returns the names of what was applied.
 */
export const deploy = async (url: string): Promise<readonly string[]> => {
  const migrationsList = migrations();
  const { appliedMigrationNames } = await onEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList, filters: FILTERS }),
  );
  const names = migrationsList.migrationDirectories.map((directory) => directory.path);
  const hasNewGuards = await putGuards(url, names);
  return hasNewGuards ? [...appliedMigrationNames, 'guards'] : appliedMigrationNames;
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

const onEngine = <T>(url: string, work: (engine: SchemaEngine) => Promise<T>): Promise<T> =>
  withEngine(url, schema(), work);

const schema = () => ({ path: SCHEMA, content: readFileSync(SCHEMA, 'utf8') });

const migrations = (): MigrationList => ({
  baseDir: MIGRATIONS,
  shadowDbInitScript: '',
  lockfile: {
    path: 'migration_lock.toml',
    content: readFileSync(path.join(MIGRATIONS, 'migration_lock.toml'), 'utf8'),
  },
  migrationDirectories: readdirSync(MIGRATIONS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()
    .map((name) => ({
      path: name,
      migrationFile: { path: 'migration.sql', content: contentOf(name) },
    })),
});

const contentOf = (name: string) => {
  const file = path.join(MIGRATIONS, name, 'migration.sql');
  return existsSync(file)
    ? ({ tag: 'ok', value: readFileSync(file, 'utf8') } as const)
    : ({ tag: 'error', value: 'migration.sql not found' } as const);
};
