/**
 * The pages of the studio, built into web/dist: the player's, which it serves at `/`, the dealer's
 * and the pit's.
 */
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const page = (name: string): string => path.join(import.meta.dirname, `${name}.html`);

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  css: {
    modules: { localsConvention: 'camelCaseOnly', generateScopedName: '[local]_[hash:base64:5]' },
  },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      input: [page('index'), page('dealer'), page('pit')],
      output: {
        // What many components share comes in one file a page, not in one for each style sheet.
        codeSplitting: {
          groups: [
            { name: 'look', test: /src\/(look|classes|app\.css)/ },
            { name: 'pit-look', test: /src\/pit\/look/ },
            // What the live table shares with the solo games, so that it loads no more of them.
            { name: 'rules', test: /\/src\/(money|cards|punto-banco)\// },
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|i18next|react-i18next|zustand)\//,
            },
          ],
        },
      },
    },
  },
});
