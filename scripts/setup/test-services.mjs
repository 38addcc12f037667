/** A throw-away Postgres and Redis for one run of the tests. */
import fs from 'node:fs';
import path from 'node:path';
import { removeDataFolder, startServices } from '../services.mjs';
import { dataFolder, folderHolder, openDataFolder } from './data-folder.mjs';

/**
 * Starts both and returns the environment for the tests: TEST_DATABASE_URL is a superuser's, from
 * which they make databases of their own; without TEST_REDIS_URL the queues run on Postgres.
 * The cluster does not wait for the disk: the tests kill the studio, never the machine.
 */
export async function startTestServices({ signal, onStop }) {
  const parent = path.join(dataFolder(), 'test');
  removeAbandoned(parent);
  const own = path.join(parent, `run-${process.pid}`);
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

/** Folders of runs that were killed. Their servers have gone with them. */
function removeAbandoned(parent) {
  if (!fs.existsSync(parent)) return;
  for (const name of fs.readdirSync(parent)) {
    const folder = path.join(parent, name);
    if (folderHolder(folder) === undefined) removeDataFolder(folder);
  }
}
