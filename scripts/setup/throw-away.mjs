/**
 * Folders that last no longer than the process that made them: the next one sweeps up after a
 * killed one.
 */
import fs from 'node:fs';
import path from 'node:path';
import { removeOutsideHome } from './postgres-home.mjs';
import { bornAt } from './processes.mjs';

/** A server that is just going may still write. */
const REMOVAL = { recursive: true, force: true, maxRetries: 5 };

let made = 0;

/** Makes a folder in `parent`, named after its kind and this process. */
export function throwAwayFolder(parent, kind) {
  fs.mkdirSync(parent, { recursive: true });
  sweep(parent, kind);
  made += 1;
  const folder = path.join(parent, [kind, process.pid, birth(process.pid), made].join('-'));
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o711); // root's Postgres is another user, who must come in
  return folder;
}

/** Removes a data folder and what its Postgres keeps elsewhere. */
export function removeDataFolder(folder) {
  if (fs.existsSync(folder)) removeOutsideHome(fs.realpathSync(folder));
  fs.rmSync(folder, REMOVAL);
}

function sweep(parent, kind) {
  for (const name of fs.readdirSync(parent)) {
    const [, pid, born] = new RegExp(`^${kind}-(\\d+)-(\\w+)-\\d+$`).exec(name) ?? [];
    if (pid === undefined || birth(pid) === born) continue;
    const folder = path.join(parent, name);
    const isOurs = fs.statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();
    if (isOurs) removeDataFolder(folder);
  }
}

const birth = (pid) => bornAt(pid)?.replace(/\W/g, '');
