/**
 * `npm run bench roads` runs bench/roads.ts, compiled as the studio is: the hot loops measured are
 * those that ship, with no module runner between them.
 */
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { CODE, type Product, TSC, building } from './setup/build.js';
import { inRoot } from './setup/paths.js';

const OUT = 'node_modules/.cache/bench';

/** With what they use of src and scripts, in the same folders as here. */
const BENCHES: Product = {
  name: 'build of the benches',
  from: ['bench', 'src', 'scripts', 'tsconfig.json', 'package-lock.json'],
  stamp: `${OUT}/.stamp`,
  empties: OUT,
  programs: [[TSC, '-p', 'bench', '--noCheck']],
};

const names = fs
  .readdirSync(inRoot('bench'))
  .filter((file) => file.endsWith('.ts') && file !== 'kit.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const name = process.argv[3] ?? '';
if (!names.includes(name)) {
  console.error(`usage: npm run bench ${names.join('|')}`);
  process.exit(2);
}

const { signal } = new AbortController();
await building({ signal, stream: process.stderr }, async (make) => {
  await make(CODE);
  await make(BENCHES);
});
fs.writeFileSync(inRoot(OUT, 'package.json'), '{ "type": "module" }\n');
await import(pathToFileURL(inRoot(OUT, `bench/${name}.js`)).href);
