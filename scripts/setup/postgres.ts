/** An embedded Postgres of our own: makes the cluster, starts it, waits for it, stops it. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameHolder } from './lock.mjs';
import { beginLog, endOf, lastLines } from './logs.js';
import { freePort } from './ports.js';
import { type Account, clusterIn, postgresHome } from './postgres-home.js';
import {
  type Askings,
  type Running,
  comesUp,
  endLeftBehind,
  run,
  startLogged,
} from './processes.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** Fast shutdown, then immediate (the next start recovers), then by force. */
const ASKINGS: Askings = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 1_000],
];

/** A lost command's studio gets this head start before its database goes too. */
const ON_LOSS = { signal: 'INT', afterSeconds: 3 };

/** After a crash Postgres replays its log before it lets anybody in. */
const READY_WITHIN_MS = 120_000;

/**
 * The server processes of a killed Postgres take a moment to notice; a free port may be lost to
 * another program.
 */
const PASSES_BY_ITSELF = /pre-existing shared memory block|Address already in use/;
const ATTEMPTS = 10;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
};

/** Not durable: whole power cuts lose data, a killed client or server still does not. */
const THROW_AWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off' };

interface Wishes {
  readonly dataDir: string;
  readonly durable: boolean;
  readonly database: string;
  /** The port of the server before, when this one takes its place; else any free one is taken. */
  readonly port?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Cluster extends Running {
  /** The superuser's, to the database that was asked for. */
  readonly url: string;
  readonly port: number;
  readonly version: string;
}

/** Starts the cluster of a data folder. */
export async function startCluster(wishes: Wishes): Promise<Cluster> {
  const { dataDir, durable, database, port, signal } = wishes;
  fs.mkdirSync(dataDir, { recursive: true });
  const { home, bin, account, version } = postgresHome(fs.realpathSync(dataDir));
  const folder = clusterIn(home);
  fs.mkdirSync(home, { recursive: true });
  if (!fs.existsSync(folder)) await makeCluster({ home, bin, account, durable, signal });
  mustFit(folder, version, account);
  const holder = path.join(home, 'server.json');
  await endLeftBehind(holder, ASKINGS);
  // Nobody runs on this cluster: what a killed server left of itself would only be in the way.
  fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true });

  const logFile = path.join(home, 'postgres.log');
  if (port === undefined) beginLog(logFile);
  const settings = { ...SETTINGS, ...(durable ? {} : THROW_AWAY_SETTINGS) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  for (let attempt = 1; ; attempt += 1) {
    const chosenPort = port ?? (await freePort());
    const args = ['-D', folder, '-p', `${chosenPort}`, ...flags];
    const server = startLogged(path.join(bin, 'postgres'), args, {
      ...account,
      cwd: '/',
      env: environment(),
      onLoss: ON_LOSS,
      logFile,
      askings: ASKINGS,
    });
    if (server.pid !== undefined) nameHolder(holder, server.pid);
    const saysReady = (): boolean => isReady(folder, server.pid);
    if (await comesUp(server, saysReady, { signal, timeoutMs: READY_WITHIN_MS })) {
      const urlTo = (name: string): string =>
        `postgresql://postgres:${readPassword(folder)}@127.0.0.1:${chosenPort}/${name}`;
      try {
        await makeDatabase(urlTo('postgres'), database);
      } catch (error) {
        await server.stop();
        throw error;
      }
      return { ...server, url: urlTo(database), port: chosenPort, version };
    }
    const said = lastLines(logFile);
    if (saysDiskIsFull(said)) throw diskIsFull(folder);
    if (attempt === ATTEMPTS || !PASSES_BY_ITSELF.test(said)) {
      throw new Trouble(`Postgres did not start. ${endOf(logFile)}`);
    }
    await sleep(500, undefined, { signal });
  }
}

/** Nothing of ours but what Postgres asks for: PGPORT and its like would be taken as settings. */
const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], LC_ALL: 'C' });

/** The first line of postmaster.pid is the server's pid, the eighth its state. */
function isReady(folder: string, pid: number | undefined): boolean {
  const file = path.join(folder, 'postmaster.pid');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Lies in the cluster, so that neither is ever without the other. */
const passwordFile = (folder: string): string => path.join(folder, 'sabot.password');
const readPassword = (folder: string): string => fs.readFileSync(passwordFile(folder), 'utf8');

interface NewCluster extends Pick<Wishes, 'durable' | 'signal'> {
  readonly home: string;
  readonly bin: string;
  readonly account: Account;
}

/** Made beside its place and moved there when whole: a broken-off start leaves no half cluster. */
async function makeCluster({ home, bin, account, durable, signal }: NewCluster): Promise<void> {
  const unfinished = path.join(home, 'db.making');
  const password = path.join(home, 'password.making');
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.rmSync(password, { force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  fs.writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) {
    for (const file of [unfinished, password]) fs.chownSync(file, uid, gid);
  }
  const args = [
    `--pgdata=${unfinished}`,
    '--username=postgres',
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    ...(durable ? [] : ['--no-sync']),
  ];
  const options = { ...account, cwd: '/', env: { LC_ALL: 'C' }, signal };
  const { code, output } = await run(path.join(bin, 'initdb'), args, options);
  if (saysDiskIsFull(output)) throw diskIsFull(home);
  if (code !== 0) throw new Trouble(`The database could not be made in ${home}:\n${output.trim()}`);
  fs.renameSync(password, passwordFile(unfinished));
  fs.renameSync(unfinished, clusterIn(home));
}

function mustFit(folder: string, version: string, account: Account): void {
  const { uid } = fs.statSync(folder);
  const runsAs = account.uid ?? process.getuid?.();
  if (runsAs !== undefined && uid !== runsAs) {
    throw new Trouble(
      `The database in ${folder} belongs to another user (number ${uid}). Change its owner, or choose another data folder with SABOT_DATA.`,
    );
  }
  const madeBy = fs.readFileSync(path.join(folder, 'PG_VERSION'), 'utf8').trim();
  const [major] = version.split('.');
  if (madeBy !== major) {
    throw new Trouble(
      `The database in ${folder} was made by Postgres ${madeBy}, and this is Postgres ${major}. Move the data over with pg_dump, or choose another data folder with SABOT_DATA.`,
    );
  }
}

async function makeDatabase(url: string, name: string): Promise<void> {
  if (name === 'postgres') return;
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}
