/**
 * The pages of the studio, built into web/dist: the player's, which it serves at `/`, the dealer's
 * and the pit's.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';
import { firstLoad } from './first-load.js';
import { PREACT } from './preact.js';

const DIST = path.join(import.meta.dirname, 'dist');

const page = (name: string): string => path.join(import.meta.dirname, `${name}.html`);

const PAGES = [page('index'), page('dealer'), page('pit')] as const;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Beside every text lies the same text compressed, so that no request waits for it. */
const compressed = (): Plugin => ({
  name: 'compressed',
  apply: 'build',
  closeBundle: async () => {
    const names = await fs.readdir(DIST, { recursive: true });
    const texts = names.filter((name) => /\.(js|css|html|svg)$/.test(name));
    await Promise.all(
      texts.map(async (name) => {
        const file = path.join(DIST, name);
        const text = await fs.readFile(file);
        await fs.writeFile(`${file}.br`, await brotli(text));
        await fs.writeFile(`${file}.gz`, await gzip(text, { level: 9 }));
      }),
    );
  },
});

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), compressed()],
  resolve: { alias: PREACT },
  css: {
    modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[local]_[hash:base64:5]' },
  },
  build: {
    outDir: DIST,
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: [...PAGES],
      output: {
        // What many components share comes in one file a page, not in one for each style sheet.
        codeSplitting: {
          groups: [
            // Whatever these lead to is in one of them as well.
            {
              name: firstLoad(PAGES),
              debugName: 'first load',
              includeDependenciesRecursively: false,
            },
            { name: 'look', test: /src\/look/ },
            { name: 'pit-look', test: /src\/pit\/look/ },
          ],
        },
      },
    },
  },
});
