/**
 * Backups of the embedded Postgres: copies of the cluster, and its write-ahead log in between, from
 * which any moment since the oldest copy can be restored. It is Postgres's own way of doing it
 * (pg_backup_start, archive_command, recovery_target_time), which its package has no program for.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Client } from 'pg';
import { type Size, copyFolder, sizeOf, sync, syncFolder, writeWhole } from './folder-copy.js';
import { type Origin, unneededWal } from './histories.js';
import { takeLock } from './lock.mjs';
import { shown } from './paths.js';
import { type PostgresAccount, backupsIn, clusterIn } from './postgres-home.js';
import { Trouble } from './trouble.mjs';

const copiesIn = (home: string): string => path.join(backupsIn(home), 'copies');
export const archiveIn = (home: string): string => path.join(backupsIn(home), 'wal');

/** A copy that is complete says so by this file, which is written last. */
export const NOTE = 'sabot.backup.json';

/** What a cluster writes for itself alone, and what a copy must not have. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|(?:pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+)$|(?:^|\/)(?:pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;

/** Nothing is lost for longer than this where the machine is lost, and only the archive is left. */
const ARCHIVED_WITHIN_S = 60;

/** Postgres waits for ever for a log that cannot be archived, on a full disk, say. */
const COPIED_WITHIN = '10min';

/** From `endedAt` on it can be restored. */
export interface Backup extends Origin {
  readonly name: string;
  readonly folder: string;
  readonly size: Size | undefined;
}

/** What a copy says of itself. */
interface Note {
  readonly endedAt: string;
  readonly firstWal: string;
  readonly endLsn?: string;
  /** Copies did not say at first how much they are. */
  readonly size?: Size;
}

/** Copies did not say at first where they end. Those lead to their own timeline only. */
const NOT_NOTED = 'FFFFFFFF/FFFFFFFF';

export const quoted = (file: string): string =>
  `'${file.replaceAll(`'`, `'\\''`).replaceAll('%', '%%')}'`;

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

interface Wishes {
  /** How many backups are kept, with this one. All of them, if it is not said. */
  readonly keep?: number;
  readonly signal?: AbortSignal;
}

/**
 * Connects to the running cluster of `home` as its superuser, and makes a backup. Returns what to
 * say of it.
 */
export async function backUp(
  home: string,
  account: PostgresAccount,
  url: string,
  wishes: Wishes,
): Promise<string> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // whoever asks next hears of it
  await client.connect();
  // It may be waiting for an answer.
  const giveUp = (): void => void client.end();
  wishes.signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const { folder, gone } = await makeBackup(home, account, client, wishes);
    return gone === 0 ? shown(folder) : `${shown(folder)}; ${gone} older removed`;
  } finally {
    wishes.signal?.removeEventListener('abort', giveUp);
    await client.end();
  }
}

/**
 * Copies the running cluster. `client` is a superuser's. Returns when the copy can be restored, and
 * how many older ones are gone. One that is broken off leaves nothing but the log.
 */
export async function makeBackup(
  home: string,
  account: PostgresAccount,
  client: Pick<Client, 'query'>,
  { keep, signal }: Wishes = {},
): Promise<Backup & { readonly gone: number }> {
  await mustBeOf(home, client);
  await mustArchive(client);
  for (const folder of [backupsIn(home), copiesIn(home), archiveIn(home)]) {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    give(folder, account);
  }
  const lock = takeLock(path.join(backupsIn(home), 'lock'));
  if (!('release' in lock)) {
    throw new Trouble(`Another backup is being made (process ${lock.holder}). Wait for its end.`);
  }
  try {
    remove(home, brokenOff(home));
    mustHaveRoom(home);
    const backup = await copyCluster(home, client, signal);
    return { ...backup, gone: keep === undefined ? 0 : pruneBackups(home, keep) };
  } finally {
    lock.release();
  }
}

async function copyCluster(
  home: string,
  client: Pick<Client, 'query'>,
  signal: AbortSignal | undefined,
): Promise<Backup> {
  const name = new Date().toISOString().replaceAll(/[-:.]/g, '');
  const folder = path.join(copiesIn(home), name);
  fs.mkdirSync(folder, { mode: 0o700 });
  try {
    const started = await client.query<{ wal: string }>(
      'select pg_walfile_name(pg_backup_start($1, true)) as wal',
      [name],
    );
    await copyFolder(clusterIn(home), folder, { leaveOut: LEFT_OUT, signal });
    const { lsn, labelfile, at } = await stopCopying(client);
    fs.writeFileSync(path.join(folder, 'backup_label'), labelfile, { mode: 0o600 });
    const size = sizeOf(folder);
    await syncFolder(folder, signal);
    const origin: Origin = { endedAt: at, firstWal: started.rows[0]!.wal, endLsn: lsn };
    const note: Note = { ...origin, endedAt: at.toISOString(), size };
    await writeWhole(path.join(folder, NOTE), JSON.stringify(note));
    for (const parent of [copiesIn(home), backupsIn(home), home]) await sync(parent);
    return { name, folder, ...origin, size };
  } catch (error) {
    remove(home, [name]);
    throw error;
  }
}

/** Returns when the log up to here is in the archive. */
async function stopCopying(client: Pick<Client, 'query'>) {
  interface Stopped {
    readonly lsn: string;
    readonly labelfile: string;
    readonly spcmapfile: string;
    readonly at: Date;
  }
  try {
    const { rows } = await client.query<Stopped>(
      'select lsn, labelfile, spcmapfile, clock_timestamp() as at from pg_backup_stop(true)',
    );
    const stopped = rows[0]!;
    if (stopped.spcmapfile.trim() === '') return stopped;
    throw new Trouble('The cluster has tablespaces, which this backup does not copy.');
  } catch (error) {
    if ((error as { readonly code?: string }).code !== TIME_IS_UP) throw error;
    throw new Trouble(
      `No backup was made: Postgres has not archived its log within ${COPIED_WITHIN}. Its own log, postgres.log, says why; often the disk is full.`,
    );
  }
}

/** `query_canceled` */
const TIME_IS_UP = '57014';

/** A studio on another Postgres may run beside the cluster of the data folder. */
async function mustBeOf(home: string, client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ folder: string | null }>(
    `select setting as folder from (select) as one left join pg_settings on name = 'data_directory'`,
  );
  const folder = rows[0]?.folder ?? '';
  const [asked, own] = [folder, clusterIn(home)].map((each) =>
    fs.existsSync(each) ? fs.realpathSync(each) : undefined,
  );
  if (asked !== undefined && asked === own) return;
  throw new Trouble(
    'The studio runs on another Postgres than that of the data folder: back that one up by its own means.',
  );
}

/** A disk that fills up would stop the studio, too. */
function mustHaveRoom(home: string): void {
  const { bavail, bsize } = fs.statfsSync(home);
  const inMb = (bytes: number): number => Math.ceil(bytes / 2 ** 20);
  const neededMb = inMb(sizeOf(clusterIn(home), LEFT_OUT).bytes) + SPARE_MB;
  if (neededMb <= inMb(bavail * bsize)) return;
  throw new Trouble(
    `No backup was made: it needs ${neededMb} MB, and ${inMb(bavail * bsize)} MB are free on the disk of ${shown(backupsIn(home))}. Make room there, or keep fewer (--keep).`,
  );
}

/** For the log that is written meanwhile. */
const SPARE_MB = 100;

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

/** The complete ones, the oldest first. */
export function listBackups(home: string): readonly Backup[] {
  return copyNames(home).flatMap((name) => {
    const folder = path.join(copiesIn(home), name);
    const note = readNote(folder);
    if (note === undefined) return [];
    const { firstWal, endLsn = NOT_NOTED, size } = note;
    return [{ name, folder, endedAt: new Date(note.endedAt), firstWal, endLsn, size }];
  });
}

const copyNames = (home: string): readonly string[] =>
  fs.existsSync(copiesIn(home)) ? fs.readdirSync(copiesIn(home)).sort() : [];

function readNote(folder: string): Note | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(folder, NOTE), 'utf8')) as Note;
  } catch {
    return undefined;
  }
}

/**
 * Removes all but the last `keep` backups, and what none of the others needs of the log. Returns
 * how many backups are gone.
 */
export function pruneBackups(home: string, keep: number): number {
  const all = listBackups(home);
  const kept = all.slice(-keep);
  const gone = all.slice(0, -keep).map(({ name }) => name);
  remove(home, gone);
  if (kept.length === 0) return gone.length;
  for (const file of unneededWal(fs.readdirSync(archiveIn(home)), kept)) {
    fs.rmSync(path.join(archiveIn(home), file));
  }
  return gone.length;
}

/** The names of copies that are not complete. */
function brokenOff(home: string): readonly string[] {
  const names = new Set(listBackups(home).map(({ name }) => name));
  return copyNames(home).filter((name) => !names.has(name));
}

/** A copy that is half removed must not say that it is complete. */
function remove(home: string, names: readonly string[]): void {
  for (const name of names) {
    const folder = path.join(copiesIn(home), name);
    fs.rmSync(path.join(folder, NOTE), { force: true });
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

export function give(file: string, { uid, gid }: PostgresAccount): void {
  if (uid !== undefined && gid !== undefined) fs.chownSync(file, uid, gid);
}
