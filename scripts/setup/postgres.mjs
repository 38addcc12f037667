/** An embedded Postgres of our own: makes the cluster, starts it, waits for it, stops it. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { continueLog, endOf, lastLines, openLog } from './logs.mjs';
import { freePort } from './ports.mjs';
import { clusterIn, postgresHome } from './postgres-home.mjs';
import { commandLine, end, endStranger, isReady, run, start } from './processes.mjs';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** Fast shutdown, then immediate (the next start recovers), then by force. */
const ASKINGS = [
  ['SIGINT', 4_000],
  ['SIGQUIT', 1_000],
  ['SIGKILL', 1_000],
];

/** After a crash Postgres replays its log before it lets anybody in. */
const READY_WITHIN_MS = 120_000;

/**
 * A lost command's studio gets this head start before its database goes too.
 */
const ON_LOSS = { signal: 'INT', afterSeconds: 3 };

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
};

/** Not durable: whole power cuts lose data, a killed client or server still does not. */
const THROW_AWAY_SETTINGS = { fsync: 'off', full_page_writes: 'off' };

/**
 * Starts the cluster of a data folder, on `port` or any free one, and returns
 * `{ url, port, version, logFile, exited, stop }`; `url` is the superuser's, to `database`.
 */
export async function startCluster({ dataDir, durable, database, port, signal, isRestart }) {
  fs.mkdirSync(dataDir, { recursive: true });
  const { home, bin, account, version } = postgresHome(fs.realpathSync(dataDir));
  const folder = clusterIn(home);
  fs.mkdirSync(home, { recursive: true });
  if (!fs.existsSync(folder)) await makeCluster({ home, bin, account, durable, signal });
  mustFit(folder, version, account);
  await stopLeftBehind(folder, { signal });

  const logFile = path.join(home, 'postgres.log');
  fs.closeSync(isRestart ? continueLog(logFile) : openLog(logFile));
  const server = await startServer({ bin, account, folder, logFile, durable, port, signal });
  const stop = () => end(server.program, ASKINGS);
  try {
    const url = urlOf(server.port, readPassword(folder));
    await makeDatabase(url('postgres'), database);
    const { exited } = server.program;
    return { url: url(database), port: server.port, version, logFile, exited, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Tries again where a moment's patience helps: another free port, or the last crash's leftovers.
 */
async function startServer({ bin, account, folder, logFile, durable, port, signal }) {
  const settings = { ...SETTINGS, ...(durable ? {} : THROW_AWAY_SETTINGS) };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  for (let attempt = 1; ; attempt += 1) {
    const chosenPort = port ?? (await freePort());
    const log = continueLog(logFile);
    const program = start(
      path.join(bin, 'postgres'),
      ['-D', folder, '-p', String(chosenPort), ...flags],
      {
        ...account,
        cwd: '/',
        env: environment(),
        stdio: ['ignore', log, log],
        onLoss: ON_LOSS,
      },
    );
    fs.closeSync(log);
    try {
      if (await untilReady(program, folder, signal)) return { program, port: chosenPort };
    } catch (error) {
      await end(program, ASKINGS);
      throw error;
    }
    await end(program, ASKINGS);
    const said = lastLines(logFile);
    if (saysDiskIsFull(said)) throw diskIsFull(folder);
    if (attempt === ATTEMPTS || !PASSES_BY_ITSELF.test(said)) {
      throw new Trouble(`Postgres did not start. ${endOf(logFile)}`);
    }
    await sleep(500, undefined, { signal });
  }
}

/**
 * The server processes of a killed Postgres take a moment to notice; a free port may be lost to
 * another program.
 */
const PASSES_BY_ITSELF = /pre-existing shared memory block|Address already in use/;
const ATTEMPTS = 10;

/**
 * Nothing of ours in it but what Postgres asks for: PGPORT and its like would be taken as settings.
 */
const environment = () => ({ PATH: process.env.PATH, LC_ALL: 'C' });

const urlOf = (port, password) => (database) =>
  `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`;

/** Lies in the cluster, so that neither is ever without the other. */
const passwordFile = (folder) => path.join(folder, 'sabot.password');
const readPassword = (folder) => fs.readFileSync(passwordFile(folder), 'utf8').trim();

/** Made beside its place and moved there when whole: a broken-off start leaves no half cluster. */
async function makeCluster({ home, bin, account, durable, signal }) {
  const unfinished = path.join(home, 'db.making');
  const password = path.join(home, 'password.making');
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.rmSync(password, { force: true });
  fs.mkdirSync(unfinished, { mode: 0o700 });
  fs.writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' });
  if (account.uid !== undefined) {
    for (const file of [unfinished, password]) fs.chownSync(file, account.uid, account.gid);
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
  const { code, output } = await run(path.join(bin, 'initdb'), args, {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C' },
    signal,
  });
  if (saysDiskIsFull(output)) throw diskIsFull(home);
  if (code !== 0) throw new Trouble(`The database could not be made in ${home}:\n${output.trim()}`);
  fs.renameSync(password, passwordFile(unfinished));
  fs.renameSync(unfinished, clusterIn(home));
}

function mustFit(folder, version, account) {
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

/**
 * Ends a Postgres that a killed start left behind on this cluster. A pid file whose pid now belongs
 * to some other program would make Postgres refuse to start, so that goes too.
 */
async function stopLeftBehind(folder, { signal }) {
  const pidFile = path.join(folder, 'postmaster.pid');
  const pid = readPid(pidFile);
  if (pid === undefined) return;
  const isPostgresHere = () => commandLine(pid)?.includes(folder) ?? false;
  if (isPostgresHere()) await endStranger(pid, ASKINGS, { signal });
  else fs.rmSync(pidFile, { force: true });
}

function readPid(pidFile) {
  const pid = Number(readLines(pidFile)[0]);
  return pid > 0 ? pid : undefined;
}

function readLines(file) {
  try {
    return fs.readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** The first line of postmaster.pid is the server's pid, the eighth its state. */
function untilReady(program, folder, signal) {
  const saysReady = () => {
    const lines = readLines(path.join(folder, 'postmaster.pid'));
    return Number(lines[0]) === program.child.pid && lines[7]?.trim() === 'ready';
  };
  return isReady(program, saysReady, { signal, timeoutMs: READY_WITHIN_MS });
}

async function makeDatabase(url, name) {
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
