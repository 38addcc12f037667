/**
 * Whether the database is of a version that this studio counts on: Postgres itself, and every
 * migration.
 */
import { existsSync, readdirSync } from 'node:fs';
import type pg from 'pg';
import { ConfigError } from '../config.js';
import { sqlState } from './transaction.js';

const INSUFFICIENT_PRIVILEGE = '42501';

/** What has `is json`, which the proofs ask by. */
const POSTGRES_MIN = 16;

/** Throws `ConfigError` where the server is an earlier one. */
export const takePostgres = async (client: Pick<pg.ClientBase, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ number: number; name: string }>(
    `select current_setting('server_version_num')::int as number,
            current_setting('server_version') as name`,
  );
  const { number, name } = rows[0]!;
  if (number >= POSTGRES_MIN * 10_000) return;
  throw new ConfigError(`Postgres ${POSTGRES_MIN} or later is needed, this is ${name}.`);
};

/**
 * Throws `ConfigError` where Postgres is too early, or lacks one of the migrations in `folder`.
 * Others may be there: a studio of the version before goes on when the next one's schema is
 * deployed. Returns whether it is known to have these and no other.
 */
export const takeSchema = async (
  client: Pick<pg.ClientBase, 'query'>,
  folder: string,
): Promise<boolean> => {
  await takePostgres(client);
  if (!existsSync(folder)) return false;
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const applied = await readApplied(client);
  if (applied === undefined) return false;
  const missing = names.filter((name) => !applied.has(name));
  if (missing.length === 0) return applied.size === names.length;
  throw new ConfigError(
    `DATABASE_URL: the database is of an earlier version, and lacks ${missing.length} of ${names.length} migrations, the first of them ${missing[0]}. npm run db:deploy brings it up to date.`,
  );
};

/** The names of the migrations that are done. Undefined where this login may not look at them. */
export const readApplied = async (
  client: Pick<pg.ClientBase, 'query'>,
): Promise<ReadonlySet<string> | undefined> => {
  if (!(await hasMigrations(client))) return new Set();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select migration_name as name from public._prisma_migrations
        where finished_at is not null and rolled_back_at is null`,
    );
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    return undefined;
  }
};

/** Whether a migration was ever begun in this database. */
export const hasMigrations = async (client: Pick<pg.ClientBase, 'query'>): Promise<boolean> => {
  const { rows } = await client.query<{ has: boolean }>(
    `select to_regclass('public._prisma_migrations') is not null as has`,
  );
  return rows[0]!.has;
};
