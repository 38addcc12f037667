/** A database of its own for a test file: a copy of the template, dropped again. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseUrl, onServer, templateDatabase } from './template-database.js';

export interface TestDatabase {
  /** A superuser's: what an attacker with all rights would use. */
  readonly url: string;
  /** In the application's role, as the studio connects. */
  readonly pool: pg.Pool;
  readonly drop: () => Promise<void>;
}

/** What may be done with a database is not copied with it. */
const WITH_ITS_RIGHTS = `
update pg_database set datacl = template.datacl from pg_database as template
 where template.datname = $1 and pg_database.datname = $2`;

const SERVER = process.env['TEST_DATABASE_URL'];

/** Needs TEST_DATABASE_URL, which `npm test` sets. */
export const createDatabase = async (): Promise<TestDatabase> => {
  if (SERVER === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateDatabase(SERVER);
  await onServer(SERVER, async (server) => {
    await server.query(`create database ${name} template ${template}`);
    await server.query(WITH_ITS_RIGHTS, [template, name]);
  });
  const url = databaseUrl(SERVER, name);
  const pool = new pg.Pool({ connectionString: url, options: '-c role=sabot_app', max: 10 });
  pool.on('error', () => undefined);
  return {
    url,
    pool,
    drop: async () => {
      await pool.end();
      await onServer(SERVER, async (server) => {
        await server.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
};
