/**
 * `npm run services`: Postgres and Redis in the foreground, for daily development. Their addresses
 * alone go to stdout.
 */
import { building } from './setup/build.js';
import { command, interruptionOf } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { startServices } from './setup/services.js';

const HELP = `npm run services

Starts the studio's own Postgres and Redis, and prints their addresses for your shell. Ctrl-C stops them.

SABOT_DATA     the data folder (.data)
DATABASE_URL   a Postgres of yours instead of the embedded one
REDIS_URL      a Redis of yours instead of our own`;

await command(async (context) => {
  if (process.argv.includes('--help')) return console.log(HELP);
  const stream = process.stderr;
  const { folder, release } = openDataFolder(dataFolder());
  context.onStop(release);
  await building({ ...context, stream }, async () => undefined);
  const { env, failed } = await startServices({ ...context, folder, stream });
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`);
  stream.write('\nCtrl-C stops them.\n');
  await Promise.race([interruptionOf(context.signal), failed]);
});
