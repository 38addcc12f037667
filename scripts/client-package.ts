/**
 * `npm run client:pack`: makes the package of src/client, ready for `npm publish`, in dist-client/
 * or the folder that is named.
 */
import path from 'node:path';
import { building } from './setup/build.js';
import { packClient } from './setup/client-package.js';
import { command } from './setup/command.js';
import { ROOT, shown } from './setup/paths.js';

await command(async ({ signal }) => {
  await building({ signal, stream: process.stderr }, async () => undefined);
  const folder = path.resolve(ROOT, process.argv[3] ?? 'dist-client');
  console.log(shown(await packClient(folder, signal)));
});
