/**
 * The package of src/client, made: compiled, its types written out without zod, described and
 * packed.
 */
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { npmCommand } from './dependencies.mjs';
import { ROOT, inRoot } from './paths.mjs';
import { plainTypes } from './plain-types.mjs';
import { run } from './processes.mjs';
import { Trouble } from './trouble.mjs';

const ENTRY = 'client/index';
const PROTOCOL = 'protocol.d.ts';
const COPIED = {
  'src/client/README.md': 'README.md',
  'examples/bot.mjs': 'example-bot.mjs',
  LICENSE: 'LICENSE',
};

/** Fills `folder` anew, and returns the path of the tarball in it. */
export async function packClient(folder, { signal }) {
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
  const [npm, npmArgs] = npmCommand();
  const args = [...npmArgs, 'pack', '--json', '--loglevel=error'];
  const { code, output } = await run(npm, args, { cwd: folder, signal });
  if (code !== 0) throw new Trouble(`npm pack failed:\n${output}`);
  const [{ filename }] = JSON.parse(output.slice(output.indexOf('[')));
  return path.join(folder, filename);
}

/**
 * Which packages src/client imports at run time is for dependency-cruiser to say: socket.io-client,
 * and no other.
 */
function manifest() {
  const studio = JSON.parse(fs.readFileSync(inRoot('package.json'), 'utf8'));
  const { version, license, engines, dependencies } = studio;
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

/** The files that the entry reaches, by their names in the package. */
async function compiled() {
  const { config } = ts.readConfigFile(inRoot('tsconfig.build.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram([inRoot(`src/${ENTRY}.ts`)], {
    ...options,
    outDir: '/',
    sourceMap: false,
    declaration: true,
  });
  const faults = ts.getPreEmitDiagnostics(program);
  if (faults.length > 0) throw new Trouble(ts.formatDiagnostics(faults, host));
  const emitted = new Map([[PROTOCOL, await protocolOf(program)]]);
  program.emit(undefined, (name, text) => emitted.set(name.slice(1), withPlainTypes(name, text)));
  return new Map([...reached(emitted, 'js'), ...reached(emitted, 'd.ts')]);
}

const host = {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => '\n',
};

const withPlainTypes = (name, text) =>
  name.endsWith('.d.ts')
    ? text.replaceAll(/'\.\.\/protocol\/[a-z-]+\.js'/g, "'../protocol.js'")
    : text;

async function protocolOf(program) {
  const inFolder = (folder) =>
    program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(inRoot('src', folder)));
  const text = plainTypes({
    program,
    files: inFolder('protocol/'),
    rooms: ['cards/', 'punto-banco/', 'round/', 'roads/'].flatMap(inFolder),
    constants: new Set(['PLAYER_MESSAGES']),
  });
  return format(text, { parser: 'typescript', singleQuote: true, printWidth: 100 });
}

/** The entry and all that it imports of ours, and so on. */
function reached(emitted, extension) {
  const files = new Map();
  const add = (name) => {
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
