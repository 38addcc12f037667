/**
 * Every command begins here: `node scripts/run.mjs NAME …`. Where the packages or the compiled
 * scripts are missing or old, it makes them, and hands over to scripts/NAME.ts, or to
 * scripts/program.ts where there is no such file. This file, the lock and the words of a fault are
 * plain JavaScript, because nothing else can run before the packages are there.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { takeTurn } from './setup/lock.mjs';
import { Trouble, describe, diskIsFull, saysDiskIsFull } from './setup/trouble.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** @param {string} file */
const inRoot = (file) => path.join(ROOT, file);

/** npm writes INSTALLED last of all, so an installation that was broken off does not pass. */
const LOCK = inRoot('package-lock.json');
const INSTALLED = inRoot('node_modules/.package-lock.json');
/** What our own `npm ci` was given and what it made of it. */
const STAMP = inRoot('node_modules/.sabot-installed');

const COMPILED = inRoot('node_modules/.cache/scripts');

/**
 * Whatever NODE_ENV says, building needs the development packages. Left alone, npm would try for
 * minutes where there is no network.
 */
const NPM_FLAGS = [
  '--include=dev',
  '--no-audit',
  '--no-fund',
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/;

/**
 * npm in a group of its own, which ends when this end of its input closes: with this process, at
 * the latest.
 */
const NPM_WITH_US = `
exec 3<&0
(cat <&3; kill -s KILL -- -$$) >/dev/null 2>&1 &
npm "$@" </dev/null`;

refuseOldNode();
try {
  if (!packagesAreInPlace() || !scriptsAreCompiled()) await makeReady();
} catch (error) {
  console.error(`\n${describe(error)}`);
  process.exit(1);
}
const entry = path.join(COMPILED, `${process.argv[2]}.js`);
await import(pathToFileURL(fs.existsSync(entry) ? entry : path.join(COMPILED, 'program.js')).href);

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  console.error(
    `Sabot needs Node 20.19 or newer (of the 22 line, 22.12 or newer); this is Node ${process.versions.node}.`,
  );
  process.exit(1);
}

async function makeReady() {
  const parent = process.ppid;
  const release = await takeTurn(ROOT);
  try {
    if (!packagesAreInPlace()) await installPackages();
    if (!scriptsAreCompiled()) compileScripts();
  } finally {
    release();
  }
  // npm was killed: the command is not wanted any more
  if (process.ppid !== parent) process.exit(1);
}

/** True after our own `npm ci` for this lock, and after any installation that comes to the same. */
function packagesAreInPlace() {
  if (!fs.existsSync(LOCK)) {
    throw new Trouble('package-lock.json is missing: this clone is not complete.');
  }
  if (!fs.existsSync(INSTALLED)) return false;
  if (textOf(STAMP) === hashOf([LOCK, INSTALLED])) return true;
  const [wanted, present] = [LOCK, INSTALLED].map((file) => JSON.parse(textOf(file)).packages);
  return Object.keys(wanted).every((place) => {
    const { version, integrity, optional, os } = wanted[place];
    // Packages for other platforms are optional, and stay away.
    if (present[place] === undefined) return place === '' || optional || os !== undefined;
    return present[place].version === version && present[place].integrity === integrity;
  });
}

async function installPackages() {
  fs.accessSync(ROOT, fs.constants.W_OK);
  const startedAt = performance.now();
  if (process.stderr.isTTY) process.stderr.write('  npm ci …\r');
  const args = ['-c', NPM_WITH_US, 'sh', 'ci', ...NPM_FLAGS];
  const npm = spawn('sh', args, { cwd: ROOT, detached: true });
  let output = '';
  for (const stream of [npm.stdout, npm.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  }
  const code = await new Promise((resolve) => npm.once('close', resolve));
  npm.stdin.end();
  const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
  process.stderr.write(`${code === 0 ? '✔' : '✘'} npm ci                 ${seconds.padStart(7)}\n`);
  // On a full disk npm has been seen to break off and call it a success.
  if (code === 0 && fs.existsSync(INSTALLED)) {
    return fs.writeFileSync(STAMP, hashOf([LOCK, INSTALLED]));
  }
  if (code === 127) throw new Trouble('npm was not found: install it beside Node.');
  if (saysDiskIsFull(output)) throw diskIsFull(inRoot('node_modules'));
  if (NO_NETWORK.test(output)) {
    throw new Trouble(
      'npm ci failed: the npm registry cannot be reached. Check the network (and npm’s proxy and registry settings), then start again.',
    );
  }
  const errors = output.split('\n').filter((line) => /^npm (error|ERR!)/.test(line));
  throw new Trouble(`npm ci failed:\n${errors.slice(0, 12).join('\n')}`);
}

function scriptsAreCompiled() {
  return textOf(path.join(COMPILED, '.stamp')) === hashOfScripts();
}

/** Their types are for `npm run check`: here they are only translated, in a third of a second. */
function compileScripts() {
  const hash = hashOfScripts();
  fs.rmSync(COMPILED, { recursive: true, force: true });
  const args = ['node_modules/@typescript/native/bin/tsc', '-p', 'scripts', '--noCheck'];
  const { status, output } = spawnSync(process.execPath, args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Trouble(`The scripts could not be compiled:\n${output.join('')}`);
  fs.writeFileSync(path.join(COMPILED, 'package.json'), '{ "type": "module" }\n');
  fs.writeFileSync(path.join(COMPILED, '.stamp'), hash); // last: a broken-off one does not pass
}

function hashOfScripts() {
  const names = fs.readdirSync(inRoot('scripts'), { recursive: true, encoding: 'utf8' }).sort();
  const files = names.filter((name) => /\.(ts|mjs|json)$/.test(name));
  return hashOf([LOCK, ...files.map((name) => inRoot(`scripts/${name}`))]);
}

/** @param {readonly string[]} files */
function hashOf(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(fs.readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} file */
function textOf(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
}
