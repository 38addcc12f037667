/**
 * What a run of vitest comes to, written for scripts/setup/vitest.ts into the file that
 * SABOT_REPORT names.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** One file of tests, and the time that it took with its imports and hooks. */
interface FileReport {
  readonly file: string;
  readonly ms: number;
  readonly passed: number;
  /** The names of the tests that failed, or what else did. */
  readonly failed: readonly string[];
  /** Whether a property has a counterexample: another run would try other cases. */
  readonly isDisproved: boolean;
}

export interface TestReport {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly FileReport[];
}

export default class ReportWriter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const count = (state: State): number =>
      modules.flatMap((module) => testsOf(module, state)).length;
    const report: TestReport = {
      passed: count('passed'),
      failed: modules.flatMap(failuresOf).length + errors.length,
      skipped: count('skipped'),
      files: modules.map((module) => ({
        file: fileOf(module),
        ms: timeOf(module),
        passed: testsOf(module, 'passed').length,
        failed: failuresOf(module),
        isDisproved: testsOf(module, 'failed').some(isDisproved),
      })),
    };
    writeFileSync(process.env['SABOT_REPORT']!, JSON.stringify(report));
  }
}

type State = ReturnType<TestCase['result']>['state'];

const testsOf = (module: TestModule, state: State): readonly TestCase[] =>
  [...module.children.allTests()].filter((test) => test.result().state === state);

/** As fast-check says it. */
const isDisproved = (test: TestCase): boolean =>
  test.result().errors?.some(({ message }) => message.includes('Property failed')) ?? false;

/** A file that did not even load, or whose hook failed, holds no failed test: it counts as one. */
const failuresOf = (module: TestModule): readonly string[] => {
  const names = testsOf(module, 'failed').map(({ fullName }) => fullName);
  return names.length === 0 && module.state() === 'failed' ? ['the file itself'] : names;
};

const fileOf = ({ moduleId }: TestModule): string => path.relative(process.cwd(), moduleId);

const timeOf = (module: TestModule): number => {
  const { collectDuration, duration, setupDuration } = module.diagnostic();
  return collectDuration + duration + setupDuration;
};
