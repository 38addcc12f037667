/** The code as text and as syntax, for tests about the code itself. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface SourceFile {
  /** From the root, with `/` between folders. */
  readonly path: string;
  readonly text: string;
  readonly isSpec: boolean;
  /** The syntax tree, parsed when it is first asked for. */
  readonly syntax: () => ts.SourceFile;
}

const CODE = /\.(ts|tsx|mts|mjs|cjs)$/;
const TEXT = /\.(ts|tsx|mts|mjs|cjs|js|css|sql|py|json|md|html|prisma|yaml|yml)$/;

/** The TypeScript and JavaScript in `folders`, without what is generated, built or installed. */
export const sourceFiles = (...folders: readonly string[]): readonly SourceFile[] =>
  written(folders, CODE);

/** The same, and style sheets, SQL, Python, words and documents. A name may be that of a file. */
export const textFiles = (...folders: readonly string[]): readonly SourceFile[] =>
  written(folders, TEXT);

const written = (folders: readonly string[], extensions: RegExp): readonly SourceFile[] =>
  folders
    .flatMap((folder) => filesIn(folder))
    .filter((file) => extensions.test(file) && !/(^|\/)(generated|node_modules|dist)\//.test(file))
    .map(sourceFile);

export const folders = (folder: string): readonly string[] =>
  readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .map(({ name }) => name);

const filesIn = (folder: string): readonly string[] => {
  if (path.extname(folder) !== '') return existsSync(path.join(ROOT, folder)) ? [folder] : [];
  try {
    return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `${folder}/${file.replaceAll(path.sep, '/')}`,
    );
  } catch {
    return []; // a folder that is not there yet
  }
};

const sourceFile = (file: string): SourceFile => {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  let syntax: ts.SourceFile | undefined;
  return {
    path: file,
    text,
    isSpec: file.endsWith('.spec.ts'),
    syntax: () => (syntax ??= ts.createSourceFile(file, text, ts.ScriptTarget.Latest)),
  };
};

/** Every node of a kind that `is` tells, in the order of the text. */
export const nodes = <T extends ts.Node>(
  file: SourceFile,
  is: (node: ts.Node) => node is T,
): readonly T[] => {
  const found: T[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(file.syntax());
  return found;
};
