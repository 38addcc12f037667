import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { PREACT } from './web/preact.js';

/**
 * Test files in turn from each of these groups: what waits for processes to die leaves the machine
 * to pages. What only asks the database comes last and fills the gaps.
 */
const GROUPS = [['test/faults/', 'test/scripts/'], ['test/browser/'], ['test/e2e/'], ['test/db/']];

class InTurn extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longestFirst = await super.sort(files);
    const groupOf = ({ moduleId }: TestSpecification): number =>
      GROUPS.findIndex((folders) => folders.some((folder) => moduleId.includes(folder)));
    const [waiting = [], pages = [], ...rest] = [0, 1, 2, 3, -1].map((group) =>
      longestFirst.filter((file) => groupOf(file) === group),
    );
    const inTurn = waiting.flatMap((file, index) => [file, ...pages.slice(index, index + 1)]);
    return [...inTurn, ...pages.slice(waiting.length), ...rest.flat()];
  }
}

/** More than there are cores: much of each test is waiting for a process, a page or the time. */
const WORKERS = 4;

/**
 * What has not changed is not compiled again, by the same settings of the compiler. `npm ci`
 * empties the folder.
 */
const SETTINGS = ['tsconfig.json', 'web/tsconfig.json'].map((file) =>
  readFileSync(new URL(file, import.meta.url), 'utf8'),
);
const COMPILED = `node_modules/.cache/vitest/${createHash('sha256').update(SETTINGS.join()).digest('hex').slice(0, 16)}`;

const NO_BROWSER = process.env['SABOT_NO_BROWSER'] === '1';

/** Its encoder and the page that plays it need a core each, or no film comes. */
const FILMED = ['test/browser/picture.spec.ts', 'test/browser/webrtc.spec.ts'];

/** Of tests that have a Postgres, a Redis and a Chromium. */
const WITH_SERVICES = {
  globalSetup: NO_BROWSER ? [] : ['test/kit/browser-server.ts'],
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // On a machine that is busy a second is soon over.
  expect: { poll: { timeout: 60_000 } },
  // A worker loads the studio once for all its files: that takes longer than most of them.
  isolate: false,
};

/**
 * `unit` needs no service and is what `npm run check` runs. `services` runs against a real Postgres
 * and Redis, whose addresses scripts/test.ts puts in the environment, and its pages in one real
 * Chromium; so does `filmed`, after it, one file at a time.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: InTurn },
    experimental: { fsModuleCache: true, fsModuleCachePath: COMPILED },
    projects: [
      {
        resolve: {
          alias: [
            ...PREACT,
            { find: 'use-sync-external-store/shim', replacement: 'preact/compat' },
          ],
        },
        test: {
          name: 'unit',
          server: { deps: { inline: ['react-i18next', 'zustand'] } }, // the alias is for them, too
          sequence: { groupOrder: 0 },
          include: ['{src,web,scripts,bench,test/sim}/**/*.spec.ts', 'test/{tidy,plants}.spec.ts'],
          isolate: false, // pure code leaves nothing behind: files share what one has loaded
          maxWorkers: os.availableParallelism() + 1, // some wait for sockets and timers
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'services',
          sequence: { groupOrder: 1 },
          include: ['test/{browser,db,e2e,faults,scripts}/**/*.spec.ts'],
          exclude: NO_BROWSER ? ['test/browser/**'] : FILMED,
          maxWorkers: WORKERS,
          ...WITH_SERVICES,
        },
      },
      {
        test: {
          name: 'filmed',
          sequence: { groupOrder: 2 },
          include: FILMED,
          exclude: NO_BROWSER ? FILMED : [],
          maxWorkers: 1,
          ...WITH_SERVICES,
        },
      },
      {
        // Pictures for people to look at: `npm run shots`.
        test: {
          name: 'gallery',
          sequence: { groupOrder: 3 },
          include: ['test/gallery/**/*.spec.ts'],
          globalSetup: NO_BROWSER ? [] : ['test/kit/browser-server.ts'],
          hookTimeout: 600_000,
          isolate: false,
        },
      },
    ],
  },
});
