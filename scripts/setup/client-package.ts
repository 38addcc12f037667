/**
 * The package of src/client, made: compiled, its types written out without zod, described and
 * packed.
 */
import fs from 'node:fs';
import { format } from 'oxfmt';
import type ts from 'typescript';
import { type Files, ownManifest, pack, programOf, reached } from './npm-package.js';
import { inRoot } from './paths.js';
import { plainTypes } from './plain-types.js';

const ENTRY = 'client/index';
const PROTOCOL = 'protocol.d.ts';
const COPIED = {
  'src/client/README.md': 'README.md',
  'examples/bot.mjs': 'example-bot.mjs',
  LICENSE: 'LICENSE',
};

/** Fills `folder` anew, and returns the path of the tarball in it. */
export async function packClient(folder: string, signal: AbortSignal): Promise<string> {
  const files = new Map([...(await compiled()), ['package.json', manifest()]]);
  for (const [file, target] of Object.entries(COPIED)) {
    files.set(target, fs.readFileSync(inRoot(file), 'utf8'));
  }
  return pack(folder, files, signal);
}

/**
 * Which packages src/client imports at run time is for dependency-cruiser to say: socket.io-client,
 * and no other.
 */
function manifest(): string {
  const { version, license, engines, dependencies } = ownManifest();
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
  const program = programOf(ENTRY);
  const emitted = new Map([[PROTOCOL, await protocolOf(program)]]);
  program.emit(undefined, (name, text) => emitted.set(name.slice(1), withPlainTypes(name, text)));
  return new Map([...reached(ENTRY, emitted, 'js'), ...reached(ENTRY, emitted, 'd.ts')]);
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
  const { code } = await format(PROTOCOL, text, { singleQuote: true, printWidth: 100 });
  return code;
}
