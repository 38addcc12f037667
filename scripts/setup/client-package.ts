/**
 * The package of src/client, made: compiled, its types written out without zod, described and
 * packed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { ROOT, inRoot } from './paths.js';
import { plainTypes } from './plain-types.js';
import { run } from './processes.js';
import { Trouble } from './trouble.mjs';

const ENTRY = 'client/index';
const PROTOCOL = 'protocol.d.ts';
const COPIED = {
  'src/client/README.md': 'README.md',
  'examples/bot.mjs': 'example-bot.mjs',
  LICENSE: 'LICENSE',
};

/** Files by their names in the package. */
type Files = ReadonlyMap<string, string>;

/** Fills `folder` anew, and returns the path of the tarball in it. */
export async function packClient(folder: string, signal: AbortSignal): Promise<string> {
  fs.rmSync(folder, { recursive: true, force: true });
  const files = new Map([...(await compiled()), ['package.json', manifest()]]);
  for (const [file, target] of Object.entries(COPIED)) {
    files.set(target, fs.readFileSync(inRoot(file), 'utf8'));
  }
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

/**
 * Which packages src/client imports at run time is for dependency-cruiser to say: socket.io-client,
 * and no other.
 */
function manifest(): string {
  const text = fs.readFileSync(inRoot('package.json'), 'utf8');
  const { version, license, engines, dependencies } = JSON.parse(text) as Readonly<
    Record<string, unknown> & { dependencies: Record<string, string> }
  >;
  const at = { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` };
  const client = {
    name: '@sabot/client',
    version,
    description: 'The typed client of Sabot, the live-dealer Punto Banco studio',
    keywords: ['punto-banco', 'baccarat', 'live-dealer', 'socket.io', 'bot'],
    license,
    type: 'module',
    sideEffects: false,
    exports: { '.': at, './package.json': './package.json' },
    types: at.types,
    files: ['**/*.js', '**/*.d.ts', 'example-bot.mjs'],
    engines,
    dependencies: { 'socket.io-client': dependencies['socket.io-client'] },
    publishConfig: { access: 'public' },
  };
  return `${JSON.stringify(client, null, 2)}\n`;
}

/** The files that the entry reaches. */
async function compiled(): Promise<Files> {
  const readFile = (file: string): string => fs.readFileSync(file, 'utf8');
  const { config } = ts.readConfigFile(inRoot('tsconfig.build.json'), readFile) as {
    readonly config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram([inRoot(`src/${ENTRY}.ts`)], {
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
  const emitted = new Map([[PROTOCOL, await protocolOf(program)]]);
  program.emit(undefined, (name, text) => emitted.set(name.slice(1), withPlainTypes(name, text)));
  return new Map([...reached(emitted, 'js'), ...reached(emitted, 'd.ts')]);
}

const withPlainTypes = (name: string, text: string): string =>
  name.endsWith('.d.ts')
    ? text.replaceAll(/'\.\.\/protocol\/[a-z-]+\.js'/g, "'../protocol.js'")
    : text;

async function protocolOf(program: ts.Program): Promise<string> {
  const inFolder = (folder: string): readonly ts.SourceFile[] =>
    program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(inRoot('src', folder)));
  const text = plainTypes({
    program,
    // It reads events as the games have them, which are not in the package.
    files: inFolder('protocol/').filter(({ fileName }) => !fileName.endsWith('/solo-events.ts')),
    rooms: ['cards/', 'punto-banco/', 'round/', 'roads/'].flatMap(inFolder),
    constants: new Set(['PLAYER_MESSAGES', 'SOLO_MESSAGES']),
  });
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

/** The entry and all that it imports of ours, and so on. */
function reached(emitted: Files, extension: string): Files {
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
  add(`${ENTRY}.${extension}`);
  return files;
}
