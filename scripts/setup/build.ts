/** What is made of the sources: each made anew when what it is made from has changed. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { takeTurn } from './lock.mjs';
import { ROOT, inRoot } from './paths.js';
import { run } from './processes.js';
import { step } from './progress.js';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/** What is made, from what, and by which program. */
export interface Product {
  readonly name: string;
  readonly from: readonly string[];
  /**
   * It is in the result's own folder, so that it is removed with the result. It is written last, so
   * that a broken-off build does not count.
   */
  readonly stamp: string;
  /** A folder to empty first. */
  readonly empties?: string;
  /** One after the other. */
  readonly programs: readonly (readonly [file: string, ...args: string[]])[];
}

/** TypeScript 7 is ten times as fast as 6. The older one stays for the tools that need its API. */
export const TSC = 'node_modules/@typescript/native/bin/tsc';

/** Types are for `npm run check` and `npm run build`: here the code is only translated. */
export const CODE: Product = {
  name: 'build',
  from: [
    ...['src', 'web/src/decks'],
    ...['tsconfig.json', 'tsconfig.build.json', 'rolldown.config.ts', 'package-lock.json'],
  ],
  stamp: 'dist/.stamp',
  empties: 'dist',
  programs: [
    [TSC, '-p', 'tsconfig.build.json', '--noCheck'],
    ['node_modules/rolldown/bin/cli.mjs', '--config=rolldown.config.ts'],
  ],
};

export const PAGES: Product = {
  name: 'vite build',
  from: ['web', 'src', 'package-lock.json'],
  stamp: 'web/dist/.stamp',
  programs: [
    ['node_modules/vite/bin/vite.js', 'build', '--config=web/vite.config.ts', '--logLevel=warn'],
  ],
};

interface Surroundings {
  readonly signal: AbortSignal;
  readonly stream?: NodeJS.WriteStream;
}

/** Runs `work` while no other command builds in this clone. `make` makes what is out of date. */
export async function building<T>(
  { signal, stream }: Surroundings,
  work: (make: (product: Product) => Promise<void>) => Promise<T>,
): Promise<T> {
  const release = await takeTurn(ROOT, signal);
  const make = async (product: Product): Promise<void> => {
    if (isStale(product)) await step(product.name, () => remake(product, signal), stream);
  };
  try {
    return await work(make);
  } finally {
    release();
  }
}

function isStale({ from, stamp }: Product): boolean {
  const file = inRoot(stamp);
  return !fs.existsSync(file) || fs.readFileSync(file, 'utf8') !== hashOf(from);
}

async function remake(
  { name, from, stamp, empties = stamp, programs }: Product,
  signal: AbortSignal,
): Promise<void> {
  const hash = hashOf(from); // before the work: what changes meanwhile is made next time
  fs.rmSync(inRoot(empties), { recursive: true, force: true });
  for (const [file, ...args] of programs) {
    const { code, output } = await run(process.execPath, [inRoot(file), ...args], { signal });
    if (saysDiskIsFull(output)) throw diskIsFull(inRoot(path.dirname(stamp)));
    if (code !== 0) throw new Trouble(`${name} failed:\n\n${output.trim()}`);
  }
  fs.mkdirSync(inRoot(path.dirname(stamp)), { recursive: true });
  fs.writeFileSync(inRoot(stamp), hash);
}

function hashOf(names: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of names.flatMap(filesIn)) {
    hash.update(`${file}\0`).update(fs.readFileSync(inRoot(file)));
  }
  return hash.digest('hex');
}

/** Specs and what is itself built are no part of what is built. */
const NO_PART = new Set(['web/dist']);

function filesIn(name: string): readonly string[] {
  if (NO_PART.has(name) || /\.spec\.tsx?$/.test(name)) return [];
  if (!fs.statSync(inRoot(name)).isDirectory()) return [name];
  const entries = fs.readdirSync(inRoot(name)).sort();
  return entries.flatMap((entry) => filesIn(`${name}/${entry}`));
}
