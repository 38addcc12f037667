/** A package for npm, of files that the compiler makes of a source and of all that it imports. */
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT, inRoot } from './paths.js';
import { run } from './processes.js';
import { Trouble } from './trouble.mjs';

/** Files by their names in the package. */
export type Files = ReadonlyMap<string, string>;

/** What our own package.json says, and the packages have in common. */
interface OwnManifest {
  readonly version: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

export const ownManifest = (): OwnManifest =>
  JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8')) as OwnManifest;

/** Fills `folder` anew, and returns the path of the tarball in it. */
export async function pack(folder: string, files: Files, signal: AbortSignal): Promise<string> {
  fs.rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of files) {
    const target = path.join(folder, name);
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, text);
  }
  const args = ['pack', '--json', '--loglevel=error'];
  const { code, output } = await run('npm', args, { cwd: folder, signal });
  if (code !== 0) throw new Trouble(`npm pack failed:\n${output}`);
  const [packed] = JSON.parse(output.slice(output.indexOf('['))) as [{ readonly filename: string }];
  return path.join(folder, packed.filename);
}

/** Of `src/ENTRY.ts`, which has no fault. */
export function programOf(entry: string): ts.Program {
  const readFile = (file: string): string => fs.readFileSync(file, 'utf8');
  const { config } = ts.readConfigFile(inRoot('tsconfig.build.json'), readFile) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram([inRoot(`src/${entry}.ts`)], {
    ...options,
    outDir: '/',
    sourceMap: false,
    declaration: true,
  });
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0) {
    const words = faults.map((fault) => ts.flattenDiagnosticMessageText(fault.messageText, '\n'));
    throw new Trouble(words.join('\n'));
  }
  return program;
}

/** The entry and all that it imports of ours, and so on. */
export function reached(entry: string, emitted: Files, extension: string): Files {
  const files = new Map<string, string>();
  const add = (name: string): void => {
    if (files.has(name)) return;
    const text = emitted.get(name);
    if (text === undefined) throw new Trouble(`The package lacks ${name}.`);
    files.set(name, text);
    for (const [, specifier] of text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)\.js'/g)) {
      add(path.posix.join(path.posix.dirname(name), `${specifier}.${extension}`));
    }
  };
  add(`${entry}.${extension}`);
  return files;
}

/** The packages of others that the files import. */
export function importedBy(files: Files): readonly string[] {
  const found = [...files.values()].flatMap((text) =>
    [...text.matchAll(/(?:from|import)\s*\(?'([^.'][^']*)'/g)].map(([, name]) => name!),
  );
  return [...new Set(found)].filter((name) => !name.startsWith('node:')).toSorted();
}
