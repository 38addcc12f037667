/** Vitest as a program, and what came of its runs: the counts, and the slowest files. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { seconds } from './progress.mjs';
import { tool } from './tasks.mjs';

const SHOWN = 10;

/**
 * A run of the given arguments: `args` and `env` for Node, and once it is over `report()`, a
 * TestReport (see test-report.ts).
 */
export function vitestRun(...args) {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-vitest-')), 'report.json');
  const reporters = ['--reporter=default', `--reporter=${inRoot('scripts/setup/test-report.ts')}`];
  return {
    args: tool('vitest', 'vitest.mjs', 'run', ...args, ...reporters),
    env: { SABOT_REPORT: file },
    report: () => readReport(file),
  };
}

function readReport(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0, files: [] }; // it was broken off
  } finally {
    fs.rmSync(path.dirname(file), { recursive: true, force: true });
  }
}

export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;

/** The ten slowest of the files, a line each. */
export function slowest(files) {
  const slow = [...files].sort((a, b) => b.ms - a.ms).slice(0, SHOWN);
  const lines = slow.map(({ file, ms }) => `${seconds(ms).padStart(9)}   ${file}`);
  return ['The slowest files:', ...lines].join('\n');
}
