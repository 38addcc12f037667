/**
 * `npm test`: everything, from a fresh clone. `npm test -- path …` runs the matching test files
 * alone. `npm run prove` does the same and tries every property for long.
 * The last line of the output is the sum of all tests: `N passed, N failed`.
 *
 * A few files that fail in the whole run are run once more, alone. What passes then counts as
 * passed, and is named before the sum, for somebody to look at.
 */
import fs from 'node:fs';
import { CODE, PAGES, type Product, building } from './setup/build.js';
import { DOCUMENTS, runChecks } from './setup/checks.js';
import { chromiumEnv, wantsBrowser } from './setup/chromium.js';
import { type Context, command } from './setup/command.js';
import { inRoot } from './setup/paths.js';
import { run } from './setup/processes.js';
import { step, together } from './setup/progress.js';
import { type ServicesEnv, startTestServices } from './setup/services.js';
import { SIMULATION, simulationArgs, simulationOfTests } from './setup/simulation.js';
import { Trouble, describe } from './setup/trouble.mjs';
import { type TestReport, slowest, vitestRun } from './setup/vitest.js';

/** How much is simulated: SABOT_RUNS where it is set, `full` in CI, and less elsewhere. */
const asked =
  process.env['SABOT_RUNS'] ??
  (process.env['npm_lifecycle_event'] === 'prove' ? 'deep' : undefined);
const simulated = asked ?? (process.env['CI'] === 'true' ? 'full' : undefined);
process.env['SABOT_RUNS'] = asked ?? 'full';

/** More files than these fail for a reason. */
const AGAIN_MAX = 4;

const reports: TestReport[] = [];
/** Tests that failed in the whole run, and passed alone. */
const unsteady: string[] = [];

await command(
  async (context) => {
    const args = process.argv.slice(3);
    try {
      await (args.length === 0 ? everything(context) : only(args, context));
      return 0;
    } catch (error) {
      console.log(`\n${context.signal.aborted ? 'Interrupted.' : describe(error)}`);
      return context.signal.aborted ? 130 : 1;
    } finally {
      const files = reports.flatMap((report) => report.files);
      if (files.length > 0) console.log(`\n${slowest(files)}`);
      if (unsteady.length > 0) {
        console.log(`\nFailed at first, and passed alone:\n${lines(unsteady)}`);
      }
      const sum = (of: 'passed' | 'failed'): number =>
        reports.reduce((total, report) => total + report[of], 0);
      console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
    }
  },
  { exitCodeWhenInterrupted: 130 },
);

async function everything(context: Context): Promise<void> {
  const services = await readyServices(context, SIMULATION);
  const checks = runChecks(context.signal, DOCUMENTS);
  const [{ failed, report }, browser] = await together(checks, browserEnv(context));
  reports.push(report);
  if (failed.length > 0) throw failure(failed);
  await runServiceTests({ ...services, ...browser }, context);
  await step('simulation', () => simulation(context));
}

/** After the tests: it takes every core. */
async function simulation({ signal }: Context): Promise<string> {
  const args = simulationArgs(...simulationOfTests(simulated));
  const { code, output } = await run(process.execPath, args, {
    signal,
    show: simulated === 'deep',
  });
  if (code !== 0) throw new Trouble(`The simulation failed:\n\n${output.trim()}`);
  return output.split('\n').find((line) => line.startsWith('Seeds')) ?? '';
}

/** Tests of pure code lie in src/ and need no services. */
async function only(args: readonly string[], context: Context): Promise<void> {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const isPure = paths.length > 0 && paths.every((name) => /^(\.\/)?src\//.test(name));
  if (isPure) {
    await building(context, async () => undefined);
    return runVitest(args, {}, context);
  }
  const services = await readyServices(context);
  const browser = meansBrowser(args) ? await browserEnv(context) : {};
  await runVitest(args, { ...services, ...browser }, context);
}

async function runServiceTests(env: ServicesEnv, context: Context): Promise<void> {
  const whole = ['--project', 'services', '--project', 'filmed'];
  const report = await tryVitest(whole, env, context);
  const failed = report.files.filter((file) => file.failed.length > 0);
  const names = failed.map(({ file }) => file);
  if (!mayRunAgain(report, failed)) {
    reports.push(report);
    if (!report.isGreen) throw failure(['tests']);
    return;
  }
  console.log(`\nFailed. Once more, alone:\n${lines(names)}`);
  const again = await tryVitest([...whole, '--maxWorkers=1', ...names], env, context);
  if (again.files.length < names.length) {
    reports.push(report); // broken off
    throw failure(['tests']);
  }
  const passedBefore = failed.reduce((sum, { passed }) => sum + passed, 0);
  const rest = report.files.filter(({ file }) => !names.includes(file));
  reports.push({ ...report, passed: report.passed - passedBefore, failed: 0, files: rest }, again);
  if (!again.isGreen) throw failure(['tests']);
  unsteady.push(...failed.flatMap((one) => one.failed.map((name) => `${one.file}: ${name}`)));
}

/** Not for what lies outside the files, nor for a property that a counterexample was found for. */
function mayRunAgain(report: TestReport, failed: TestReport['files']): boolean {
  const inFiles = failed.flatMap((file) => file.failed).length;
  const areFew = failed.length > 0 && failed.length <= AGAIN_MAX;
  return areFew && inFiles === report.failed && !failed.some(({ isDisproved }) => isDisproved);
}

function readyServices(context: Context, ...more: readonly Product[]): Promise<ServicesEnv> {
  return building(context, async (make) => {
    const products = [CODE, PAGES, ...more].map((product) => make(product));
    const [services] = await together(startTestServices(context), ...products);
    return services;
  });
}

async function browserEnv({ signal }: Context): Promise<ServicesEnv> {
  if (wantsBrowser()) return chromiumEnv(signal);
  console.log('\nSABOT_NO_BROWSER is set: the browser tests are left out.');
  return {};
}

/** Vitest takes a path as a part of the names of the files that it runs. */
function meansBrowser(args: readonly string[]): boolean {
  const parts = args.filter((arg) => arg.includes('.spec') || arg.includes('/'));
  const files = fs.readdirSync(inRoot('test/browser')).map((name) => `test/browser/${name}`);
  return parts.length === 0 || files.some((file) => parts.some((part) => file.includes(part)));
}

async function runVitest(
  args: readonly string[],
  env: ServicesEnv,
  context: Context,
): Promise<void> {
  const report = await tryVitest(args, env, context);
  reports.push(report);
  if (!report.isGreen) throw failure(['tests']);
}

async function tryVitest(
  args: readonly string[],
  env: ServicesEnv,
  { signal }: Context,
): Promise<TestReport & { readonly isGreen: boolean }> {
  const tests = vitestRun(...args);
  const options = { env: { ...env, ...tests.env }, signal, show: true };
  const { code } = await run(process.execPath, tests.args, options);
  return { ...tests.report(), isGreen: code === 0 };
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `  ${text}`).join('\n');
}

function failure(names: readonly string[]): Trouble {
  return new Trouble(`Failed: ${names.join(', ')}.`);
}
