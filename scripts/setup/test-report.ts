/**
 * What a run of vitest comes to, written for scripts/setup/vitest.ts into the file that
 * SABOT_REPORT names.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** One file of tests, and the time that it took with its imports and hooks. */
interface FileTime {
  readonly file: string;
  readonly ms: number;
}

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly FileTime[];
}

export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: ReturnType<TestCase['result']>['state']): number =>
      tests.filter((test) => test.result().state === state).length;
    const report: TestReport = {
      passed: count('passed'),
      failed: count('failed') + modules.filter(hasNotLoaded).length + errors.length,
      skipped: count('skipped'),
      files: modules.map((module) => ({ file: fileOf(module), ms: timeOf(module) })),
    };
    writeFileSync(process.env['SABOT_REPORT']!, JSON.stringify(report));
  }
}

/** A file that did not even load holds no failed test: it counts as one. */
const hasNotLoaded = (module: TestModule): boolean =>
  module.state() === 'failed' &&
  ![...module.children.allTests()].some((test) => test.result().state === 'failed');

const fileOf = ({ moduleId }: TestModule): string => path.relative(process.cwd(), moduleId);

const timeOf = (module: TestModule): number => {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return collectDuration + duration + setupDuration;
};
