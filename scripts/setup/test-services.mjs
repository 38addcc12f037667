/** A throw-away Postgres and Redis for one run of the tests. */
import path from 'node:path';
import { startServices } from '../services.mjs';
import { dataFolder, openDataFolder } from './data-folder.mjs';
import { removeDataFolder, throwAwayFolder } from './throw-away.mjs';

/**
 * Starts both and returns the environment for the tests: TEST_DATABASE_URL is a superuser's, from
 * which they make databases of their own; without TEST_REDIS_URL the queues run on Postgres.
 * The cluster does not wait for the disk: the tests kill the studio, never the machine.
 */
export async function startTestServices({ signal, onStop }) {
  const own = throwAwayFolder(path.join(dataFolder(), 'test'), 'run');
  const { folder, release } = openDataFolder(own);
  onStop(() => {
    release();
    removeDataFolder(folder);
  });
  const say = (text) => console.log(`\n${text}\n`);
  const options = { folder, durable: false, database: 'postgres', signal, say, onStop };
  const { env } = await startServices(options);
  return {
    TEST_DATABASE_URL: env.DATABASE_URL,
    ...(env.REDIS_URL && { TEST_REDIS_URL: env.REDIS_URL }),
  };
}
