/**
 * The version before: built from the history of this clone, so that it can run beside this one. A
 * clone without that history has none, and says so.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT, inRoot } from '../../scripts/setup/paths.js';

/** The commit that is taken for the version in operation. A release moves it to the one before. */
const COMMIT = '89147da9d1de2f56b7de731fcf76c9420a808d96';

const PROGRAMS: readonly (readonly string[])[] = [
  ['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'],
  ['node_modules/rolldown/bin/cli.mjs', '--config=rolldown.config.ts'],
];

/** What a version is built of. */
const SOURCES = ['src', 'tsconfig.json', 'tsconfig.build.json', 'rolldown.config.ts', 'prisma'];

const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 2 ** 28 });

interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Why it cannot be run here, in words. Undefined where it can. */
export const whyNoVersionBefore = (): string | undefined => {
  let before: Packages;
  try {
    before = JSON.parse(git('show', `${COMMIT}:package.json`).toString()) as Packages;
  } catch {
    return `this clone does not hold the commit ${COMMIT}`;
  }
  // Its packages cannot be fetched: a test needs no network. Those of the pages are not needed.
  const now = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as Packages;
  const isOther = ([name, version]: [string, string]) => now.dependencies[name] !== version;
  const others = Object.entries(before.dependencies).filter(isOther);
  return others.length === 0
    ? undefined
    : `the version of ${COMMIT} has other packages than this one: ${others.join(' ')}`;
};

/** Builds it where that was not done yet, and returns its main file. */
export const buildVersionBefore = (): string => {
  const folder = inRoot('node_modules/.cache/versions', COMMIT);
  const main = path.join(folder, 'dist/main.js');
  if (existsSync(main)) return main;
  const unfinished = `${folder}-${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const archive = git('archive', '--format=tar', COMMIT, 'package.json', ...SOURCES);
  execFileSync('tar', ['-x', '-C', unfinished], { input: archive });
  symlinkSync(inRoot('node_modules'), path.join(unfinished, 'node_modules'));
  for (const program of PROGRAMS) {
    execFileSync(process.execPath, program, { cwd: unfinished, stdio: 'pipe' });
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return main;
};
