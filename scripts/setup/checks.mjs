/** What `npm run check` looks at, none of which needs a service: the longest first. */
import { inRoot } from './paths.mjs';
import { runTasks, tool } from './tasks.mjs';
import { inWords, vitestRun } from './vitest.mjs';

/**
 * What is unchanged is not looked at again. Lint has no such memory: its rules on types depend on other
 * files too.
 */
const CACHE = inRoot('node_modules/.cache');
const MEMORY = {
  types: ['--incremental', '--tsBuildInfoFile', `${CACHE}/types.json`],
  pageTypes: ['--incremental', '--tsBuildInfoFile', `${CACHE}/page-types.json`],
  format: ['--cache', '--cache-strategy=content', `--cache-location=${CACHE}/prettier.json`],
};

/** Returns the names of the checks that failed and the counts of the unit tests. */
export async function runChecks({ signal }) {
  const unit = vitestRun('--project', 'unit');
  let counts = { passed: 0, failed: 0, skipped: 0 };
  const checks = [
    { name: 'lint', args: tool('eslint', 'bin/eslint.js', '.') },
    {
      name: 'unit tests',
      args: unit.args,
      note: () => inWords((counts = unit.counts())),
    },
    { name: 'types', args: tool('typescript', 'bin/tsc', '--noEmit', ...MEMORY.types) },
    {
      name: 'types of the pages',
      args: tool('typescript', 'bin/tsc', '--noEmit', '-p', 'web', ...MEMORY.pageTypes),
    },
    {
      name: 'format',
      args: tool(
        'prettier',
        'bin/prettier.cjs',
        '--check',
        '--log-level=warn',
        ...MEMORY.format,
        '.',
      ),
    },
    {
      name: 'fence',
      args: tool(
        'dependency-cruiser',
        'bin/dependency-cruise.mjs',
        '--output-type=err',
        'src',
        'web/src',
      ),
    },
  ];
  return { failed: await runTasks(checks, { signal }), counts };
}
