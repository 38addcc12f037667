/** A lock file that names its holder; one left behind by a killed process does not count. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Trouble } from './trouble.mjs';

/**
 * When a process was born, in the system's own notation; undefined when it is gone. With the pid it
 * names one process for ever, although pids come round again.
 * @param {number} pid
 * @returns {string | undefined}
 */
export function bornAt(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; after it come the state and 18 more fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    if (fs.existsSync('/proc/self/stat')) return undefined;
    return spawnSync('ps', ['-o', 'lstart=', '-p', `${pid}`], { encoding: 'utf8' }).stdout.trim();
  }
}

/**
 * Takes the lock, and returns how to release it and whether a killed process had left it behind; or
 * the pid of the living process that holds it.
 * @param {string} file
 * @returns {{ release: () => void, wasLeftBehind: boolean } | { holder: number }}
 */
export function takeLock(file) {
  for (let wasLeftBehind = false; ; wasLeftBehind = true) {
    try {
      placeLock(file);
      return { release: () => fs.rmSync(file, { force: true }), wasLeftBehind };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = lockHolder(file);
    if (holder !== undefined) return { holder };
    removeStale(file);
  }
}

/**
 * Whole at once: nobody reads a lock that does not name its holder yet.
 * @param {string} file
 */
function placeLock(file) {
  const own = `${file}.${process.pid}`;
  nameHolder(own, process.pid);
  try {
    fs.linkSync(own, file);
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/**
 * Of two who find it stale at once, one may already hold it anew when the other takes it away: it
 * is put back.
 * @param {string} file
 */
function removeStale(file) {
  const moved = `${file}.${process.pid}.stale`;
  try {
    fs.renameSync(file, moved);
    if (lockHolder(moved) !== undefined) fs.linkSync(moved, file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ENOENT' && code !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(moved, { force: true });
  }
}

/**
 * Writes into `file` which process it is about.
 * @param {string} file
 * @param {number} pid
 */
export const nameHolder = (file, pid) =>
  fs.writeFileSync(file, JSON.stringify({ pid, born: bornAt(pid) }), { mode: 0o600 });

/**
 * The pid of the living process that the file names, or undefined.
 * @param {string} file
 * @returns {number | undefined}
 */
export function lockHolder(file) {
  try {
    const { pid, born } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return born && bornAt(pid) === born ? pid : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Waits until no other command installs or builds in the clone at `root`, and returns how to let
 * the next one in. The lock lies outside the clone: `npm ci` and a build empty their folders there.
 * @param {string} root
 * @param {AbortSignal} [signal]
 */
export async function takeTurn(root, signal) {
  const clone = createHash('sha256').update(path.resolve(root)).digest('hex').slice(0, 12);
  const file = path.join(os.tmpdir(), `sabot-build-${process.getuid?.() ?? ''}-${clone}.lock`);
  for (const endAt = Date.now() + 300_000; Date.now() < endAt;) {
    const lock = takeLock(file);
    if ('release' in lock) return lock.release;
    await sleep(200, undefined, { signal });
  }
  throw new Trouble(`Another command has been building this clone for five minutes (${file}).`);
}
