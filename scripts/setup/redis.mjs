/** A Redis of our own: an append-only one on a private port of this machine. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fetchRedis } from './debian-redis.mjs';
import { continueLog, endOf, lastLines, openLog } from './logs.mjs';
import { freePort } from './ports.mjs';
import { ask, bornAt, end, endStranger, isReady, onPath, start } from './processes.mjs';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

const ASKINGS = [
  ['SIGTERM', 3_000],
  ['SIGKILL', 1_000],
];
const READY_WITHIN_MS = 30_000;
const ATTEMPTS = 3;

/** What Redis says of files that are broken, incomplete, or of a newer Redis. */
const CANNOT_READ_DATA =
  /(Bad file format|Unrecoverable error|Unexpected end of file) reading the append only file|Fatal error loading|Can't handle RDB|Invalid AOF manifest|AOF.*doesn't exist/;

/** BullMQ wants 6.2 for some of its commands. */
const OLDEST = [6, 2];

/**
 * `{ file, env, version, origin }` of a Redis (or Valkey) server: the one on PATH, or else
 * Debian's, fetched into `tools`. Undefined when neither can be had.
 */
export async function findRedis({ tools, signal }) {
  const installed = onPath('redis-server', 'valkey-server');
  const version = installed && versionOf(installed);
  if (version) return { file: installed, env: {}, version, origin: installed };
  const fetched = await fetchRedis({ folder: path.join(tools, 'redis'), signal });
  const fetchedVersion = fetched && versionOf(fetched.file, fetched.env);
  return fetchedVersion && { ...fetched, version: fetchedVersion, origin: 'Debian’s package' };
}

/** Undefined for a server that does not run here or is too old. */
function versionOf(file, env) {
  const said = ask(file, ['--version'], { env: { ...process.env, ...env } });
  const [version, major, minor] = /v=(\d+)\.(\d+)[\d.]*/.exec(said ?? '') ?? [];
  if (version === undefined) return undefined;
  const isOld =
    Number(major) < OLDEST[0] || (Number(major) === OLDEST[0] && Number(minor) < OLDEST[1]);
  return isOld ? undefined : version.slice(2);
}

/**
 * Starts `server` (from `findRedis`) on the data in `dir`, on `port` or any free one, and returns
 * `{ url, port, logFile, exited, stop }`.
 *
 * Redis holds nothing that Postgres does not know: data it cannot read are put aside.
 */
export async function startRedisServer({ server, dir, port, signal, isRestart }) {
  fs.mkdirSync(dir, { recursive: true });
  await stopLeftBehind(dir, { signal });
  const logFile = path.join(dir, 'redis.log');
  fs.closeSync(isRestart ? continueLog(logFile) : openLog(logFile));
  for (let attempt = 1; ; attempt += 1) {
    const chosenPort = port ?? (await freePort());
    const password = passwordOf(dir);
    const program = startProgram({ server, dir, logFile, port: chosenPort, password });
    try {
      const letsUsIn = () => pings(chosenPort, password);
      if (await isReady(program, letsUsIn, { signal, timeoutMs: READY_WITHIN_MS })) {
        return {
          url: `redis://:${password}@127.0.0.1:${chosenPort}`,
          port: chosenPort,
          logFile,
          exited: program.exited,
          stop: () => end(program, ASKINGS),
        };
      }
    } catch (error) {
      await end(program, ASKINGS);
      throw error;
    }
    await end(program, ASKINGS);
    const said = lastLines(logFile);
    if (saysDiskIsFull(said)) throw diskIsFull(dir);
    if (attempt === ATTEMPTS) {
      throw new Trouble(`Redis did not start. ${endOf(logFile)}`);
    }
    if (CANNOT_READ_DATA.test(said)) putAside(path.join(dir, 'appendonlydir'));
  }
}

function startProgram({ server, dir, logFile, port, password }) {
  const configFile = path.join(dir, 'redis.conf');
  fs.writeFileSync(configFile, config({ dir, port, password }), { mode: 0o600 });
  const log = continueLog(logFile);
  const program = start(server.file, [configFile], {
    env: { ...process.env, ...server.env },
    stdio: ['ignore', log, log],
    onLoss: { signal: 'TERM', afterSeconds: 3 },
  });
  fs.closeSync(log);
  const { pid } = program.child;
  fs.writeFileSync(path.join(dir, 'server.json'), JSON.stringify({ pid, born: bornAt(pid) }));
  return program;
}

/**
 * Every write is appended, at most a second is lost with the power, and nothing is thrown out for
 * want of memory.
 */
const config = ({ dir, port, password }) => `bind 127.0.0.1
port ${port}
requirepass ${password}
dir ${JSON.stringify(dir)}
save ""
appendonly yes
appendfsync everysec
maxmemory-policy noeviction
`;

/** Loopback is open to every user of this machine, so the server asks for a password. */
function passwordOf(dir) {
  const file = path.join(dir, 'password');
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  return fs.readFileSync(file, 'utf8').trim();
}

/** Two servers on the same files would spoil them: ends the one that a killed start left behind. */
async function stopLeftBehind(dir, { signal }) {
  let left;
  try {
    left = JSON.parse(fs.readFileSync(path.join(dir, 'server.json'), 'utf8'));
  } catch {
    return;
  }
  if (left.born !== undefined && bornAt(left.pid) === left.born) {
    await endStranger(left.pid, ASKINGS, { signal });
  }
}

function putAside(folder) {
  const aside = `${folder}.unreadable`;
  fs.rmSync(aside, { recursive: true, force: true });
  if (fs.existsSync(folder)) fs.renameSync(folder, aside);
}

/** True when the server lets us in and has loaded its data. */
function pings(port, password) {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: 1_000 });
    let said = '';
    const answer = (yes) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setEncoding('utf8').write(`AUTH ${password}\r\nPING\r\n`);
    socket.on('data', (text) => {
      said += text;
      if (said.includes('+PONG')) answer(true);
      else if (said.includes('-')) answer(false);
    });
    socket.on('error', () => answer(false)).on('timeout', () => answer(false));
    socket.on('end', () => answer(false));
  });
}
