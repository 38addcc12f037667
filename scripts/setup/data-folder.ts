/** The folders that hold what a start keeps: found, checked, and taken by one command at a time. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bornAt, lockHolder, takeLock } from './lock.mjs';
import { ROOT } from './paths.js';
import { removeOutsideHome } from './postgres-home.js';
import { ask } from './processes.js';
import { Trouble, saysDiskIsFull } from './trouble.mjs';

/** A new database cluster takes some 60 MB, its first write-ahead logs as much again. */
const SPACE_NEEDED_MB = 200;
const SPACE_NEEDED_AGAIN_MB = 50;

/** `.data` in the project, or where SABOT_DATA says. */
export const dataFolder = (): string => path.resolve(ROOT, process.env['SABOT_DATA'] || '.data');

/** Fetched programs are shared by all the throw-away folders of the tests. */
export const toolsFolder = (): string => path.join(dataFolder(), 'tools');

const lockFile = (folder: string): string => path.join(folder, 'lock');

/**
 * Makes the folder where it is missing and takes it for this command. Returns its real path, and
 * the lock.
 */
export function openDataFolder(wanted: string) {
  try {
    fs.mkdirSync(wanted, { recursive: true });
  } catch (error) {
    if (saysDiskIsFull(String(error))) throw error;
    if (!/EEXIST|ENOTDIR/.test(String(error))) throw notOurs(wanted);
    throw new Trouble(`${wanted} cannot be the data folder: a file is in its place.`);
  }
  const folder = fs.realpathSync(wanted);
  mustBeWritable(folder);
  mustHaveSpace(folder);
  const lock = takeLock(lockFile(folder));
  if ('release' in lock) return { folder, ...lock };
  throw new Trouble(
    `Sabot is already running on the data folder ${folder} (process ${lock.holder}). Stop it first, or choose another folder with SABOT_DATA.`,
  );
}

/** True while a command has the folder. */
export const isInUse = (folder: string): boolean => lockHolder(lockFile(folder)) !== undefined;

/** Root may write everywhere. The database's own folder belongs to the database's user. */
function mustBeWritable(folder: string): void {
  for (const file of [folder, ...fs.readdirSync(folder).map((name) => path.join(folder, name))]) {
    try {
      fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
    } catch {
      throw notOurs(file);
    }
  }
}

function notOurs(file: string): Trouble {
  const owner = ask('stat', ['-c', '%U', file]);
  const me = os.userInfo().username;
  const why =
    owner === undefined || owner === me
      ? `cannot be written by the user ${me}`
      : `belongs to the user ${owner}, and we run as ${me}`;
  const remedy = 'Change its owner, or choose another folder with SABOT_DATA.';
  return new Trouble(`The data folder ${file} ${why}. ${remedy}`);
}

function mustHaveSpace(folder: string): void {
  const isUsed = fs.existsSync(path.join(folder, 'postgres'));
  const needed = isUsed ? SPACE_NEEDED_AGAIN_MB : SPACE_NEEDED_MB;
  const { bavail, bsize } = fs.statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / 2 ** 20);
  if (freeMb < needed) {
    throw new Trouble(
      `The disk that holds ${folder} is full: ${freeMb} MB are free, and the studio needs ${needed} MB. Make room, or choose another folder with SABOT_DATA.`,
    );
  }
}

let made = 0;

/**
 * Makes a folder in `parent`, named after its kind and this process, that lasts no longer than the
 * process: the next one sweeps up after a killed one.
 */
export function throwAwayFolder(parent: string, kind: string): string {
  fs.mkdirSync(parent, { recursive: true });
  sweep(parent, kind);
  made += 1;
  const folder = path.join(parent, [kind, process.pid, birth(process.pid), made].join('-'));
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o711); // root's Postgres is another user, who must come in
  return folder;
}

/** Removes a data folder and what its Postgres keeps elsewhere. */
export function removeDataFolder(folder: string): void {
  removeOutsideHome(folder);
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }); // a server may still write
}

function sweep(parent: string, kind: string): void {
  for (const name of fs.readdirSync(parent)) {
    const [, pid, born] = new RegExp(`^${kind}-(\\d+)-(\\w+)-\\d+$`).exec(name) ?? [];
    if (pid === undefined || birth(Number(pid)) === born) continue;
    const folder = path.join(parent, name);
    const isOurs = fs.statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (isOurs) removeDataFolder(folder);
  }
}

const birth = (pid: number): string | undefined => bornAt(pid)?.replace(/\W/g, '');
