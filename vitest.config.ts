import { defineConfig } from 'vitest/config';

/**
 * `unit` needs no service and is what `npm run check` runs; `services` runs against a real Postgres
 * and Redis, whose addresses scripts/test.ts puts in the environment; `browser`, after them, in
 * one real Chromium, too.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['{src,web}/**/*.spec.ts', 'test/tidy.spec.ts'],
          isolate: false, // pure code leaves nothing behind: what one file has loaded, the next one takes
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'services',
          sequence: { groupOrder: 1 },
          include: ['test/{db,e2e,faults,sim,scripts}/**/*.spec.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 2 },
          include: ['test/browser/**/*.spec.ts'],
          globalSetup:
            process.env['SABOT_NO_BROWSER'] === '1' ? [] : ['test/kit/browser-server.ts'],
          exclude: process.env['SABOT_NO_BROWSER'] === '1' ? ['**'] : [],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
