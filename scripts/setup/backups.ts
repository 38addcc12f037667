/**
 * Backups of the embedded Postgres: copies of the cluster, and its write-ahead log in between, from
 * which any moment since the oldest copy can be restored. It is Postgres's own way of doing it
 * (pg_backup_start, archive_command, recovery_target_time), which its package has no program for.
 */
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { Client } from 'pg';
import {
  type History,
  type Origin,
  chooseBackup,
  historyFile,
  latestTimeline,
  leadsTo,
  parseHistory,
  unneededWal,
} from './histories.js';
import { type Account, clusterIn } from './postgres-home.js';
import { Trouble } from './trouble.mjs';

/** Beside the cluster, where Postgres's own user may write. */
const backupsIn = (home: string): string => path.join(home, 'backups');
const copiesIn = (home: string): string => path.join(backupsIn(home), 'copies');
const archiveIn = (home: string): string => path.join(backupsIn(home), 'wal');

/** A copy that is complete says so by this file, which is written last. */
const NOTE = 'sabot.backup.json';

/** What a cluster writes for itself alone, and what a copy must not have. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+)$|(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;

/** Nothing is lost for longer than this where the machine is lost, and only the archive is left. */
const ARCHIVED_WITHIN_S = 60;

/** Postgres waits for ever for a log that cannot be archived, on a full disk, say. */
const COPIED_WITHIN = '10min';

/** From `endedAt` on it can be restored. */
interface Backup extends Origin {
  readonly name: string;
  readonly folder: string;
}

/** What a copy says of itself. */
interface Note {
  readonly endedAt: string;
  readonly firstWal: string;
  readonly endLsn?: string;
}

/** Copies did not say at first where they end. Those lead to their own timeline only. */
const NOT_NOTED = 'FFFFFFFF/FFFFFFFF';

const quoted = (file: string): string => `'${file.replaceAll(`'`, `'\\''`).replaceAll('%', '%%')}'`;

/**
 * Nothing is archived before the first backup: without one it is of no use. A file that is there
 * already must be the same, since it is never overwritten. Postgres removes its own file once the
 * command has succeeded, so that the archive's must have reached the disk by then.
 */
export const archiveSettings = (home: string): Readonly<Record<string, string>> => {
  const folder = quoted(archiveIn(home));
  const file = `${folder}/%f.gz`;
  const write = `gzip -c "%p" > ${folder}/.%f && sync ${folder}/.%f && mv ${folder}/.%f ${file}`;
  const compare = `gzip -cd ${file} | cmp -s - "%p"`;
  return {
    archive_mode: 'on',
    archive_timeout: `${ARCHIVED_WITHIN_S}`,
    archive_command: `test ! -d ${folder} || { if test -f ${file}; then ${compare}; else ${write}; fi && sync ${folder}; }`,
  };
};

/** How Postgres finds the moment `until` of a timeline, or the last that there is. */
export const recoverySettings = (
  home: string,
  timeline: number,
  until: Date | undefined,
): Readonly<Record<string, string>> => {
  const file = `${quoted(archiveIn(home))}/%f.gz`;
  return {
    restore_command: `test -f ${file} && gzip -cd ${file} > "%p"`,
    recovery_target_timeline: `${timeline}`,
    recovery_target_action: 'promote',
    // Nobody is let in before it is there.
    hot_standby: 'off',
    // Of names of time zones, even Z, it knows nothing here yet.
    ...(until && { recovery_target_time: until.toISOString().replace('Z', '+00') }),
  };
};

/** Copies the running cluster. `client` is a superuser's. Returns when the copy can be restored. */
export async function makeBackup(
  home: string,
  account: Account,
  client: Pick<Client, 'query'>,
): Promise<Backup> {
  await mustArchive(client);
  for (const folder of [backupsIn(home), copiesIn(home), archiveIn(home)]) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    give(folder, account);
  }
  const name = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const folder = path.join(copiesIn(home), name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { mode: 0o700 });
  const started = await client.query<{ wal: string }>(
    'select pg_walfile_name(pg_backup_start($1, true)) as wal',
    [name],
  );
  copyFolder(clusterIn(home), folder);
  // It returns when the log up to here is in the archive.
  const stopped = await client.query<{
    lsn: string;
    labelfile: string;
    spcmapfile: string;
    at: Date;
  }>('select lsn, labelfile, spcmapfile, clock_timestamp() as at from pg_backup_stop(true)');
  const { lsn, labelfile, spcmapfile, at } = stopped.rows[0]!;
  fs.writeFileSync(path.join(folder, 'backup_label'), labelfile, { mode: 0o600 });
  if (spcmapfile.trim() !== '') {
    throw new Trouble('The cluster has tablespaces, which this backup does not copy.');
  }
  const origin: Origin = { endedAt: at, firstWal: started.rows[0]!.wal, endLsn: lsn };
  const note: Note = { ...origin, endedAt: at.toISOString() };
  fs.writeFileSync(path.join(folder, NOTE), JSON.stringify(note), { mode: 0o600 });
  return { name, folder, ...origin };
}

/** Without its log a copy is of no use. */
async function mustArchive(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ on: boolean }>(
    `select current_setting('archive_mode') = 'on' as on`,
  );
  if (rows[0]?.on !== true) {
    throw new Trouble('This Postgres was started without an archive. Stop it, and start it again.');
  }
  await client.query(`set statement_timeout = '${COPIED_WITHIN}'`);
}

/** A file that goes away meanwhile is in the log, as all that changes meanwhile is. */
function copyFolder(from: string, to: string, inside = ''): void {
  for (const entry of fs.readdirSync(path.join(from, inside), { withFileTypes: true })) {
    const name = path.posix.join(inside, entry.name);
    if (LEFT_OUT.test(name)) continue;
    const target = path.join(to, name);
    if (entry.isDirectory()) {
      fs.mkdirSync(target, { mode: 0o700 });
      copyFolder(from, to, name);
    } else if (entry.isFile()) {
      try {
        fs.copyFileSync(path.join(from, name), target, fs.constants.COPYFILE_FICLONE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      }
    }
  }
}

/** The complete ones, the oldest first. */
export function listBackups(home: string): readonly Backup[] {
  if (!fs.existsSync(copiesIn(home))) return [];
  return fs
    .readdirSync(copiesIn(home))
    .sort()
    .flatMap((name) => {
      const folder = path.join(copiesIn(home), name);
      const file = path.join(folder, NOTE);
      if (!fs.existsSync(file)) return [];
      const note = JSON.parse(fs.readFileSync(file, 'utf8')) as Note;
      const { firstWal, endLsn = NOT_NOTED } = note;
      return [{ name, folder, endedAt: new Date(note.endedAt), firstWal, endLsn }];
    });
}

/**
 * Removes all but the last `keep` backups, those that were broken off, and what none of the others
 * needs of the log. Returns how many backups are gone.
 */
export function pruneBackups(home: string, keep: number): number {
  const kept = listBackups(home).slice(-keep);
  const names = new Set(kept.map(({ name }) => name));
  const gone = fs.readdirSync(copiesIn(home)).filter((name) => !names.has(name));
  for (const name of gone) {
    fs.rmSync(path.join(copiesIn(home), name), { recursive: true, force: true });
  }
  if (kept.length === 0) return gone.length;
  for (const file of unneededWal(fs.readdirSync(archiveIn(home)), kept)) {
    fs.rmSync(path.join(archiveIn(home), file));
  }
  return gone.length;
}

/**
 * The history that the cluster is in or, where the cluster is lost, the last one that was archived.
 */
export function presentHistory(home: string): History {
  const own = path.join(clusterIn(home), 'pg_wal');
  const namesIn = (folder: string) => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);
  const log = namesIn(own);
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

/**
 * Puts a copy in the cluster's place, ready to recover. The cluster of before is kept beside it,
 * and what it had not archived yet is read from there. Returns where it is now.
 */
export function putBack(home: string, account: Account, backup: Backup): string | undefined {
  const folder = clusterIn(home);
  const unfinished = path.join(home, 'db.restoring');
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.cpSync(backup.folder, unfinished, { recursive: true });
  fs.rmSync(path.join(unfinished, NOTE));
  for (const name of ['pg_wal/archive_status', 'pg_wal/summaries']) {
    fs.mkdirSync(path.join(unfinished, name), { recursive: true, mode: 0o700 });
  }
  fs.writeFileSync(path.join(unfinished, 'recovery.signal'), '', { mode: 0o600 });
  const before = fs.existsSync(folder) ? `${folder}.before-${Date.now()}` : undefined;
  if (before !== undefined) {
    for (const name of fs.readdirSync(path.join(folder, 'pg_wal'))) {
      if (!/^[0-9A-F]{24}$|\.history$/.test(name)) continue;
      fs.copyFileSync(path.join(folder, 'pg_wal', name), path.join(unfinished, 'pg_wal', name));
    }
  }
  giveAll(unfinished, account);
  if (before !== undefined) fs.renameSync(folder, before);
  fs.renameSync(unfinished, folder);
  return before;
}

function give(file: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}

function giveAll(folder: string, account: Account): void {
  give(folder, account);
  fs.chmodSync(folder, 0o700);
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) giveAll(file, account);
    else give(file, account);
  }
}
