/** What `npm run check` looks at, none of which needs a service: the longest first. */
import { inRoot } from './paths.mjs';
import { runTasks, tool } from './tasks.mjs';
import { inWords, vitestRun } from './vitest.mjs';

/**
 * What is unchanged is not looked at again. Lint has no such memory: its rules on types depend on
 * other files too.
 */
const CACHE = inRoot('node_modules/.cache');
const byContent = (file) => [
  '--cache',
  '--cache-strategy=content',
  `--cache-location=${CACHE}/${file}.json`,
];
const byTypes = (file) => ['--incremental', '--tsBuildInfoFile', `${CACHE}/${file}.json`];

/** TypeScript 7: ten times as fast as 6, which stays for the tools that need its API. */
export const TSC = ['@typescript/native', 'bin/tsc'];

/**
 * Runs them, and `more` tasks. Returns the names of those that failed and the report of the unit
 * tests.
 */
export async function runChecks({ signal, more = [] }) {
  const unit = vitestRun('--project', 'unit');
  let report;
  const checks = [
    {
      name: 'unit tests',
      args: unit.args,
      env: unit.env,
      note: () => inWords((report = unit.report())),
    },
    { name: 'lint', args: tool('oxlint', 'bin/oxlint') },
    {
      name: 'format',
      args: tool(
        'prettier',
        'bin/prettier.cjs',
        '--check',
        '--log-level=warn',
        ...byContent('prettier'),
        '.',
      ),
    },
    { name: 'types', args: tool(...TSC, '--noEmit', ...byTypes('types')) },
    {
      name: 'types of the pages',
      args: tool(...TSC, '--noEmit', '-p', 'web', ...byTypes('page-types')),
    },
    { name: 'fence of words', args: tool('eslint', 'bin/eslint.js', ...byContent('eslint'), '.') },
    {
      name: 'fence of imports',
      args: tool(
        'dependency-cruiser',
        'bin/dependency-cruise.mjs',
        '--output-type=err',
        'src',
        'web/src',
      ),
    },
  ];
  return { failed: await runTasks([...checks, ...more], { signal }), report };
}
