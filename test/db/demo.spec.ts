/** What a demo makes up is made up in no database of another studio, whenever it finds out. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Tokens } from '../../src/access/tokens.js';
import { readConfig } from '../../src/config.js';
import { openDemoStaff } from '../../src/demo/demo-staff.js';
import { Demo } from '../../src/demo/demo.service.js';
import { systemClock } from '../../src/platform/clock.js';
import { Metrics } from '../../src/platform/metrics.js';
import { markDemo } from '../../src/migration/mark-demo.js';
import { PostgresStores } from '../../src/table/postgres-stores.js';
import { putOnDuty } from '../kit/approvals.js';
import { type TestDatabase, createDatabase } from '../kit/database.js';
import { asSuperuser } from '../kit/superuser.js';
import { ANCHOR_KEY, HANDS_KEY, JWT_KEY } from '../kit/testbed.js';
import { UNTRACED } from '../kit/untraced.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const configOf = (isDemo: boolean) =>
  readConfig({
    SABOT_DEMO: isDemo ? '1' : '0',
    SABOT_JWT_KEY: JWT_KEY,
    SABOT_ANCHOR_KEY: ANCHOR_KEY,
    SABOT_HANDS_KEY: HANDS_KEY,
    DATABASE_URL: database.studioUrl,
    QUEUE_BACKEND: 'postgres',
  });

const start = () => {
  const config = configOf(true);
  return new Demo(config, database.pool, new Tokens(config, systemClock())).onModuleInit();
};

/** Takes the lease of a table, or not, as a studio that is a demo or is none. */
const takeTable = async (isDemo: boolean, table: string) => {
  const config = configOf(isDemo);
  const stores = new PostgresStores(config, database.pool, systemClock(), new Metrics(), UNTRACED);
  const lease = await stores.takeLease(table, randomUUID(), 60_000);
  await stores.close();
  return lease;
};

const madeUp = async () => {
  const { rows } = await database.pool.query<{ tables: number; staff: string[] }>(
    `select (select count(*)::int from tables) as tables,
            (select json_agg(id order by id) from staff where id <> 'studio') as staff`,
  );
  return rows[0];
};

describe('a demo', () => {
  it('makes up nothing in a database of another, even one that it found only just now', async () => {
    await putOnDuty(database.pool, 'Real');
    await expect(start()).rejects.toThrow('SABOT_DEMO: is 1');
    expect(await madeUp()).toEqual({ tables: 0, staff: ['Real'] });
  });

  it('opens no account there, whatever it believes', async () => {
    await expect(openDemoStaff(database.pool, 1)).rejects.toMatchObject({ code: 'SB033' });
    expect(await madeUp()).toEqual({ tables: 0, staff: ['Real'] });
  });

  it('of before is marked by the owner of its cluster, whoever has worked in it', async () => {
    expect(await markDemo(database.url), 'in which no demo ever was').toBe(false);
    await asSuperuser(database, async (superuser) => {
      await superuser.query(`insert into staff (id, role, name) values ('D', 'dealer', 'D')`);
      await superuser.query(`update staff set is_demo = true where id = 'D'`);
    });
    await expect(start()).rejects.toThrow('SABOT_DEMO: is 1');
    expect(await markDemo(database.url)).toBe(true);
    expect(await markDemo(database.url), 'again').toBe(false);
    await start();
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from staff where id <> 'studio' and not is_demo`,
    );
    expect(rows).toEqual([]);
  });

  it('marks its own database before anything else, where no other studio takes a table', async () => {
    await database.drop();
    database = await createDatabase();
    await start();
    expect((await madeUp())?.staff).toContain('manager-1');
    const { rows } = await database.pool.query<{ all: boolean }>(
      `select bool_and(is_demo) as all from staff where id <> 'studio'`,
    );
    expect(rows).toEqual([{ all: true }]);
    expect(await takeTable(false, 'pb-1')).toBeUndefined();
    expect(await takeTable(true, 'pb-1')).toMatchObject({ epoch: 1n });
  });
});
