/** A database of its own for a test file: a copy of the template, dropped again. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { isBusyHere, restHere } from './own-connections.js';
import { databaseUrl, onServer, studioUrl, templateDatabase } from './template-database.js';

export interface TestDatabase {
  /** A superuser's, which an attacker with all rights would use. */
  readonly url: string;
  /** The studio's own login, which can do no more than the application may. */
  readonly studioUrl: string;
  /** In the application's role, as the studio connects. */
  readonly pool: pg.Pool;
  /** From now on the database's time is this far ahead of its server's. */
  readonly moveTimeTo: (aheadMs: number) => Promise<void>;
  /** Resolves when no connection is in the midst of a statement or a transaction. */
  readonly isIdle: () => Promise<void>;
  readonly drop: () => Promise<void>;
}

/** What may be done with a database is not copied with it. */
const WITH_ITS_RIGHTS = `
update pg_database set datacl = template.datacl from pg_database as template
 where template.datname = $1 and pg_database.datname = $2`;

/** A test may hold a lock under this name: whoever waits for it rests. */
export const BLOCKER = 'blocker';

/** Asked after every step in time, so it is prepared, and takes no more than it needs. */
const BUSY = {
  name: 'busy',
  text: `
    select from pg_stat_get_activity(null)
     where datid = (select oid from pg_database where datname = current_database())
       and pid <> pg_backend_pid() and backend_type = 'client backend'
       and state <> 'idle' and application_name <> '${BLOCKER}'
       and not (state = 'active' and wait_event_type is not distinct from 'Lock')`,
};

const MOVE_TIME = {
  name: 'move time',
  text: `update test.time set moved = $1 * interval '1 ms'`,
};

const IDLE_WITHIN_MS = 60_000;
/** What is busy here for longer may wait for a lock. */
const ASK_AFTER_MS = 20;

const TESTS_SERVER = process.env['TEST_DATABASE_URL'];

/** On the server of all tests, TEST_DATABASE_URL, which `npm test` sets, or on another one. */
export const createDatabase = async (of = TESTS_SERVER): Promise<TestDatabase> => {
  if (of === undefined)
    throw new Error('TEST_DATABASE_URL is not set: run the tests by `npm test`');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = await templateDatabase(of);
  await onServer(of, async (server) => {
    await server.query(`create database ${name} template ${template}`);
    await server.query(WITH_ITS_RIGHTS, [template, name]);
  });
  const url = databaseUrl(of, name);
  const pool = new pg.Pool({
    connectionString: studioUrl(url),
    options: '-c role=sabot_app',
    max: 10,
    pipeline: true,
  });
  pool.on('error', () => undefined);
  const owner = new pg.Pool({ connectionString: url, max: 1 });
  owner.on('error', () => undefined);
  return {
    url,
    studioUrl: studioUrl(url),
    pool,
    moveTimeTo: async (aheadMs) => {
      await owner.query({ ...MOVE_TIME, values: [aheadMs] });
    },
    isIdle: async () => {
      // An answer leads to the next request. When none has come twice, all is quiet.
      const deadline = performance.now() + IDLE_WITHIN_MS;
      let quiet = 0;
      while (quiet < 2) {
        if (performance.now() > deadline) throw new Error('the database does not come to rest');
        await restHere(name, ASK_AFTER_MS);
        await new Promise((resolve) => setImmediate(resolve));
        // The other processes are asked for last. So it is where somebody waits for a lock here.
        const asks = quiet === 1 || isBusyHere(name);
        const isQuiet = asks ? (await owner.query(BUSY)).rowCount === 0 : true;
        quiet = isQuiet ? quiet + 1 : 0;
      }
    },
    drop: async () => {
      await owner.end();
      await pool.end();
      await onServer(of, async (server) => {
        await server.query(`drop database if exists ${name} with (force)`);
      });
    },
  };
};
