import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A mutant is given up at the first test that notices it. Most are noticed by a quick one. */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slowestFirst = await super.sort(files);
    return slowestFirst.toReversed();
  }
}

/**
 * The unit project for mutants (scripts/mutants.ts): what tests one room. Each property is tried on
 * the same examples every time, so that the outcome for a mutant is the same in every run.
 */
export default defineConfig({
  test: {
    include: process.env['SABOT_SPECS']?.split(',') ?? [],
    setupFiles: ['test/mutants/same-examples.ts'],
    runner: 'test/mutants/runner.ts',
    sequence: { sequencer: QuickestFirst },
    isolate: true,
    testTimeout: 60_000,
  },
});
