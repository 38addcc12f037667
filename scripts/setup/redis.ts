/** A Redis of our own: an append-only one on a private port of this machine. */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type FoundProgram, fetchRedis } from './debian.js';
import { type Running, ask, onPath } from './processes.js';
import { type Surroundings, startServer } from './server.js';

/** BullMQ wants 6.2 for some of its commands. */
const OLDEST = 6.2;

export interface RedisProgram extends FoundProgram {
  readonly version: string;
  /** Where it comes from, in words. */
  readonly origin: string;
}

/**
 * A Redis (or Valkey) server: the one on PATH, or Debian's, fetched. Undefined when neither is
 * available.
 */
export async function findRedis(signal?: AbortSignal): Promise<RedisProgram | undefined> {
  const file = onPath('redis-server', 'valkey-server');
  const installed = file && usable({ file, env: {} }, file);
  if (installed) return installed;
  const fetched = await fetchRedis(signal);
  return fetched && usable(fetched, 'Debian’s package');
}

/** Undefined for a server that does not run here or is too old. */
function usable({ file, env }: FoundProgram, origin: string): RedisProgram | undefined {
  const said = ask(file, ['--version'], { env: { ...process.env, ...env } });
  const [, version, release] = /v=((\d+\.\d)[\d.]*)/.exec(said ?? '') ?? [];
  if (version === undefined || Number(release) < OLDEST) return undefined;
  return { file, env, version, origin };
}

interface Wishes extends Surroundings {
  readonly program: RedisProgram;
  /** Holds its data, its log and its settings. */
  readonly dir: string;
}

interface RedisServer extends Running {
  readonly url: string;
  readonly port: number;
}

/** What Redis says of files that are broken, incomplete, or of a newer Redis. */
const CANNOT_READ_DATA =
  /AOF MANIFEST FILE ERROR|(Bad file format|Unrecoverable error|Unexpected end of file) reading the append only file|Fatal error loading|Can't handle RDB|Invalid AOF manifest|AOF.*doesn't exist/;

/**
 * Starts the server on the data in `dir`. Redis holds nothing that Postgres does not know: data
 * that it cannot read is put aside.
 */
export async function startRedisServer({ program, dir, ...wishes }: Wishes): Promise<RedisServer> {
  fs.mkdirSync(dir, { recursive: true });
  const password = passwordOf(dir);
  const configFile = path.join(dir, 'redis.conf');
  const server = await startServer({
    ...wishes,
    name: 'Redis',
    home: dir,
    file: program.file,
    args: (port) => {
      fs.writeFileSync(configFile, config(dir, port, password), { mode: 0o600 });
      return [configFile];
    },
    env: { ...process.env, ...program.env },
    askings: [
      ['SIGTERM', 3_000],
      ['SIGKILL', 1_000],
    ],
    headStartS: 3, // for the studio
    isUp: (port) => pings(port, password),
    timeoutMs: 30_000,
    recovers: (said) => CANNOT_READ_DATA.test(said) && putAside(path.join(dir, 'appendonlydir')),
  });
  return { ...server, url: `redis://:${password}@127.0.0.1:${server.port}` };
}

/**
 * Every write is appended, at most a second is lost in a power cut, and nothing is dropped for want
 * of memory.
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

/** Whether there was something to put aside. */
function putAside(folder: string): boolean {
  if (!fs.existsSync(folder)) return false;
  const aside = `${folder}.unreadable`;
  fs.rmSync(aside, { recursive: true, force: true });
  fs.renameSync(folder, aside);
  return true;
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
