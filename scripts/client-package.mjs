/**
 * `npm run client:pack`: makes the package of src/client, ready for `npm publish`, in dist-client/
 * or the folder that is named.
 */
import './setup/node-version.mjs';
import path from 'node:path';
import { command } from './setup/command.mjs';
import { ROOT, shown } from './setup/paths.mjs';
import { readyCode } from './setup/ready-code.mjs';

await command(async ({ signal }) => {
  await readyCode({ signal, stream: process.stderr });
  // The packages that it needs may have been installed only just now.
  const { packClient } = await import('./setup/client-package.mjs');
  const folder = path.resolve(ROOT, process.argv[2] ?? 'dist-client');
  console.log(shown(await packClient(folder, { signal })));
});
