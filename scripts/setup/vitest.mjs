/** Vitest as a program, and the counts of what it ran. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tool } from './tasks.mjs';

/**
 * A run of the given arguments: `args` for Node, and `counts()` once it is over,
 * `{ passed, failed, skipped }`.
 */
export function vitestRun(...args) {
  const report = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-vitest-')), 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    args: tool('vitest', 'vitest.mjs', 'run', ...args, ...reporters),
    counts: () => countsOf(report),
  };
}

/** A file that did not even load holds no failed test: it counts as one. */
function countsOf(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      fs.readFileSync(report, 'utf8'),
    );
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + unloaded.length,
      skipped: numPendingTests,
    };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  } finally {
    fs.rmSync(path.dirname(report), { recursive: true, force: true });
  }
}

export const inWords = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
