/** What `npm run check` looks at, none of which needs a service: the longest first. */
import { runTasks, tool } from './tasks.mjs';
import { inWords, vitestRun } from './vitest.mjs';

/** Returns the names of the checks that failed and the counts of the unit tests. */
export async function runChecks({ signal }) {
  const unit = vitestRun('--project', 'unit', '--passWithNoTests');
  let counts = { passed: 0, failed: 0, skipped: 0 };
  const checks = [
    { name: 'lint', args: tool('eslint', 'bin/eslint.js', '.') },
    {
      name: 'unit tests',
      args: unit.args,
      note: () => inWords((counts = unit.counts())),
    },
    { name: 'types', args: tool('typescript', 'bin/tsc', '--noEmit') },
    {
      name: 'format',
      args: tool('prettier', 'bin/prettier.cjs', '--check', '--log-level=warn', '.'),
    },
    {
      name: 'fence',
      args: tool('dependency-cruiser', 'bin/dependency-cruise.mjs', '--output-type=err', 'src'),
    },
  ];
  return { failed: await runTasks(checks, { signal }), counts };
}
