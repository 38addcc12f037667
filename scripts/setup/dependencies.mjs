/** The npm packages: are they the ones package-lock.json names, and if not, `npm ci`. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { ROOT, inRoot } from './paths.mjs';
import { run } from './processes.mjs';
import { Trouble, diskIsFull, saysDiskIsFull } from './trouble.mjs';

/**
 * Whatever NODE_ENV and npm's own settings say: building needs the development packages, and we
 * need to hear of every request. Left alone, npm would try for minutes where there is no network.
 */
const FLAGS = [
  '--include=dev',
  '--no-audit',
  '--no-fund',
  '--loglevel=http',
  '--fetch-retries=3',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=5000',
];

/** What npm says when it reaches no registry, and how often in a row before we believe it. */
const NO_NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/;
const FAILURES_TO_BELIEVE = 60;

/** npm writes INSTALLED last of all, so an installation that was broken off does not pass. */
const LOCK = 'package-lock.json';
const INSTALLED = 'node_modules/.package-lock.json';

/** What our own `npm ci` was given and what it made of it. */
const STAMP = inRoot('node_modules/.sabot-installed');

/**
 * True after our own `npm ci` for this lock file, and after anybody's installation that comes to
 * the same.
 */
export function dependenciesAreInPlace() {
  const wanted = packagesOf(LOCK);
  if (wanted === undefined) {
    throw new Trouble('package-lock.json is missing: this clone is not complete.');
  }
  const present = packagesOf(INSTALLED);
  if (present === undefined) return false;
  if (fs.existsSync(STAMP) && fs.readFileSync(STAMP, 'utf8') === hashOfBoth()) return true;
  return Object.entries(wanted).every(
    ([place, entry]) => place === '' || isIn(present, place, entry),
  );
}

function hashOfBoth() {
  const hash = createHash('sha256');
  for (const file of [LOCK, INSTALLED]) hash.update(fs.readFileSync(inRoot(file)));
  return hash.digest('hex');
}

const isIn = (present, place, wanted) => {
  const found = present[place];
  // Packages for other platforms are optional, and stay away.
  if (found === undefined) return wanted.optional === true || wanted.os !== undefined;
  return found.version === wanted.version && found.integrity === wanted.integrity;
};

function packagesOf(file) {
  try {
    return JSON.parse(fs.readFileSync(inRoot(file), 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

export async function installDependencies({ signal }) {
  fs.accessSync(ROOT, fs.constants.W_OK);
  const [npm, npmArgs] = npmCommand();
  const args = [...npmArgs, 'ci', ...FLAGS];
  const { code, output } = await run(npm, args, { signal, isHopeless }).catch((error) => {
    if (error.code === 'ENOENT') throw new Trouble('npm was not found: install it beside Node.');
    throw error;
  });
  // On a full disk npm has been seen to break off and call it a success.
  if (code === 0 && fs.existsSync(inRoot(INSTALLED))) {
    return fs.writeFileSync(STAMP, hashOfBoth());
  }
  if (saysDiskIsFull(output)) throw diskIsFull(inRoot('node_modules'));
  if (NO_NETWORK.test(errorsOf(output)) || hasNoNetwork(output)) {
    throw new Trouble(
      'npm ci failed: the npm registry cannot be reached. Check the network (and npm’s proxy and registry settings), then start again.',
    );
  }
  throw new Trouble(`npm ci failed:\n${errorsOf(output)}`);
}

const errorsOf = (output) =>
  output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line))
    .slice(0, 12)
    .join('\n');

const isHopeless = (output) => saysDiskIsFull(output) || hasNoNetwork(output);

/** Every attempt at every package is one line; packages that arrived are lines with `200`. */
function hasNoNetwork(output) {
  const sinceTheLast = output.slice(output.lastIndexOf('fetch GET 200') + 1);
  const failures = sinceTheLast.split('failed with').slice(1);
  return failures.filter((text) => NO_NETWORK.test(text.slice(0, 40))).length > FAILURES_TO_BELIEVE;
}

/** The npm that runs this script, or else the one on PATH. */
export function npmCommand() {
  const running = process.env.npm_execpath ?? '';
  return /npm-cli\.c?js$/.test(running) ? [process.execPath, [running]] : ['npm', []];
}
