/** A Redis of our own: an append-only one on a private port of this machine. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type Found, fetchRedis } from './debian.js';
import { nameHolder } from './lock.mjs';
import { beginLog, endOf, lastLines } from './logs.js';
import { freePort } from './ports.js';
import {
  type Askings,
  type Running,
  ask,
  comesUp,
  endLeftBehind,
  onPath,
  startLogged,
} from './processes.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

const ASKINGS: Askings = [
  ['SIGTERM', 3_000],
  ['SIGKILL', 1_000],
];
const ON_LOSS = { signal: 'TERM', afterSeconds: 3 };
const READY_WITHIN_MS = 30_000;
const ATTEMPTS = 3;

/** BullMQ wants 6.2 for some of its commands. */
const OLDEST = 6.2;

interface RedisProgram extends Found {
  readonly version: string;
  /** Where it comes from, in words. */
  readonly origin: string;
}

/**
 * A Redis (or Valkey) server: the one on PATH, or else Debian's, fetched. Undefined when neither
 * can be had.
 */
export async function findRedis(signal?: AbortSignal): Promise<RedisProgram | undefined> {
  const file = onPath('redis-server', 'valkey-server');
  const installed = file === undefined ? undefined : usable({ file, env: {} }, file);
  if (installed !== undefined) return installed;
  const fetched = await fetchRedis({ signal });
  return 'file' in fetched ? usable(fetched, 'Debian’s package') : undefined;
}

/** Undefined for a server that does not run here or is too old. */
function usable({ file, env }: Found, origin: string): RedisProgram | undefined {
  const said = ask(file, ['--version'], { env: { ...process.env, ...env } });
  const [, version, release] = /v=((\d+\.\d)[\d.]*)/.exec(said ?? '') ?? [];
  if (version === undefined || Number(release) < OLDEST) return undefined;
  return { file, env, version, origin };
}

interface Wishes {
  readonly program: RedisProgram;
  /** Holds its data, its log and its settings. */
  readonly dir: string;
  /** The port of the server before, when this one takes its place; else any free one is taken. */
  readonly port?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface RedisServer extends Running {
  readonly url: string;
  readonly port: number;
}

/**
 * Starts the server on the data in `dir`. Redis holds nothing that Postgres does not know: data
 * with which it does not start are put aside.
 */
export async function startRedisServer(wishes: Wishes): Promise<RedisServer> {
  const { program, dir, port, signal } = wishes;
  fs.mkdirSync(dir, { recursive: true });
  const holder = path.join(dir, 'server.json');
  await endLeftBehind(holder, ASKINGS);
  const logFile = path.join(dir, 'redis.log');
  if (port === undefined) beginLog(logFile);
  const password = passwordOf(dir);
  for (let attempt = 1; ; attempt += 1) {
    const chosenPort = port ?? (await freePort());
    const configFile = path.join(dir, 'redis.conf');
    fs.writeFileSync(configFile, config(dir, chosenPort, password), { mode: 0o600 });
    const server = startLogged(program.file, [configFile], {
      env: { ...process.env, ...program.env },
      onLoss: ON_LOSS,
      logFile,
      askings: ASKINGS,
    });
    if (server.pid !== undefined) nameHolder(holder, server.pid);
    const letsUsIn = (): Promise<boolean> => pings(chosenPort, password);
    if (await comesUp(server, letsUsIn, { signal, timeoutMs: READY_WITHIN_MS })) {
      return { ...server, url: `redis://:${password}@127.0.0.1:${chosenPort}`, port: chosenPort };
    }
    if (saysDiskIsFull(lastLines(logFile))) throw diskIsFull(dir);
    if (attempt === ATTEMPTS) throw new Trouble(`Redis did not start. ${endOf(logFile)}`);
    if (attempt > 1) putAside(path.join(dir, 'appendonlydir'));
  }
}

/**
 * Every write is appended, at most a second is lost with the power, and nothing is thrown out for
 * want of memory.
 */
const config = (dir: string, port: number, password: string): string => `bind 127.0.0.1
port ${port}
requirepass ${password}
dir ${JSON.stringify(dir)}
save ""
appendonly yes
appendfsync everysec
maxmemory-policy noeviction
`;

/** Loopback is open to every user of this machine, so the server asks for a password. */
function passwordOf(dir: string): string {
  const file = path.join(dir, 'password');
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 });
  }
  return fs.readFileSync(file, 'utf8').trim();
}

function putAside(folder: string): void {
  const aside = `${folder}.unreadable`;
  fs.rmSync(aside, { recursive: true, force: true });
  if (fs.existsSync(folder)) fs.renameSync(folder, aside);
}

/** True when the server lets us in and has loaded its data. */
const pings = (port: number, password: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: 1_000 });
    let said = '';
    const finish = (): void => {
      socket.destroy();
      resolve(said.includes('+PONG'));
    };
    socket.setEncoding('utf8').write(`AUTH ${password}\r\nPING\r\n`);
    socket.on('data', (text: string) => {
      said += text;
      if (/\+PONG|-/.test(said)) finish();
    });
    for (const event of ['end', 'error', 'timeout']) socket.on(event, finish);
  });
