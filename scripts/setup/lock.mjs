/** A lock file that names its holder; one left behind by a killed process does not count. */
import fs from 'node:fs';
import { bornAt } from './processes.mjs';

/**
 * Returns `{ release, wasLeftBehind }`, or `{ holder }` (a pid) when a living process has the lock.
 */
export function takeLock(file) {
  const mine = JSON.stringify({ pid: process.pid, born: bornAt(process.pid) });
  let wasLeftBehind = false;
  for (;;) {
    try {
      fs.writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
      return { release: () => fs.rmSync(file, { force: true }), wasLeftBehind };
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const holder = lockHolder(file);
    if (holder !== undefined) return { holder };
    fs.rmSync(file, { force: true });
    wasLeftBehind = true;
  }
}

/** The pid of the living process that holds the lock, or undefined. */
export function lockHolder(file) {
  try {
    const { pid, born } = JSON.parse(fs.readFileSync(file, 'utf8'));
    return born !== undefined && bornAt(pid) === born ? pid : undefined;
  } catch {
    return undefined;
  }
}
