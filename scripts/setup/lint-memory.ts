/**
 * What lint has found in order is not looked at again as long as it is the same. Its rules on types
 * depend on what a file imports, and on what that imports in its turn: a file is the same where all
 * of it is.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.js';

/** The text of each file, by its path in the clone. */
type Texts = ReadonlyMap<string, string>;

interface LintRun {
  /** The files that have to be looked at. */
  readonly due: readonly string[];
  /** Of how many. */
  readonly all: number;
  /** Lint has found them in order. */
  readonly passed: () => void;
}

const MEMORY = inRoot('node_modules/.cache/lint.json');
/** Folders of what is installed, built or kept, as lint leaves them out. */
const LEFT_OUT = /^(\..*|node_modules|dist.*)$/;
const LINTED = /\.[cm]?[jt]sx?$/;
/** What may be imported besides. Its types are made of what is in it. */
const DATA = /\.json$/;
/** What lint goes by besides the files. */
const SETTINGS = /^(\.oxlintrc\.json|package-lock\.json|(.*\/)?tsconfig[^/]*\.json)$/;

export function lintRun(): LintRun {
  const before = prints(readTexts());
  const known = new Set(remembered());
  const due = [...before].flatMap(([file, print]) => (known.has(print) ? [] : [file]));
  const passed = (): void => {
    // What was changed meanwhile may not be what lint has read.
    const now = prints(readTexts());
    const same = [...before].filter(([file, print]) => now.get(file) === print);
    fs.mkdirSync(path.dirname(MEMORY), { recursive: true });
    fs.writeFileSync(MEMORY, JSON.stringify(same.map(([, print]) => print)));
  };
  return { due, all: before.size, passed };
}

function remembered(): readonly string[] {
  try {
    return JSON.parse(fs.readFileSync(MEMORY, 'utf8')) as readonly string[];
  } catch {
    return []; // of a new clone, or broken off while it was written
  }
}

function readTexts(): Texts {
  const kept = filesIn('').filter((file) => LINTED.test(file) || DATA.test(file));
  return new Map(kept.map((file) => [file, fs.readFileSync(inRoot(file), 'utf8')]));
}

function filesIn(folder: string): readonly string[] {
  return fs.readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isFile()) return [name];
    return entry.isDirectory() && !LEFT_OUT.test(entry.name) ? filesIn(name) : [];
  });
}

/** No file of the clone is further from what it depends on, by one import after the other. */
const FURTHEST = 64;

/**
 * For each file that lint looks at, a hash of all that lint may go by there. It is made again and
 * again of the file's own and of those of the files that it imports, so that each time it depends
 * on files that are one import further away; imports may go in circles.
 */
export function prints(texts: Texts): ReadonlyMap<string, string> {
  const linted = [...texts.keys()].filter((file) => LINTED.test(file));
  const own = new Map([...texts].map(([file, text]) => [file, hashOf(file, text)]));
  const imported = new Map(linted.map((file) => [file, importsOf(file, texts)]));
  let now: ReadonlyMap<string, string> = own;
  for (let step = 0; step < FURTHEST; step += 1) {
    const before = now;
    const of = (file: string): string => before.get(file) ?? own.get(file) ?? '';
    now = new Map(
      linted.map((file) => [file, hashOf(own.get(file)!, ...imported.get(file)!.map(of))]),
    );
  }
  const settings = [...texts].filter(([file]) => SETTINGS.test(file)).sort();
  const ambient = linted.filter((file) => isAmbient(file, texts.get(file)!));
  const ofPages = hashOf(...settings.flat(), ...ambient.map((file) => now.get(file)!));
  const ofRest = hashOf(
    ...settings.flat(),
    ...ambient.filter((file) => !isOfPages(file)).map((file) => now.get(file)!),
  );
  // A test of the pages may know what they declare by what it imports.
  const knowsPages = (file: string): boolean => isOfPages(file) || file.startsWith('test/');
  return new Map(
    [...now].map(([file, print]) => [file, hashOf(print, knowsPages(file) ? ofPages : ofRest)]),
  );
}

const isOfPages = (file: string): boolean => file.startsWith('web/');

/** What it declares holds for files that do not import it. */
const isAmbient = (file: string, text: string): boolean =>
  file.endsWith('.d.ts') || /^declare (global|module)\b/m.test(text);

/** Those that are in the clone, and the names of those that are not. */
function importsOf(file: string, texts: Texts): readonly string[] {
  const names = [...texts.get(file)!.matchAll(/(?:from|import|import\()\s*'(\.{1,2}\/[^']+)'/g)];
  return names.map(([, name]) => {
    const module = path.posix.join(path.posix.dirname(file), name!);
    const bare = module.replace(/\.([cm]?)jsx?$/, '.$1');
    const candidates = [module, `${bare}ts`, `${bare}tsx`, `${bare}d.ts`];
    return candidates.find((each) => texts.has(each)) ?? module;
  });
}

const hashOf = (...parts: readonly string[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64');
