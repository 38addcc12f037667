/** Postgres and Redis: the ones that the environment names, or our own. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Context } from './command.js';
import {
  dataFolder,
  isInUse,
  openDataFolder,
  removeDataFolder,
  throwAwayFolder,
} from './data-folder.js';
import { keepRunning } from './keep-running.js';
import { answers } from './ports.js';
import { startCluster } from './postgres.js';
import type { Running } from './processes.js';
import { step, together } from './progress.js';
import { findRedis, startRedisServer } from './redis.js';
import { Trouble } from './trouble.mjs';

/** One for tests and benches, which `stop` throws away. */
export interface Service {
  readonly url: string;
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/**
 * A Postgres in `dataDir`, which stays, or in a folder that is thrown away. One that is not
 * `durable` never waits for the disk: a power cut would cost data, a kill -9 of its clients does
 * not.
 */
export function startPostgres({
  dataDir,
  durable = true,
  database = 'postgres',
}: { dataDir?: string; durable?: boolean; database?: string } = {}): Promise<Service> {
  if (dataDir !== undefined) return startCluster({ dataDir, durable, database });
  return thrownAway('sabot-postgres', (folder) =>
    startCluster({ dataDir: folder, durable, database }),
  );
}

/** Undefined where there is no Redis. */
export async function startRedis(): Promise<Service | undefined> {
  const program = await findRedis();
  if (program === undefined) return undefined;
  return thrownAway('sabot-redis', (dir) => startRedisServer({ program, dir }));
}

async function thrownAway(
  kind: string,
  startIn: (folder: string) => Promise<Service>,
): Promise<Service> {
  const folder = throwAwayFolder(os.tmpdir(), kind);
  const { url, port, stop } = await startIn(folder);
  const stopAndRemove = async (): Promise<void> => {
    await stop();
    removeDataFolder(folder);
  };
  return { url, port, stop: stopAndRemove };
}

/** The environment by which a studio finds its services. */
export type ServicesEnv = Readonly<Record<string, string>>;

export interface Services {
  readonly env: ServicesEnv & { readonly DATABASE_URL: string };
  /** Rejects when one of them is lost for good. */
  readonly failed: Promise<never>;
}

interface Wishes extends Context {
  /** An open data folder. */
  readonly folder: string;
  readonly durable?: boolean;
  readonly database?: string;
  /** Where the progress goes. */
  readonly stream?: NodeJS.WriteStream;
}

/** Starts both for an open data folder, and keeps each running. */
export async function startServices(wishes: Wishes): Promise<Services> {
  const { folder, durable = true, database = 'sabot', signal, stream = process.stdout } = wishes;
  const say = (text: string): unknown => process.stderr.write(`\n${text}\n`);
  const failures: Promise<void>[] = [];
  const keep = async <T extends Running>(
    name: string,
    startProgram: (last?: T) => Promise<T>,
  ): Promise<T> => {
    const { first, stop, failed } = await keepRunning({ name, startProgram, say, signal });
    wishes.onStop(stop);
    failures.push(failed);
    return first;
  };
  let databaseUrl = process.env['DATABASE_URL'] ?? '';
  let redisUrl = process.env['REDIS_URL'] ?? '';

  const postgres = async (): Promise<string> => {
    if (databaseUrl) return mustAnswer('Postgres', 'DATABASE_URL', databaseUrl, 5432);
    const { url, port, version } = await keep('Postgres', (last?: { readonly port: number }) =>
      startCluster({ dataDir: folder, durable, database, signal, port: last?.port }),
    );
    databaseUrl = url;
    return `${version} on port ${port}`;
  };
  const redis = async (): Promise<string> => {
    if (redisUrl) return mustAnswer('Redis', 'REDIS_URL', redisUrl, 6379);
    const program = await findRedis(signal);
    if (program === undefined) return 'none to be had: the queues run on Postgres';
    const dir = path.join(folder, 'redis');
    const { url, port } = await keep('Redis', (last?: { readonly port: number }) =>
      startRedisServer({ program, dir, signal, port: last?.port }),
    );
    redisUrl = url;
    return `${program.version} on port ${port} (${program.origin})`;
  };
  await together(step('Postgres', postgres, stream), step('Redis', redis, stream));

  const queues = redisUrl
    ? { REDIS_URL: redisUrl, QUEUE_BACKEND: 'redis' }
    : { QUEUE_BACKEND: 'postgres' };
  const env = { DATABASE_URL: databaseUrl, ...queues };
  // They contain passwords, so only the owner may read them.
  fs.writeFileSync(addressFile(folder), JSON.stringify(env), { mode: 0o600 });
  wishes.onStop(() => fs.rmSync(addressFile(folder), { force: true }));
  // Services that are stopped in good order settle nothing. Only a lost one matters.
  const lost = new Promise<never>((_, reject) => {
    for (const failed of failures) failed.catch(reject);
  });
  lost.catch(() => {}); // whoever races it hears of it
  return { env, failed: lost };
}

/**
 * The addresses of the services that run on the data folder at present, for whoever comes along.
 */
const addressFile = (folder: string): string => path.join(folder, 'services.json');

/**
 * The environment that a running `npm start` or `npm run services` gives its studio. Undefined when
 * none runs.
 */
export function runningServices(): ServicesEnv | undefined {
  const file = addressFile(dataFolder());
  if (!isInUse(dataFolder()) || !fs.existsSync(file)) return undefined;
  return JSON.parse(fs.readFileSync(file, 'utf8')) as ServicesEnv;
}

/** Returns the name of the variable, for the finished line. */
async function mustAnswer(
  name: string,
  variable: string,
  text: string,
  defaultPort: number,
): Promise<string> {
  if (!URL.canParse(text)) throw new Trouble(`${variable} is not a URL.`);
  const url = new URL(text);
  if (url.hostname === '') return variable; // a socket file: the studio will say
  const port = Number(url.port || defaultPort);
  if (await answers(url.hostname, port)) return variable;
  throw new Trouble(
    `${variable} is set, but no ${name} answers at ${url.hostname}:${port}. Start it, or unset ${variable} to have one started here.`,
  );
}

/**
 * Both for one run of the tests, thrown away after it, and the environment by which the tests find
 * them:
 * TEST_DATABASE_URL is a superuser's, from which they make databases of their own. Without
 * TEST_REDIS_URL the queues run on Postgres. The cluster does not wait for the disk: the tests kill
 * the studio, never the machine.
 */
export async function startTestServices(context: Context): Promise<ServicesEnv> {
  const own = throwAwayFolder(path.join(dataFolder(), 'test'), 'run');
  const { folder, release } = openDataFolder(own);
  context.onStop(() => {
    release();
    removeDataFolder(folder);
  });
  const wishes = { ...context, folder, durable: false, database: 'postgres' };
  const { DATABASE_URL, REDIS_URL } = (await startServices(wishes)).env as ServicesEnv;
  return {
    ...(DATABASE_URL && { TEST_DATABASE_URL: DATABASE_URL }),
    ...(REDIS_URL && { TEST_REDIS_URL: REDIS_URL }),
  };
}
