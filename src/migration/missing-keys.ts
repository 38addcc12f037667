/**
 * Keys that the migrations have made and that are gone from the database. A restore that broke off
 * leaves it so: the rows are read back first, and the keys after them. Without them what is paid
 * once may be paid twice.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { readApplied } from '../platform/schema-version.js';
import { MIGRATIONS } from './deploy.js';
import { readDue, readObjects } from './weakenings.js';

const KEY = /^(?:primary key|unique constraint|unique index|foreign key) (\S+) on /;

/** As many are named. After a restore that broke off it may be all. */
const NAMED_MAX = 10;

/**
 * Throws where a key is gone from the database at `url`, which has all migrations, and is not among
 * those that were `dropped` on purpose. A newer studio's database has other keys.
 */
export const refuseMissingKeys = async (url: string, dropped: string): Promise<void> => {
  const known = new Set(dropped.split(/[\s,]+/));
  const missing = (await missingKeys(url)).filter((name) => !known.has(KEY.exec(name)![1]!));
  if (missing.length === 0) return;
  const others = missing.length - NAMED_MAX;
  throw new Error(
    [
      'Keys are gone from the database, and without them something may be paid twice:',
      ...missing.slice(0, NAMED_MAX).map((name) => `  ${name}`),
      ...(others > 0 ? [`  and ${others} more`] : []),
      'A restore that broke off leaves it so: read the dump back once more, to its end.',
      `Who has dropped a key on purpose goes on by DATABASE_KEYS_DROPPED, with its name (docs/operations.md#a-key-that-is-gone).`,
    ].join('\n'),
  );
};

const missingKeys = async (url: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const applied = [...((await readApplied(client)) ?? [])];
    if (applied.some((name) => !existsSync(path.join(MIGRATIONS, name)))) return [];
    const { definitions } = await readDue(client, []);
    const objects = await readObjects(client);
    return Object.keys(definitions).filter((name) => KEY.test(name) && !objects.has(name));
  } finally {
    await client.end();
  }
};
