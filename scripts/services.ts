/**
 * `npm run services`: Postgres and Redis in the foreground, for daily development. Their addresses
 * alone go to stdout.
 */
import { building } from './setup/build.js';
import { command, interruptionOf } from './setup/command.js';
import { dataFolder, openDataFolder } from './setup/data-folder.js';
import { startServices } from './setup/services.js';

await command(async (context) => {
  const stream = process.stderr;
  const { folder, release } = openDataFolder(dataFolder());
  context.onStop(release);
  await building({ ...context, stream }, async () => undefined);
  const { env, failed } = await startServices({ ...context, folder, stream });
  for (const [name, value] of Object.entries(env)) console.log(`export ${name}='${value}'`);
  stream.write('\nCtrl-C stops them.\n');
  await Promise.race([interruptionOf(context.signal), failed]);
});
