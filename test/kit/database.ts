/** A database of its own for a test file: made, migrated, and dropped again. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { deploy } from '../../scripts/migrate.mjs';

export interface TestDatabase {
  /** A superuser's: what an attacker with all rights would use. */
  readonly url: string;
  /** In the application's role, as the studio connects. */
  readonly pool: pg.Pool;
  readonly drop: () => Promise<void>;
}

const SERVER = process.env['TEST_DATABASE_URL'];

/** Needs TEST_DATABASE_URL, which `npm test` sets. */
export const createDatabase = async (): Promise<TestDatabase> => {
  if (SERVER === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  await deploy(url.href);
  const pool = new pg.Pool({ connectionString: url.href, options: '-c role=sabot_app', max: 10 });
  pool.on('error', () => undefined);
  return {
    url: url.href,
    pool,
    drop: async () => {
      await pool.end();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
};

const onServer = async (sql: string): Promise<void> => {
  const client = new pg.Client({ connectionString: SERVER });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};
