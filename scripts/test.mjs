/**
 * `npm test`: everything, from a fresh clone. `npm test -- path …` runs the matching test files
 * alone. `npm run prove` does the same and tries every property for long.
 * The last line of the output is the sum of all tests: `N passed, N failed`.
 */
import './setup/node-version.mjs';
import fs from 'node:fs';
import { runChecks } from './setup/checks.mjs';
import { CODE, PAGES } from './setup/build.mjs';
import { chromiumEnv, wantsBrowser } from './setup/chromium.mjs';
import { command } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';
import { run } from './setup/processes.mjs';
import { together } from './setup/progress.mjs';
import { readyCode } from './setup/ready-code.mjs';
import { startTestServices } from './setup/test-services.mjs';
import { Trouble, describe } from './setup/trouble.mjs';
import { slowest, vitestRun } from './setup/vitest.mjs';

process.env.SABOT_RUNS ??= process.env.npm_lifecycle_event === 'prove' ? 'deep' : 'full';

/** docs/protocol.md must be what the code writes. */
const DOCUMENTS = { name: 'documents', args: [inRoot('scripts/run.mjs'), 'docs', '--check'] };

const total = { passed: 0, failed: 0, files: [] };

const add = ({ passed, failed, files }) => {
  total.passed += passed;
  total.failed += failed;
  total.files.push(...files);
};

await command(
  async (context) => {
    const args = process.argv.slice(2);
    try {
      await (args.length === 0 ? everything(context) : only(args, context));
      return 0;
    } catch (error) {
      console.log(`\n${context.signal.aborted ? 'Interrupted.' : describe(error)}`);
      return context.signal.aborted ? 130 : 1;
    } finally {
      if (total.files.length > 0) console.log(`\n${slowest(total.files)}`);
      console.log(`\n${total.passed} passed, ${total.failed} failed`);
    }
  },
  { exitCodeWhenInterrupted: 130 },
);

async function everything(context) {
  const { signal } = context;
  const services = await readyServices(context);
  const checks = runChecks({ signal, more: [DOCUMENTS] });
  const [{ failed, report }, browser] = await together(checks, browserEnv(context));
  add(report);
  mustPass(failed);
  const projects = wantsBrowser() ? ['services', 'browser'] : ['services'];
  const args = projects.flatMap((name) => ['--project', name]);
  await runVitest(args, { ...services, ...browser }, context);
}

/** Tests of pure code lie in src/ and need no services. */
async function only(args, context) {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const isPure = paths.length > 0 && paths.every((name) => /^(\.\/)?src\//.test(name));
  if (isPure) {
    await readyCode({ signal: context.signal });
    return runVitest(args, {}, context);
  }
  const services = await readyServices(context);
  const browser = meansBrowser(args) ? await browserEnv(context) : {};
  await runVitest(args, { ...services, ...browser }, context);
}

function readyServices(context) {
  const beside = () => startTestServices(context);
  return readyCode({ signal: context.signal, makes: [CODE, PAGES], beside });
}

async function browserEnv(context) {
  if (wantsBrowser()) return chromiumEnv(context);
  console.log('\nSABOT_NO_BROWSER is set: the browser tests are left out.');
  return {};
}

/** Vitest takes a path as a part of the names of the files that it runs. */
function meansBrowser(args) {
  const parts = args.filter((arg) => arg.includes('.spec') || arg.includes('/'));
  const files = fs.readdirSync(inRoot('test/browser')).map((name) => `test/browser/${name}`);
  return parts.length === 0 || files.some((file) => parts.some((part) => file.includes(part)));
}

async function runVitest(args, env, { signal }) {
  const tests = vitestRun(...args);
  const { code } = await run(process.execPath, tests.args, {
    env: { ...env, ...tests.env },
    signal,
    show: true,
  });
  add(tests.report());
  if (code !== 0) throw failure(['tests']);
}

function mustPass(failed) {
  if (failed.length > 0) throw failure(failed);
}

function failure(names) {
  return new Trouble(`Failed: ${names.join(', ')}.`);
}
