/** A studio with nonsense for settings does not start, and says what was wrong. */
import { describe, expect, it } from 'vitest';
import { asSuperuser } from '../kit/superuser.js';
import { useTestbed } from '../kit/testbed.js';
import { type Env, StudioProcess } from '../kit/studio.js';

const testbed = useTestbed();
const demoBed = useTestbed({ env: { SABOT_DEMO: '1' } });

/** The environment, and every setting that it must name. */
const WRONG: Readonly<Record<string, readonly [Env, ...string[]]>> = {
  'no key outside of the demo': [{ SABOT_JWT_KEY: '' }, 'SABOT_JWT_KEY'],
  'a short key': [{ SABOT_JWT_KEY: 'secret-and-short' }, 'SABOT_JWT_KEY'],
  'no key for its hands outside of the demo': [{ SABOT_HANDS_KEY: '' }, 'SABOT_HANDS_KEY'],
  'an invalid key for its hands': [{ SABOT_HANDS_KEY: 'c2hvcnQ=' }, 'SABOT_HANDS_KEY'],
  'no key for its anchors outside of the demo': [{ SABOT_ANCHOR_KEY: '' }, 'SABOT_ANCHOR_KEY'],
  'an invalid key for its anchors': [{ SABOT_ANCHOR_KEY: 'secret-and-short' }, 'SABOT_ANCHOR_KEY'],
  'no database': [{ DATABASE_URL: '' }, 'DATABASE_URL'],
  'an invalid database': [{ DATABASE_URL: 'the big one' }, 'DATABASE_URL'],
  'a queue on a Redis that is not named': [{ QUEUE_BACKEND: 'redis', REDIS_URL: '' }, 'REDIS_URL'],
  'a queue on a backend that does not exist': [{ QUEUE_BACKEND: 'kafka' }, 'QUEUE_BACKEND'],
  'a port that does not exist': [{ PORT: '65536' }, 'PORT'],
  'a demo in production': [{ SABOT_DEMO: '1', NODE_ENV: 'production' }, 'SABOT_DEMO'],
  'a demo that others reach, said once': [{ SABOT_DEMO: '1', HOST: '0.0.0.0' }, 'HOST'],
  'an invalid flag': [{ SABOT_DEMO: 'yes' }, 'SABOT_DEMO'],
  'a lease that is too short': [{ TABLE_LEASE_MS: '499' }, 'TABLE_LEASE_MS'],
  'a mailbox for nobody': [{ TABLE_MAILBOX: '0' }, 'TABLE_MAILBOX'],
  'half a batch': [{ TABLE_BATCH: '1.5' }, 'TABLE_BATCH'],
  'a level of logging that does not exist': [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  'much nonsense at once': [
    { PORT: 'http', DEMO_TABLES: 'many', SETTLEMENT_CHUNK: '-1', SETTLEMENT_SWEEP_MS: '0' },
    'PORT',
    'DEMO_TABLES',
    'SETTLEMENT_CHUNK',
    'SETTLEMENT_SWEEP_MS',
  ],
};

describe('a studio does not start', { timeout: 180_000 }, () => {
  it.concurrent.each(Object.keys(WRONG))('with %s', async (what) => {
    const [env, ...named] = WRONG[what]!;
    const studio = await StudioProcess.launch({ ...testbed.env, ...env });
    expect(await studio.ended()).toMatchObject({ code: 1 });
    for (const name of named) expect(studio.log).toContain(name);
    const lines = studio.log.trim().split('\n');
    expect(lines.length, studio.log).toBe(named.length);
    expect(studio.log).not.toContain('secret-and-short');
  });

  it('as a demo on a database that is not the demo’s, nor as another on the demo’s', async () => {
    await testbed.enlist('Anna');
    const demo = await StudioProcess.launch({ ...testbed.env, SABOT_DEMO: '1' });
    expect(await demo.ended()).toMatchObject({ code: 1 });
    expect(demo.log).toContain('SABOT_DEMO: is 1, and the database was used by a studio');
    const other = await StudioProcess.launch({ ...demoBed.env, SABOT_DEMO: '0' });
    expect(await other.ended()).toMatchObject({ code: 1 });
    expect(other.log).toContain('DATABASE_URL: is the database of a demo');
    const anywhere = { SABOT_DEMO: '1', HOST: '0.0.0.0', DEMO_ANYWHERE: '1' };
    const open = await StudioProcess.launch({ ...demoBed.env, ...anywhere });
    await open.lives();
    await open.kill();
  });

  it('on a database of an earlier version, or an empty one', async () => {
    const mark = (isDone: boolean) =>
      asSuperuser(testbed.database, (client) =>
        client.query(
          `update _prisma_migrations set rolled_back_at = ${isDone ? 'null' : 'now()'}
            where migration_name = (select max(migration_name) from _prisma_migrations)`,
        ),
      );
    await mark(false);
    const early = await StudioProcess.launch(testbed.env);
    expect(await early.ended()).toMatchObject({ code: 1 });
    expect(early.log).toMatch(
      /^DATABASE_URL: [^\n]*lacks 1 of \d+ [^\n]*npm run db:deploy[^\n]*\n$/,
    );
    await mark(true);
    const empty = new URL(testbed.database.studioUrl);
    empty.pathname = '/postgres';
    const first = await StudioProcess.launch({ ...testbed.env, DATABASE_URL: empty.href });
    expect(await first.ended()).toMatchObject({ code: 1 });
    expect(first.log).toContain('npm run db:deploy');
  });

  it('unless only the port of its metrics is another’s: it deals without them', async () => {
    const first = await testbed.startProcess();
    const { port } = new URL(first.url);
    const second = await testbed.startProcess({ OPERATIONS_PORT: port });
    expect(second.log).toContain('EADDRINUSE');
    expect(second.log).toContain('no metrics, health or /docs');
    await second.stop();
  });

  it('on a port that another has', async () => {
    const first = await testbed.startProcess();
    const second = await StudioProcess.launch({ ...testbed.env, PORT: new URL(first.url).port });
    expect(await second.ended()).toMatchObject({ code: 1 });
    expect(second.log).toContain('EADDRINUSE');
  });
});

describe('a studio whose database has not its guards', () => {
  const WARNING = 'the guards of the database are not as deployed';
  const doAsOwner = (sql: string) =>
    asSuperuser(testbed.database, (client) => client.query(sql).then(() => undefined));

  it('starts, and warns of each that is another one', async () => {
    await doAsOwner('alter function outside_pays_once() rename to pays_outside');
    const studio = await StudioProcess.launch(testbed.env);
    await studio.lives();
    await studio.kill();
    expect(studio.log).toContain(WARNING);
    expect(studio.log).toContain('The function outside_pays_once() is gone from the database');
  });

  it('starts as one of the version before, whose guards they need not be', async () => {
    await doAsOwner(`insert into _prisma_migrations (id, checksum, migration_name, finished_at)
                     values ('newer', '', '20991231000000_newer', now())`);
    const studio = await testbed.start();
    await studio.stop();
    await doAsOwner(`delete from _prisma_migrations where id = 'newer'`);
    await doAsOwner('alter function pays_outside() rename to outside_pays_once');
    expect(studio.log).not.toContain(WARNING);
  });
});
