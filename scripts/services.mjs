/**
 * Postgres and Redis: the ones the environment names, or else our own. As a command it keeps them
 * in the foreground for daily development and prints their addresses: `npm run services`.
 */
import './setup/node-version.mjs';
import os from 'node:os';
import path from 'node:path';
import { removeAddresses, writeAddresses } from './setup/addresses.mjs';
import { command, interruptionOf } from './setup/command.mjs';
import { dataFolder, openDataFolder, toolsFolder } from './setup/data-folder.mjs';
import { keepRunning } from './setup/keep-running.mjs';
import { isMain } from './setup/paths.mjs';
import { answers } from './setup/ports.mjs';
import { startCluster } from './setup/postgres.mjs';
import { step, together } from './setup/progress.mjs';
import { readyCode } from './setup/ready-code.mjs';
import { findRedis, startRedisServer } from './setup/redis.mjs';
import { removeDataFolder, throwAwayFolder } from './setup/throw-away.mjs';
import { Trouble } from './setup/trouble.mjs';

export { removeDataFolder };

/**
 * A Postgres for tests and benches. Without `dataDir` it is thrown away by `stop`. Not `durable`,
 * it never waits for the disk: a power cut would cost data, a kill -9 of its clients does not.
 */
export async function startPostgres({ dataDir, durable = true, database = 'postgres' } = {}) {
  const folder = dataDir ?? throwAwayFolder(os.tmpdir(), 'sabot-postgres');
  const { url, port, stop } = await startCluster({ dataDir: folder, durable, database });
  const stopAndRemove = async () => {
    await stop();
    if (dataDir === undefined) removeDataFolder(folder);
  };
  return { url, port, stop: stopAndRemove };
}

/**
 * A Redis for tests and benches; undefined where none can be had. Without `dir` it is thrown away
 * by `stop`.
 */
export async function startRedis({ dir } = {}) {
  const server = await findRedis({ tools: toolsFolder() });
  if (server === undefined) return undefined;
  const folder = dir ?? throwAwayFolder(os.tmpdir(), 'sabot-redis');
  const { url, port, stop } = await startRedisServer({ server, dir: folder });
  const stopAndRemove = async () => {
    await stop();
    if (dir === undefined) removeDataFolder(folder);
  };
  return { url, port, stop: stopAndRemove };
}

/**
 * Both services for an open data folder, each kept running. Returns `{ env, failed }`: `env` is
 * what the studio is told of them, and `failed` rejects when one of them is lost for good.
 */
export async function startServices({ folder, durable, database, signal, say, stream, onStop }) {
  const kept = [];
  const keep = async (name, startProgram) => {
    const service = await keepRunning({ name, startProgram, say, signal });
    onStop(service.stop);
    kept.push(service.failed);
    return service.first;
  };
  const env = {};
  await together(
    step('Postgres', () => postgresStep(), stream),
    step('Redis', () => redisStep(), stream),
  );
  writeAddresses(folder, env);
  onStop(() => removeAddresses(folder));
  const failed = Promise.race(kept.map(onlyFailures));
  failed.catch(() => {}); // whoever races it hears of it
  return { env, failed };

  async function postgresStep() {
    if (process.env.DATABASE_URL) {
      env.DATABASE_URL = process.env.DATABASE_URL;
      await mustAnswer('Postgres', 'DATABASE_URL', 5432);
      return 'DATABASE_URL';
    }
    const options = { dataDir: folder, durable, database, signal };
    const { url, port, version } = await keep('Postgres', (isRestart, last) =>
      startCluster({ ...options, isRestart, port: last?.port }),
    );
    env.DATABASE_URL = url;
    return `${version} on port ${port}`;
  }

  async function redisStep() {
    if (process.env.REDIS_URL) {
      env.REDIS_URL = process.env.REDIS_URL;
      env.QUEUE_BACKEND = 'redis';
      await mustAnswer('Redis', 'REDIS_URL', 6379);
      return 'REDIS_URL';
    }
    const server = await findRedis({ tools: toolsFolder(), signal });
    if (server === undefined) {
      env.QUEUE_BACKEND = 'postgres';
      return 'none to be had: the queues run on Postgres';
    }
    const dir = path.join(folder, 'redis');
    const { url, port } = await keep('Redis', (isRestart, last) =>
      startRedisServer({ server, dir, signal, isRestart, port: last?.port }),
    );
    env.REDIS_URL = url;
    env.QUEUE_BACKEND = 'redis';
    return `${server.version} on port ${port} (${server.origin})`;
  }
}

/** Services that are stopped in good order settle nothing; only a lost one is news. */
const onlyFailures = (failed) => failed.then(() => new Promise(() => {}));

async function mustAnswer(name, variable, defaultPort) {
  let url;
  try {
    url = new URL(process.env[variable]);
  } catch {
    throw new Trouble(`${variable} is not a URL.`);
  }
  if (url.hostname === '') return; // a socket file: the studio will say
  const port = Number(url.port || defaultPort);
  if (!(await answers(url.hostname, port))) {
    throw new Trouble(
      `${variable} is set, but no ${name} answers at ${url.hostname}:${port}. Start it, or unset ${variable} to have one started here.`,
    );
  }
}

if (isMain(import.meta)) {
  const stream = process.stderr; // so that the addresses alone can be read from stdout
  const say = (text) => stream.write(`\n${text}\n`);
  await command(async ({ signal, onStop }) => {
    const { folder, release } = openDataFolder(dataFolder());
    onStop(release);
    await readyCode({ signal, stream });
    const options = { folder, durable: true, database: 'sabot', signal, say, stream, onStop };
    const { env, failed } = await startServices(options);
    for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`);
    say('Ctrl-C stops them.');
    await Promise.race([interruptionOf(signal), failed]);
  });
}
