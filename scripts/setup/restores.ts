/**
 * Putting the embedded Postgres back as it was: the backup that leads to a moment is recovered
 * beside the cluster, and takes its place once it is whole.
 */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { type Backup, NOTE, archiveIn, give, listBackups, quoted } from './backups.js';
import { type Size, copyFolder, sizeOf, sync } from './folder-copy.js';
import {
  type History,
  chooseBackup,
  firstGap,
  historyFile,
  latestTimeline,
  leadsTo,
  parseHistory,
} from './histories.js';
import { shown } from './paths.js';
import { type PostgresAccount, backupsIn, clusterIn } from './postgres-home.js';
import { Trouble } from './trouble.mjs';

/** A file of the write-ahead log, or one that says which timeline led to which. */
const LOG_FILE = /^[0-9A-F]{24}$|\.history$/;

/** How Postgres finds the moment `until` of a timeline, or the last that there is. */
export const recoverySettings = (
  home: string,
  timeline: number,
  until: Date | undefined,
): Readonly<Record<string, string>> => {
  const file = `${quoted(archiveIn(home))}/%f.gz`;
  return {
    // Where a file is there and cannot be unpacked, the log does not end, whatever Postgres thinks.
    restore_command: `test -f ${file} || exit 1; gzip -cd ${file} > "%p" || exit 126`,
    // Nothing of a timeline is in the archive before its cluster is in its place.
    archive_command: '',
    recovery_target_timeline: `${timeline}`,
    recovery_target_action: 'promote',
    // Nobody is let in before it is there.
    hot_standby: 'off',
    // Of names of time zones, even Z, it knows nothing here yet.
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  };
};

/**
 * The history that the cluster is in or, where the cluster is lost, the last one that was archived.
 */
export function presentHistory(home: string): History {
  const own = path.join(clusterIn(home), 'pg_wal');
  const namesIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
  const log = namesIn(own).filter((name) => LOG_FILE.test(name));
  const timeline = latestTimeline(log.length > 0 ? log : namesIn(archiveIn(home)));
  const name = historyFile(timeline);
  const archived = path.join(archiveIn(home), `${name}.gz`);
  if (timeline === 1) return { timeline, forks: [] };
  if (log.includes(name)) {
    return parseHistory(timeline, fs.readFileSync(path.join(own, name), 'utf8'));
  }
  if (fs.existsSync(archived)) {
    return parseHistory(timeline, zlib.gunzipSync(fs.readFileSync(archived)).toString('utf8'));
  }
  throw new Trouble(`${archived} is missing: without it nothing of timeline ${timeline} is found.`);
}

/** The backup from which the moment `until` of a history, or its last one, is restored. */
export function backupFor(home: string, history: History, until: Date | undefined): Backup {
  const all = listBackups(home);
  if (all.length === 0) throw new Trouble('There is no backup yet: npm run backup makes one.');
  const found = chooseBackup(all, history, until);
  if (found !== undefined) return found;
  const first = all.find((backup) => leadsTo(history, backup));
  throw new Trouble(
    first === undefined
      ? 'All backups are of a part that was given up by a restore. npm run backup makes another one.'
      : `The oldest backup is of ${first.endedAt.toISOString()}: nothing before that can be restored.`,
  );
}

/** Where a cluster is while it is being restored, and once it only has to be put in its place. */
export const restoringIn = (home: string): string => path.join(home, 'db.restoring');
const restoredIn = (home: string): string => path.join(home, 'db.restored');

/**
 * Puts a copy beside the cluster, ready to recover, with what the cluster had not archived yet.
 * Whatever becomes of it, the cluster is as it was.
 */
export async function prepareRestore(
  home: string,
  account: PostgresAccount,
  backup: Backup,
  signal: AbortSignal | undefined,
): Promise<void> {
  const folder = restoringIn(home);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { mode: 0o700 });
  await copyFolder(backup.folder, folder, { signal });
  fs.rmSync(path.join(folder, NOTE));
  mustBeWhole(backup, sizeOf(folder));
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries']) {
    fs.mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  }
  fs.writeFileSync(path.join(folder, 'recovery.signal'), '', { mode: 0o600 });
  const own = path.join(clusterIn(home), 'pg_wal');
  for (const name of fs.existsSync(own) ? fs.readdirSync(own) : []) {
    if (!LOG_FILE.test(name)) continue;
    fs.copyFileSync(path.join(own, name), path.join(folder, 'pg_wal', name));
  }
  giveAll(folder, account);
}

/** Who copied the backups to here may have been broken off. */
function mustBeWhole({ folder, size }: Backup, { files, bytes }: Size): void {
  if (size === undefined || (size.files === files && size.bytes === bytes)) return;
  throw new Trouble(
    `The backup ${shown(folder)} is not whole: it has ${files} files of ${bytes} bytes, and was made with ${size.files} of ${size.bytes}. Copy it here again, or remove it: then an older one is taken.`,
  );
}

/** Postgres takes the first file that it does not find for the end of the log. */
export function mustHaveNoGap(home: string, history: History, { firstWal }: Backup): void {
  const namesIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
  const archive = namesIn(archiveIn(home));
  const own = namesIn(path.join(clusterIn(home), 'pg_wal'));
  const missing = firstGap(archive, own, history, firstWal);
  if (missing === undefined) return;
  throw new Trouble(
    `The log has a gap: ${shown(archiveIn(home))} lacks ${missing}.gz, and what comes after it cannot be restored. Look for it where the backups were copied to, or say a moment before it (--to).`,
  );
}

/**
 * Puts the restored cluster in the place of the one before, which is kept beside it. Returns where
 * that is. The next start ends what was broken off here.
 */
export async function putInPlace(home: string): Promise<string | undefined> {
  fs.renameSync(restoringIn(home), restoredIn(home));
  await sync(home);
  return endPutting(home);
}

/** Does nothing where no restored cluster waits. */
export async function endPutting(home: string): Promise<string | undefined> {
  if (!fs.existsSync(restoredIn(home))) return undefined;
  const folder = clusterIn(home);
  const before = fs.existsSync(folder) ? `${folder}.before-${Date.now()}` : undefined;
  if (before !== undefined) fs.renameSync(folder, before);
  fs.renameSync(restoredIn(home), folder);
  await sync(home);
  return before;
}

/** An empty cluster in the place of a lost one would write into the log of that one's backups. */
export function mustNotBeLost(home: string): void {
  if (fs.existsSync(clusterIn(home)) || listBackups(home).length === 0) return;
  throw new Trouble(
    `The database ${shown(clusterIn(home))} is gone, and there are backups of it. Put it back: npm run restore -- --latest. To begin with an empty one, move ${shown(backupsIn(home))} away first.`,
  );
}

function giveAll(folder: string, account: PostgresAccount): void {
  give(folder, account);
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) giveAll(file, account);
    else give(file, account);
  }
}
