/**
 * `node scripts/bench.mjs roads` runs bench/roads.ts. It is bundled to plain JavaScript first, so
 * that the hot loops measured are those that ship, with no module runner between them.
 */
import './setup/node-version.mjs';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const root = resolve(import.meta.dirname, '..');
const name = process.argv[2] ?? '';
const entry = resolve(root, 'bench', `${name}.ts`);

if (!/^[a-z][a-z0-9-]*$/.test(name) || !existsSync(entry)) {
  const benches = (await readdir(resolve(root, 'bench')))
    .filter((file) => file.endsWith('.ts') && file !== 'kit.ts')
    .map((file) => file.slice(0, -'.ts'.length));
  console.error(`usage: node scripts/bench.mjs ${benches.join('|')}`);
  process.exit(2);
}

/** The scripts find the project by where they lie: they are imported from there. */
const scriptsStay = {
  name: 'scripts-stay',
  enforce: 'pre',
  resolveId: (id, importer) =>
    /^\.{1,2}\/(.*\/)?scripts\/[a-z-]+\.mjs$/.test(id)
      ? { id: pathToFileURL(resolve(dirname(importer), id)).href, external: true }
      : null,
};

// Below node_modules, so that the packages it imports are found.
const outDir = resolve(root, 'node_modules/.cache/bench', name);
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  plugins: [scriptsStay],
  build: {
    ssr: entry,
    outDir,
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'bench.mjs' } },
  },
});
await import(pathToFileURL(resolve(outDir, 'bench.mjs')).href);
