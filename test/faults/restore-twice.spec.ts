/**
 * A database is restored more than once. Each restore begins a timeline of Postgres, and a backup
 * of what was given up by that is no way to the present.
 */
import { setTimeout as pause } from 'node:timers/promises';
import fs from 'node:fs';
import os from 'node:os';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listBackups, makeBackup, pruneBackups } from '../../scripts/setup/backups.js';
import { removeDataFolder, throwAwayFolder } from '../../scripts/setup/data-folder.js';
import { postgresHome } from '../../scripts/setup/postgres-home.js';
import { restoreCluster, startCluster } from '../../scripts/setup/postgres.js';

let folder: string;
let cluster: Awaited<ReturnType<typeof startCluster>>;

const wishes = () => ({ dataDir: folder, durable: false, archives: true, database: 'postgres' });
const place = () => postgresHome(fs.realpathSync(folder));

beforeAll(async () => {
  folder = throwAwayFolder(os.tmpdir(), 'sabot-restore-twice');
  cluster = await startCluster(wishes());
});
afterAll(async () => {
  await cluster.stop();
  removeDataFolder(folder);
});

const asSuperuser = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const backUp = () => {
  const { home, account } = place();
  return asSuperuser((client) => makeBackup(home, account, client));
};

/** Returns the moment after it. */
const write = (text: string): Promise<Date> =>
  asSuperuser(async (client) => {
    await client.query('create table if not exists notes (text text not null)');
    await client.query('insert into notes values ($1)', [text]);
    // A moment is given in milliseconds.
    await pause(5);
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    await pause(5);
    return rows[0]!.now;
  });

const written = (): Promise<readonly string[]> =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from notes');
    return rows.map(({ text }) => text);
  });

const restoreTo = async (until: Date | undefined): Promise<void> => {
  const { port } = cluster;
  await cluster.stop();
  const restored = await restoreCluster({ ...wishes(), port, until });
  fs.rmSync(restored.before!, { recursive: true });
  cluster = restored;
};

/** Gives the log up to the next file, so that the files of the one timeline run ahead. */
const nextLog = () => asSuperuser((client) => client.query('select pg_switch_wal()'));

it('a second restore begins at a backup of the history that is left, and pruning leaves it', async () => {
  await write('before the first backup');
  await backUp();
  const until = await write('before the moment');
  await write('given up');
  for (let each = 0; each < 4; each += 1) {
    await write(`given up, ${each}`);
    await nextLog();
  }
  await pause(1_000); // backups are named by the second
  const givenUp = await backUp();

  await restoreTo(until);
  await write('after the first restore');
  await restoreTo(undefined);
  const present = ['before the first backup', 'before the moment', 'after the first restore'];
  expect(await written()).toEqual(present);

  const kept = await backUp();
  expect(pruneBackups(place().home, 2)).toBe(1);
  expect(listBackups(place().home).map(({ name }) => name)).toEqual([givenUp.name, kept.name]);
  await write('after the second restore');
  await restoreTo(undefined);
  expect(await written()).toEqual([...present, 'after the second restore']);
});
