/**
 * The folder that holds everything a start keeps: found, checked, and taken by one command at a
 * time.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockHolder, takeLock } from './lock.mjs';
import { ROOT } from './paths.mjs';
import { Trouble, diskIsFull } from './trouble.mjs';

/** A new database cluster takes some 60 MB, its first write-ahead logs as much again. */
const SPACE_NEEDED_MB = 200;
const SPACE_NEEDED_AGAIN_MB = 50;

/** `.data` in the project, or where SABOT_DATA says. */
export const dataFolder = () => path.resolve(ROOT, process.env.SABOT_DATA || '.data');

/** Fetched programs are shared by all the throw-away folders of the tests. */
export const toolsFolder = () => path.join(dataFolder(), 'tools');

const lockFile = (folder) => path.join(folder, 'lock');

/**
 * Makes the folder where it is missing and takes it for this command. Returns its real path,
 * `release`, and whether the last holder was killed before it could let go.
 */
export function openDataFolder(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
  } catch (error) {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR') {
      throw new Trouble(`${folder} cannot be the data folder: a file is in its place.`);
    }
    throw notOurs(folder, error);
  }
  const real = fs.realpathSync(folder);
  mustBeWritable(real);
  mustHaveSpace(real);
  const { holder, release, wasLeftBehind } = takeLock(lockFile(real));
  if (holder !== undefined) {
    throw new Trouble(
      `Sabot is already running on the data folder ${real} (process ${holder}). Stop it first, or choose another folder with SABOT_DATA.`,
    );
  }
  return { folder: real, release, wasLeftBehind };
}

/** The pid of the command that has the folder at present, or undefined. */
export const folderHolder = (folder) => lockHolder(lockFile(folder));

function mustBeWritable(folder) {
  const entries = fs.readdirSync(folder).map((name) => path.join(folder, name));
  for (const file of [folder, ...entries]) {
    // As root we are let in everywhere; the database's own folder belongs to the database's user.
    try {
      fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
    } catch (error) {
      throw notOurs(file, error);
    }
  }
}

function notOurs(file, error) {
  if (saysNoSpace(error)) return diskIsFull(file);
  if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) return error;
  const me = os.userInfo().username;
  const remedy = 'Change its owner, or choose another folder with SABOT_DATA.';
  if (error.code === 'EROFS') return new Trouble(`${file} lies on a read-only disk. ${remedy}`);
  const owner = ownerName(file);
  return owner === undefined || owner === me
    ? new Trouble(`The data folder ${file} cannot be written by the user ${me}. ${remedy}`)
    : new Trouble(
        `The data folder ${file} belongs to the user ${owner}, and we run as ${me}. ${remedy}`,
      );
}

const saysNoSpace = (error) => error.code === 'ENOSPC' || error.code === 'EDQUOT';

function ownerName(file) {
  let uid;
  try {
    uid = fs.statSync(file).uid;
  } catch {
    return undefined;
  }
  try {
    const users = fs.readFileSync('/etc/passwd', 'utf8').split('\n');
    return users.map((line) => line.split(':')).find((user) => user[2] === String(uid))[0];
  } catch {
    return `number ${uid}`;
  }
}

function mustHaveSpace(folder) {
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
