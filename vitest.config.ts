import { defineConfig } from 'vitest/config';

/**
 * `unit` needs no service and is what `npm run check` runs; `services` runs against a real Postgres
 * and Redis, whose addresses scripts/test.mjs puts in the environment.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['src/**/*.spec.ts', 'test/tidy.spec.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'services',
          sequence: { groupOrder: 1 },
          include: ['test/{db,e2e,faults,sim,scripts}/**/*.spec.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
