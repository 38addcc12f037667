/**
 * A backup or a restore that ends before its time: killed, interrupted, out of room, or of files
 * that are not whole. What is left is the cluster as it was, and no backup that only looks whole.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { listBackups, makeBackup, pruneBackups } from '../../scripts/setup/backups.js';
import { removeDataFolder, throwAwayFolder } from '../../scripts/setup/data-folder.js';
import { lockHolder } from '../../scripts/setup/lock.mjs';
import { clusterIn, postgresHome } from '../../scripts/setup/postgres-home.js';
import { restoreCluster, startCluster } from '../../scripts/setup/postgres.js';
import { serverFile } from '../../scripts/setup/server.js';
import { WAL_UNARCHIVED_MS } from '../../src/operations/store-vitals.service.js';
import { eventually } from '../kit/studio.js';

const RUN = path.resolve('scripts/run.mjs');

let folder: string;
let home: string;
let cluster: Awaited<ReturnType<typeof startCluster>> | undefined;
let command: ChildProcess | undefined;
/** After the first row, and after the second. */
let until: Date;

const wishes = () => ({ dataDir: folder, durable: false, archives: true, database: 'postgres' });

const asSuperuser = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: cluster!.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

const backUp = (more?: Parameters<typeof makeBackup>[3]) =>
  asSuperuser((client) => makeBackup(home, postgresHome(folder).account, client, more));

const write = (text: string): Promise<void> =>
  asSuperuser(async (client) => {
    await client.query('create table if not exists notes (text text not null)');
    await client.query('insert into notes values ($1)', [text]);
    await pause(5);
  });

const written = (): Promise<readonly string[]> =>
  asSuperuser(async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from notes');
    return rows.map(({ text }) => text);
  });

const stop = async (): Promise<void> => {
  await cluster?.stop();
  cluster = undefined;
};

const startAgain = async (): Promise<void> => {
  cluster = await startCluster(wishes());
};

let made: string;

/** A stopped cluster with a backup and two rows since, of which each test gets a copy. */
beforeAll(async () => {
  made = throwAwayFolder(os.tmpdir(), 'sabot-broken-off');
  await use(made);
  await write('before the backup');
  await backUp();
  await write('before the moment');
  until = new Date();
  await pause(5);
  await write('after it');
  await stop();
});
afterAll(() => removeDataFolder(made));

beforeEach(async () => {
  const copy = throwAwayFolder(os.tmpdir(), 'sabot-broken-off');
  execFileSync('cp', ['-a', `${made}/.`, copy]);
  await use(copy);
});
afterEach(async () => {
  vi.restoreAllMocks();
  letGzipGo();
  command?.kill('SIGKILL');
  await stop();
  removeDataFolder(folder);
});

const use = async (dataDir: string): Promise<void> => {
  folder = fs.realpathSync(dataDir);
  await startAgain();
  ({ home } = postgresHome(folder));
};

const ALL = ['before the backup', 'before the moment', 'after it'];
const copies = (): readonly string[] => fs.readdirSync(path.join(home, 'backups/copies'));
const archived = (): readonly string[] =>
  fs.readdirSync(path.join(home, 'backups/wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));

const held = (): string => path.join(folder, 'tools-of-test/held');
const letGzipGo = (): void => fs.rmSync(held(), { force: true });

/** In the place of gzip, which Postgres's commands call: it waits until it is let go. */
const holdGzip = (): string => {
  const tools = path.dirname(held());
  fs.mkdirSync(tools, { recursive: true });
  fs.writeFileSync(held(), '');
  const script = `#!/bin/sh
PATH="\${PATH#*:}"
touch '${tools}/asked'
while test -e '${held()}'; do sleep 0.05; done
exec gzip "$@"
`;
  fs.writeFileSync(path.join(tools, 'gzip'), script, { mode: 0o755 });
  fs.chmodSync(tools, 0o777);
  return tools;
};
const gzipIsAsked = (): boolean => fs.existsSync(path.join(path.dirname(held()), 'asked'));

interface Ending {
  readonly code: number | null;
  readonly said: string;
}

/** Begins `npm run …` on the data folder, with gzip held. */
const begin = (...args: readonly string[]): Promise<Ending> => {
  const env = { PATH: `${holdGzip()}:${process.env['PATH']}`, SABOT_DATA: folder };
  const child = spawn(process.execPath, [RUN, ...args], { env });
  command = child;
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  }
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
};

describe('a restore that is broken off', () => {
  it('by kill -9 leaves the cluster as it was, and a studio starts on that', async () => {
    await stop();
    const ended = begin('restore', '--to', until.toISOString());
    await eventually('it replays the log', gzipIsAsked);
    command!.kill('SIGKILL');
    await ended;
    letGzipGo();
    await startAgain();
    expect(await written()).toEqual(ALL);
  });

  it('by Ctrl-C says so, exits with 130, and leaves the cluster as it was and nothing running', async () => {
    await stop();
    const ended = begin('restore', '--to', until.toISOString());
    await eventually('it replays the log', gzipIsAsked);
    command!.kill('SIGINT');
    const { code, said } = await ended;
    expect(code).toBe(130);
    expect(said).toContain('Nothing was restored');
    letGzipGo();
    expect(lockHolder(serverFile(home))).toBeUndefined();
    expect(fs.readdirSync(home).filter((name) => name.startsWith('db'))).toEqual(['db']);
    await startAgain();
    expect(await written()).toEqual(ALL);
  });

  it('at its last step is ended by the next start', async () => {
    await stop();
    const real = fs.renameSync;
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      if (to === clusterIn(home)) throw new Error('killed');
      real(from, to);
    });
    await expect(restoreCluster({ ...wishes(), until })).rejects.toThrow('killed');
    vi.restoreAllMocks();
    expect(fs.existsSync(clusterIn(home))).toBe(false);
    await startAgain();
    expect(await written()).toEqual(ALL.slice(0, 2));
  });
});

describe('a restore of what is not whole', () => {
  it('is refused where the copy lacks a file', async () => {
    const [backup] = listBackups(home);
    fs.rmSync(path.join(backup!.folder, 'base/1/PG_VERSION'));
    await stop();
    await expect(restoreCluster({ ...wishes(), until })).rejects.toThrow(/not whole/);
    await startAgain();
    expect(await written()).toEqual(ALL);
  });

  it('does not end where the log is damaged, or lacks a file, as if that were all', async () => {
    for (let each = 0; each < 3; each += 1) {
      await write(`more, ${each}`);
      await asSuperuser((client) => client.query('select pg_switch_wal()'));
    }
    await eventually('the log is archived', () => archived().length >= 4);
    await stop();
    fs.renameSync(clusterIn(home), `${clusterIn(home)}.lost`);
    const damaged = [...archived()].sort().at(-2)!;
    const file = path.join(home, 'backups/wal', damaged);
    const whole = fs.readFileSync(file);
    fs.writeFileSync(file, whole.subarray(0, whole.length / 2));
    await expect(restoreCluster({ ...wishes(), until: undefined })).rejects.toThrow(
      /Nothing was restored/,
    );
    fs.rmSync(file);
    await expect(restoreCluster({ ...wishes(), until: undefined })).rejects.toThrow(
      damaged.replace('.gz', ''),
    );
    expect(fs.existsSync(clusterIn(home))).toBe(false);
  });
});

describe('a cluster that is lost', () => {
  it('is not made anew beside its backups, but restored', async () => {
    await asSuperuser((client) => client.query('select pg_switch_wal()'));
    await eventually('the log is archived', () => archived().length >= 2);
    await stop();
    fs.rmSync(clusterIn(home), { recursive: true });
    await expect(startAgain()).rejects.toThrow(/npm run restore -- --latest/);
    const late = new Date(Date.now() - 1);
    await expect(restoreCluster({ ...wishes(), until: late })).rejects.toThrow(/later than/);
    await expect(startAgain()).rejects.toThrow(/npm run restore -- --latest/);
    cluster = await restoreCluster({ ...wishes(), until: undefined });
    expect(await written()).toEqual(ALL);
  });
});

describe('a log that Postgres fails to archive', () => {
  it('is reported to those who watch, until it is archived', async () => {
    const unarchivedMs = () =>
      asSuperuser(async (client) => {
        const { rows } = await client.query<{ ms: number }>(`select ${WAL_UNARCHIVED_MS} as ms`);
        return rows[0]!.ms;
      });
    expect(await unarchivedMs()).toBe(0);
    const next = await asSuperuser(async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'select pg_walfile_name(pg_current_wal_lsn()) as name',
      );
      return path.join(home, 'backups/wal', `${rows[0]!.name}.gz`);
    });
    fs.writeFileSync(next, 'of another cluster');
    await write('more');
    await asSuperuser((client) => client.query('select pg_switch_wal()'));
    await eventually('it is reported', async () => (await unarchivedMs()) > 0);
    fs.rmSync(next);
    await stop();
    await startAgain();
    await eventually('it is archived', async () => (await unarchivedMs()) === 0);
    expect(fs.existsSync(next)).toBe(true);
  });
});

describe('a backup', () => {
  it('that is interrupted exits with 130, says that there is none, and leaves none', async () => {
    await stop();
    const before = copies();
    const ended = begin('backup');
    await eventually('it waits for the log', gzipIsAsked);
    command!.kill('SIGTERM');
    const { code, said } = await ended;
    expect(code).toBe(130);
    expect(said).toContain('No backup was made');
    expect(copies()).toEqual(before);
    letGzipGo();
    await startAgain();
    expect(await written()).toEqual(ALL);
  });

  it('is not made twice at a time, nor removed by the other one', async () => {
    const made = await Promise.allSettled([backUp({ keep: 7 }), backUp({ keep: 7 })]);
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = made.map((each) => (each.status === 'rejected' ? String(each.reason) : ''));
    expect(refused.join('')).toContain('Another backup is being made');
    expect(listBackups(home)).toHaveLength(2);
  });

  it('is refused before anything is copied where the disk has no room for it', async () => {
    const before = copies();
    const stats = fs.statfsSync(home);
    vi.spyOn(fs, 'statfsSync').mockReturnValue({ ...stats, bavail: 10 });
    await expect(backUp()).rejects.toThrow(/MB are free/);
    expect(copies()).toEqual(before);
  });

  it('is none of an empty database, where no database is yet', async () => {
    await stop();
    fs.rmSync(home, { recursive: true });
    const { code, said } = await begin('backup');
    expect(code).toBe(1);
    expect(said).toContain('There is no database in');
    await startAgain();
  });

  it('is of the Postgres that was asked, or refused', async () => {
    const other = fs.realpathSync(throwAwayFolder(os.tmpdir(), 'sabot-broken-off'));
    const elsewhere = path.join(other, 'postgres');
    fs.mkdirSync(elsewhere);
    fs.cpSync(clusterIn(home), clusterIn(elsewhere), { recursive: true });
    const of = asSuperuser((client) => makeBackup(elsewhere, {}, client));
    await expect(of).rejects.toThrow(/another Postgres/);
    expect(listBackups(elsewhere)).toEqual([]);
    removeDataFolder(other);
  });

  it('is none where its note was cut off, and the others are there', async () => {
    const [first] = listBackups(home);
    await pause(1_000); // an earlier version named them by the second
    const second = await backUp();
    fs.writeFileSync(path.join(second.folder, 'sabot.backup.json'), '');
    expect(listBackups(home).map(({ name }) => name)).toEqual([first!.name]);
  });

  it('says of itself no more that it is there once its removal has begun', async () => {
    const [first] = listBackups(home);
    await pause(1_000);
    await backUp();
    const real = fs.rmSync;
    vi.spyOn(fs, 'rmSync').mockImplementation((file, options) => {
      if (String(file) === first!.folder) throw new Error('killed');
      real(file, options);
    });
    expect(() => pruneBackups(home, 1)).toThrow('killed');
    vi.restoreAllMocks();
    expect(listBackups(home)).toHaveLength(1);
  });
});
