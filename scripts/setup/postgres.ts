/** An embedded Postgres of our own: makes the cluster, starts it, waits for it, stops it. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { archiveSettings } from './backups.js';
import { type PostgresAccount, clusterIn, postgresHome } from './postgres-home.js';
import { type Askings, type Running, endLeftBehind, run } from './processes.js';
import {
  backupFor,
  endPutting,
  prepareRestore,
  mustHaveNoGap,
  mustNotBeLost,
  presentHistory,
  putInPlace,
  recoverySettings,
  restoringIn,
} from './restores.js';
import { type Surroundings, serverFile, startServer } from './server.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** Fast shutdown, then immediate (the next start recovers), then by force. */
const ASKINGS: Askings = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 1_000],
];

/** After a crash Postgres replays its log before it lets anybody in. */
const READY_WITHIN_MS = 120_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
};

/** Not durable: whole power cuts lose data, a killed client or server still does not. */
const THROW_AWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off' };

interface Wishes extends Surroundings {
  readonly dataDir: string;
  readonly durable: boolean;
  readonly database: string;
  /** Whether its log is kept, so that any moment can be restored. A durable one's is. */
  readonly archives?: boolean;
}

interface Cluster extends Running {
  /** The superuser's, to the database that was asked for. */
  readonly url: string;
  readonly port: number;
  readonly version: string;
}

/** Starts the cluster of a data folder. */
export async function startCluster(wishes: Wishes): Promise<Cluster> {
  fs.mkdirSync(wishes.dataDir, { recursive: true });
  const { home, bin, account } = postgresHome(fs.realpathSync(wishes.dataDir));
  fs.mkdirSync(home, { recursive: true });
  await endPutting(home);
  mustNotBeLost(home);
  const { durable, signal } = wishes;
  if (!fs.existsSync(clusterIn(home))) await makeCluster({ home, bin, account, durable, signal });
  return start(wishes, {});
}

/**
 * Puts the cluster of a data folder back as it was at the moment `until`, or as far as the log
 * goes, and starts it. Returns also where the cluster of before is kept. It is recovered beside its
 * place: whatever breaks that off, the cluster is as it was before.
 */
export async function restoreCluster(
  wishes: Wishes & { readonly until: Date | undefined },
): Promise<Cluster & { readonly before: string | undefined }> {
  const { home, account } = postgresHome(fs.realpathSync(wishes.dataDir));
  await endLeftBehind(serverFile(home), ASKINGS);
  await endPutting(home);
  const history = presentHistory(home);
  const backup = backupFor(home, history, wishes.until);
  if (wishes.until === undefined) mustHaveNoGap(home, history, backup);
  try {
    await prepareRestore(home, account, backup, wishes.signal);
    const settings = recoverySettings(home, history.timeline, wishes.until);
    const recovered = await start(wishes, {
      folder: restoringIn(home),
      settings,
      // As long as the log of a day takes.
      readyWithinMs: Number.POSITIVE_INFINITY,
    });
    await recovered.stop();
    wishes.signal?.throwIfAborted();
  } catch (error) {
    fs.rmSync(restoringIn(home), { recursive: true, force: true });
    if (!(error instanceof Trouble)) throw error;
    throw new Trouble(
      `${error.message}\n\nNothing was restored: the cluster is as it was before. The moment may be later than what the log holds: --latest goes as far as it does.`,
    );
  }
  // From here it is restored, whether anybody waits for it or not.
  const before = await putInPlace(home);
  return { ...(await start({ ...wishes, signal: undefined }, {})), before };
}

interface Particulars {
  /** Where the cluster lies, if not in its place. */
  readonly folder?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly readyWithinMs?: number;
}

async function start(wishes: Wishes, particulars: Particulars): Promise<Cluster> {
  const { dataDir, durable, database, port, signal, archives = durable } = wishes;
  const { home, bin, account, version } = postgresHome(fs.realpathSync(dataDir));
  const { folder = clusterIn(home), readyWithinMs = READY_WITHIN_MS } = particulars;
  const settings = {
    ...SETTINGS,
    ...(durable ? {} : THROW_AWAY_SETTINGS),
    ...(archives ? archiveSettings(home) : {}),
    ...particulars.settings,
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await startServer({
    ...account,
    name: 'Postgres',
    home,
    file: path.join(bin, 'postgres'),
    args: (chosen) => {
      // What a killed server left of itself: its pid may be somebody else's by now.
      fs.rmSync(path.join(folder, 'postmaster.pid'), { force: true });
      return ['-D', folder, '-p', `${chosen}`, ...flags];
    },
    cwd: '/',
    // Nothing of ours but what it asks for: PGPORT and its like would be taken as settings.
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    askings: ASKINGS,
    headStartS: 3, // for the studio
    isUp: (_, pid) => isReady(folder, pid),
    timeoutMs: readyWithinMs,
    port,
    signal,
  });
  try {
    const password = fs.readFileSync(passwordFile(folder), 'utf8');
    const urlTo = (name: string): string =>
      `postgresql://postgres:${password}@127.0.0.1:${server.port}/${name}`;
    await makeDatabase(urlTo('postgres'), database);
    return { ...server, url: urlTo(database), version };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** The first line of postmaster.pid is the server's pid, the eighth its state. */
function isReady(folder: string, pid: number | undefined): boolean {
  const file = path.join(folder, 'postmaster.pid');
  const lines = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** Lies in the cluster, so that neither is ever without the other. */
const passwordFile = (folder: string): string => path.join(folder, 'sabot.password');

interface NewCluster extends Pick<Wishes, 'durable' | 'signal'> {
  readonly home: string;
  readonly bin: string;
  readonly account: PostgresAccount;
}

/**
 * Made beside its place and moved there when complete, so that a broken-off start leaves no half
 * cluster.
 */
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
