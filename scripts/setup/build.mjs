/**
 * Generated and compiled code: Prisma's client, dist/ and the pages, each made anew when what it is
 * made from has changed.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { step } from './progress.mjs';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/**
 * What is made, from what, by which program. The stamp lies in the result's own folder, so that it
 * goes when the result goes, and is written last, so that a broken-off build does not pass.
 */
export const CLIENT = {
  name: 'prisma generate',
  from: ['prisma/schema.prisma', 'prisma.config.ts', 'package-lock.json'],
  stamp: 'src/generated/prisma/.stamp',
  program: ['node_modules/prisma/build/index.js', 'generate'],
};

/**
 * Types are for `npm run check` and `npm run build`: here the code is only translated. It needs the
 * client.
 */
export const CODE = {
  name: 'build',
  from: [
    'src',
    'prisma/schema.prisma',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
  ],
  stamp: 'dist/.stamp',
  empties: 'dist',
  program: ['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.build.json', '--noCheck'],
};

export const PAGES = {
  name: 'vite build',
  from: ['web', 'src', 'package-lock.json'],
  stamp: 'web/dist/.stamp',
  program: [
    'node_modules/vite/bin/vite.js',
    'build',
    '--config=web/vite.config.ts',
    '--logLevel=warn',
  ],
};

/** Makes it anew, as a step of its own, when it is out of date. */
export async function makeIfStale(what, { signal, stream }) {
  if (isStale(what)) await step(what.name, () => make(what, { signal }), stream);
}

function isStale({ from, stamp }) {
  try {
    return fs.readFileSync(inRoot(stamp), 'utf8') !== hashOf(from);
  } catch {
    return true;
  }
}

async function make({ name, from, stamp, empties = stamp, program }, { signal }) {
  const [file, ...args] = program;
  const hash = hashOf(from); // before the work: what changes meanwhile is made next time
  fs.rmSync(inRoot(empties), { recursive: true, force: true });
  const { code, output } = await run(process.execPath, [inRoot(file), ...args], { signal });
  if (saysDiskIsFull(output)) throw diskIsFull(inRoot(path.dirname(stamp)));
  if (code !== 0) throw new Trouble(`${name} failed:\n\n${output.trim()}`);
  fs.mkdirSync(inRoot(path.dirname(stamp)), { recursive: true });
  fs.writeFileSync(inRoot(stamp), hash);
}

function hashOf(names) {
  const hash = createHash('sha256');
  for (const name of names) {
    for (const file of filesIn(name))
      hash.update(`${file}\0`).update(fs.readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
}

/** Specs and what is itself built are no part of what is built. */
const NO_PART = new Set(['src/generated', 'web/dist']);

function filesIn(name) {
  if (NO_PART.has(name) || /\.spec\.tsx?$/.test(name)) return [];
  const stat = fs.statSync(inRoot(name), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [name];
  const entries = fs.readdirSync(inRoot(name)).sort();
  return entries.flatMap((entry) => filesIn(`${name}/${entry}`));
}
