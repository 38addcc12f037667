/**
 * `npm run plant`: takes each safeguard away that test/plants names, in a copy of this tree, and
 * runs the test that must then fail. One that stays green is a safeguard that nothing guards.
 * `npm run plant -- fence` plants those alone that have the word in their name.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CODE } from './setup/build.js';
import { type Context, command } from './setup/command.js';
import { ROOT, inRoot } from './setup/paths.js';
import { type Plant, readPlants } from './setup/plants.js';
import { run } from './setup/processes.js';
import { seconds } from './setup/progress.js';
import { type ServicesEnv, startTestServices } from './setup/services.js';
import { Trouble } from './setup/trouble.mjs';

/** Longer than any of these tests takes. */
const TEST_WITHIN_MS = 300_000;

type Outcome = 'red' | 'stayed green' | 'does not apply' | 'its test did not run';

await command(
  async (context) => {
    const words = process.argv.slice(3);
    const plants = readPlants().filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    );
    const services = await startTestServices(context);
    const tree = copyOfTree();
    context.onStop(() => fs.rmSync(tree, { recursive: true, force: true }));
    const wrong: string[] = [];
    for (const plant of plants) {
      const startedAt = performance.now();
      const outcome = await plantOne(plant, tree, services, context);
      const mark = outcome === 'red' ? '✔' : '✘';
      const time = seconds(performance.now() - startedAt).padStart(7);
      console.log(`${mark} ${plant.name.padEnd(28)} ${time}   ${outcome}: ${plant.removes}`);
      if (outcome !== 'red') wrong.push(plant.name);
    }
    console.log(`\n${plants.length - wrong.length} of ${plants.length} turned their test red.`);
    return wrong.length === 0 ? 0 : 1;
  },
  { exitCodeWhenInterrupted: 130 },
);

/** What git would commit, and the packages of this tree. */
function copyOfTree(): string {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'sabot-plants-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8', maxBuffer: 1e9 });
  for (const file of files.split('\0').filter((name) => fs.existsSync(inRoot(name)))) {
    if (!fs.statSync(inRoot(file)).isFile()) continue;
    fs.mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    fs.copyFileSync(inRoot(file), path.join(tree, file));
  }
  fs.symlinkSync(inRoot('node_modules'), path.join(tree, 'node_modules'));
  return tree;
}

/** Such a test runs what was built. What was not would fail it, whatever is planted. */
function startsProcesses(testFile: string): boolean {
  const text = fs.readFileSync(inRoot(testFile), 'utf8');
  return /\b(?:startProcess|restartProcess|StudioProcess)\b/.test(text);
}

/** The code of the tree, with the bug. */
async function build(tree: string, signal: AbortSignal): Promise<void> {
  fs.rmSync(path.join(tree, 'dist'), { recursive: true, force: true });
  for (const program of CODE.programs) {
    const { code, output } = await run(process.execPath, program, { cwd: tree, signal });
    if (code !== 0) throw new Trouble(`The build of a plant failed:\n\n${output.trim()}`);
  }
}

async function plantOne(
  { file, test: { file: testFile, title } }: Plant,
  tree: string,
  services: ServicesEnv,
  { signal }: Context,
): Promise<Outcome> {
  const git = (...args: readonly string[]) => run('git', args, { cwd: tree, signal });
  if ((await git('apply', file)).code !== 0) return 'does not apply';
  try {
    if (startsProcesses(testFile)) await build(tree, signal);
    const args = ['run', testFile, '-t', title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
    const vitest = path.join(tree, 'node_modules/vitest/vitest.mjs');
    // What is compiled of the copy is of no use to anybody else.
    const ways = ['--bail=1', '--experimental.fsModuleCache=false'];
    const { code, output } = await run(process.execPath, [vitest, ...args, ...ways], {
      cwd: tree,
      env: { ...services, SABOT_RUNS: 'full', SABOT_NO_BROWSER: '1', NO_COLOR: '1' },
      timeoutMs: TEST_WITHIN_MS,
      signal,
    });
    const failed = output.split('\n').some((line) => line.includes('FAIL') && line.includes(title));
    if (code !== 0) return failed ? 'red' : 'its test did not run';
    return /Tests .*\d+ passed/.test(output) ? 'stayed green' : 'its test did not run';
  } finally {
    await git('apply', '--reverse', file);
  }
}
