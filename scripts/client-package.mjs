/** `npm run client:pack`: makes the package of src/client, ready for `npm publish`, in dist-client/ or the folder that is named. */
import './setup/node-version.mjs';
import path from 'node:path';
import { command } from './setup/command.mjs';
import { ROOT, shown } from './setup/paths.mjs';
import { readyCode } from './setup/ready-code.mjs';

await command(async ({ signal }) => {
  await readyCode({ signal, stream: process.stderr });
  const { packClient } = await import('./setup/client-package.mjs'); // its tools may have come just now
  const folder = path.resolve(ROOT, process.argv[2] ?? 'dist-client');
  console.log(shown(await packClient(folder, { signal })));
});
