/** Vitest as a program, and what came of its runs: the counts, and the slowest files. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.js';
import { seconds } from './progress.js';
import type { TestReport } from './test-report.js';

export type { TestReport };

const SHOWN = 10;

interface VitestRun {
  /** For Node. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Once it is over; one that was broken off comes to nothing. */
  readonly report: () => TestReport;
}

export function vitestRun(...args: readonly string[]): VitestRun {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-vitest-')), 'report.json');
  const reporters = ['--reporter=default', `--reporter=${inRoot('scripts/setup/test-report.ts')}`];
  const report = (): TestReport => {
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '{}';
    fs.rmSync(path.dirname(file), { recursive: true, force: true });
    return {
      passed: 0,
      failed: 0,
      skipped: 0,
      files: [],
      ...(JSON.parse(text) as Partial<TestReport>),
    };
  };
  const program = inRoot('node_modules/vitest/vitest.mjs');
  return {
    args: [program, 'run', ...args, ...reporters],
    env: { SABOT_REPORT: file },
    report,
  };
}

export const inWords = ({ passed, failed, skipped }: TestReport): string =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;

/** The ten slowest of the files, a line each. */
export function slowest(files: TestReport['files']): string {
  const slow = [...files].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slow.map(({ file, ms }) => `${seconds(ms).padStart(9)}   ${file}`);
  return ['The slowest files:', ...lines].join('\n');
}
