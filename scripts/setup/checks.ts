/** What `npm run check` looks at, the longest first. None of it needs a service. */
import os from 'node:os';
import { TSC } from './build.js';
import { lintRun } from './lint-memory.js';
import { inRoot } from './paths.js';
import { run } from './processes.js';
import { seconds } from './progress.js';
import { type TestReport, inWords, vitestRun } from './vitest.js';

interface Check {
  readonly name: string;
  /** A program for this Node, and its arguments. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The remark for the finished line. */
  readonly note?: () => string;
  /** It has found nothing. */
  readonly passed?: () => void;
}

/** What is unchanged is not looked at again. */
const CACHE = inRoot('node_modules/.cache');
const byContent = (file: string): readonly string[] => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${CACHE}/${file}.json`,
];
const byTypes = (file: string): readonly string[] => [
  TSC,
  '--noEmit',
  '--incremental',
  `--tsBuildInfoFile`,
  `${CACHE}/${file}.json`,
];
const OXFMT = ['node_modules/oxfmt/bin/oxfmt', '--check'];
const ESLINT = 'node_modules/eslint/bin/eslint.js';
const CRUISER = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';

const CHECKS: readonly Check[] = [
  { name: 'format', args: OXFMT },
  { name: 'types', args: byTypes('types') },
  { name: 'types of the pages', args: [...byTypes('page-types'), '-p', 'web'] },
  { name: 'fence of words', args: [ESLINT, ...byContent('eslint'), 'src'] },
  {
    name: 'fence of imports',
    args: [
      CRUISER,
      `--cache=${CACHE}/imports`,
      '--cache-strategy=content',
      '--output-type=err',
      'src',
      'web/src',
    ],
  },
];

const lint = (): Check => {
  const { due, all, passed } = lintRun();
  // Without a file it would look at all.
  const args = due.length === 0 ? ['--version'] : due;
  const note = (): string => (due.length === all ? '' : `${due.length} of ${all} files`);
  return { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', ...args], note, passed };
};

/** docs/protocol.md must be what the code writes. */
export const DOCUMENTS: Check = {
  name: 'documents',
  args: ['scripts/run.mjs', 'docs', '--check'],
};

/**
 * Runs them, and `more`, as many at once as there are cores. What a tool prints is shown when it
 * fails. Returns the names of those that failed and the report of the unit tests.
 */
export async function runChecks(
  signal: AbortSignal,
  ...more: readonly Check[]
): Promise<{ readonly failed: readonly string[]; readonly report: TestReport }> {
  const unit = vitestRun('--project', 'unit');
  let report: TestReport | undefined;
  const note = (): string => inWords((report = unit.report()));
  const waiting: Check[] = [{ name: 'unit tests', ...unit, note }, lint(), ...CHECKS, ...more];
  const failed: string[] = [];
  const worker = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const startedAt = performance.now();
      const { name, args, env } = check;
      const { code, output } = await run(process.execPath, args, { signal, env });
      const time = seconds(performance.now() - startedAt).padStart(7);
      const mark = code === 0 ? '✔' : '✘';
      console.log(`${mark} ${name.padEnd(22)} ${time}   ${check.note?.() ?? ''}`.trimEnd());
      if (code === 0) {
        check.passed?.();
        continue;
      }
      console.log(`\n${output.trim()}\n`);
      failed.push(name);
    }
  };
  await Promise.all(Array.from({ length: os.availableParallelism() }, worker));
  return { failed, report: report ?? unit.report() };
}
