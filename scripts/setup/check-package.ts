/** The package of src/operator-check, made: compiled, described and packed, with its program. */
import fs from 'node:fs';
import { type Files, importedBy, ownManifest, pack, programOf, reached } from './npm-package.js';
import { inRoot } from './paths.js';

const ENTRY = 'operator-check/check-command';
const COPIED = { 'src/operator-check/README.md': 'README.md', LICENSE: 'LICENSE' };

/** Fills `folder` anew, and returns the path of the tarball in it. */
export function packCheck(folder: string, signal: AbortSignal): Promise<string> {
  const program = compiled();
  const files = new Map([...program, ['package.json', manifest(program)]]);
  for (const [file, target] of Object.entries(COPIED)) {
    files.set(target, fs.readFileSync(inRoot(file), 'utf8'));
  }
  return pack(folder, files, signal);
}

function manifest(program: Files): string {
  const { version, license, engines, dependencies } = ownManifest();
  const needed = importedBy(program).map((name) => [name, dependencies[name]] as const);
  const check = {
    name: '@sabot/operator-check',
    version,
    description: 'Tries the wallet of an operator of Sabot, the live-dealer Punto Banco studio',
    keywords: ['punto-banco', 'wallet', 'seamless-wallet', 'conformance'],
    license,
    type: 'module',
    bin: { 'sabot-operator-check': `./${ENTRY}.js` },
    files: ['**/*.js'],
    engines,
    dependencies: Object.fromEntries(needed),
    publishConfig: { access: 'public' },
  };
  return `${JSON.stringify(check, null, 2)}\n`;
}

/** The files that the program reaches. A shell runs it by its first line. */
function compiled(): Files {
  const emitted = new Map<string, string>();
  programOf(ENTRY).emit(undefined, (name, text) => emitted.set(name.slice(1), text));
  const files = new Map(reached(ENTRY, emitted, 'js'));
  const name = `${ENTRY}.js`;
  return files.set(name, `#!/usr/bin/env node\n${files.get(name)!}`);
}
