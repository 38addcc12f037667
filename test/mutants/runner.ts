/**
 * Stryker asks which tests have failed, and no more. So a spec that cannot be loaded is a test that
 * fails. After the first failure the worker, which has all the specs, skips the rest by itself: a
 * run that is cancelled from outside may lose the failure, and the mutant would pass as unnoticed.
 */
import { type RunnerTask, type RunnerTestFile, TestRunner, it } from 'vitest';

export default class FailuresAreKept extends TestRunner {
  readonly #stopsAtFailure: boolean;

  constructor(config: ConstructorParameters<typeof TestRunner>[0]) {
    super(config);
    this.#stopsAtFailure = config.bail === 1;
    config.bail = 0;
  }

  override async importFile(...file: Parameters<TestRunner['importFile']>): Promise<unknown> {
    try {
      return await super.importFile(...file);
    } catch (error) {
      return it('is loaded', () => {
        throw error;
      });
    }
  }

  /** What is wrong with it beside its tests, as in a `describe`, would be lost. */
  onCollected(files: readonly RunnerTestFile[]): void {
    const broken = files.find(({ result }) => result?.state === 'fail');
    if (broken !== undefined) throw new Error(`${broken.name} does work beside its tests.`);
  }

  override onAfterRunTask(task: RunnerTask): void {
    super.onAfterRunTask(task);
    if (this.#stopsAtFailure && task.result?.state === 'fail') this.cancel('test-failure');
  }
}
