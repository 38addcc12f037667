/**
 * `npm run operator:check:pack`: makes the package of src/operator-check, ready for `npm publish`,
 * in dist-operator-check/ or the folder that is named.
 */
import path from 'node:path';
import { packCheck } from './setup/check-package.js';
import { command } from './setup/command.js';
import { ROOT, shown } from './setup/paths.js';

await command(async ({ signal }) => {
  const folder = path.resolve(ROOT, process.argv[3] ?? 'dist-operator-check');
  console.log(shown(await packCheck(folder, signal)));
});
