import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What waits for processes to die begins first; what only asks the database is there to fill the gaps. */
const ORDER = ['test/faults/', 'test/scripts/', 'test/browser/', 'test/e2e/', 'test/db/'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number =>
      ORDER.findIndex((folder) => moduleId.includes(folder));
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

/** More than there are cores: much of each test is waiting for a process, a page or the time. */
const WORKERS = 4;

/**
 * `unit` needs no service and is what `npm run check` runs; `services` runs against a real Postgres
 * and Redis, whose addresses scripts/test.ts puts in the environment; `browser`, side by side with
 * them, in one real Chromium, too.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
          maxWorkers: WORKERS,
          // A worker loads the studio once for all its files: that takes longer than most of them.
          isolate: false,
        },
      },
      {
        test: {
          name: 'browser',
          sequence: { groupOrder: 1 },
          include: ['test/browser/**/*.spec.ts'],
          globalSetup:
            process.env['SABOT_NO_BROWSER'] === '1' ? [] : ['test/kit/browser-server.ts'],
          exclude: process.env['SABOT_NO_BROWSER'] === '1' ? ['**'] : [],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          maxWorkers: WORKERS,
          isolate: false,
        },
      },
    ],
  },
});
