/** Debian's Redis for a machine that has none: fetched and unpacked into a folder, without root and without installing it. */
import fs from 'node:fs';
import path from 'node:path';
import { onPath, run } from './processes.mjs';

/** The whole of it takes three seconds where the archive is near; nobody waits longer than this. */
const APT_WITHIN_MS = 30_000;

/**
 * Returns `{ file, env }`, or undefined where there is no apt, no network, or no such package.
 */
export async function fetchRedis({ folder, signal }) {
  if (!fs.existsSync(folder)) {
    const work = `${folder}.fetching-${process.pid}`;
    try {
      if (!(await fetchInto(work, signal))) return undefined;
      if (!fs.existsSync(folder)) fs.renameSync(path.join(work, 'root'), folder);
    } finally {
      fs.rmSync(work, { recursive: true, force: true });
    }
  }
  const file = path.join(folder, 'usr/bin/redis-server');
  return fs.existsSync(file) ? { file, env: { LD_LIBRARY_PATH: libraries(folder) } } : undefined;
}

/** With package lists, cache and locks of our own, apt works for any user. */
async function fetchInto(work, signal) {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return false;
  const debs = path.join(work, 'cache/archives');
  for (const dir of [path.join(work, 'lists/partial'), path.join(debs, 'partial')]) {
    fs.mkdirSync(dir, { recursive: true });
  }
  const options = {
    'Dir::State::lists': path.join(work, 'lists'),
    'Dir::Cache': path.join(work, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': 'root', // without effect for others, and root's helper could not enter
    'Acquire::Retries': '0',
    'Acquire::http::Timeout': '10',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  const apt = async (...args) =>
    (await run('apt-get', ['-qq', ...flags, ...args], { signal, timeoutMs: APT_WITHIN_MS }))
      .code === 0;

  if (!(await apt('update'))) return false;
  // Downloads what this system lacks for it, libraries too; installs nothing.
  if (!(await apt('install', '-y', '--no-install-recommends', '--download-only', 'redis-server'))) {
    return false;
  }
  for (const deb of fs.readdirSync(debs).filter((name) => name.endsWith('.deb'))) {
    const args = ['-x', path.join(debs, deb), path.join(work, 'root')];
    if ((await run('dpkg-deb', args, { signal })).code !== 0) return false;
  }
  return fs.existsSync(path.join(work, 'root'));
}

/** Wherever the unpacked packages keep their libraries. */
function libraries(folder) {
  const tops = ['usr/lib', 'lib'].map((name) => path.join(folder, name)).filter(fs.existsSync);
  const inner = tops.flatMap((top) =>
    fs
      .readdirSync(top, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(top, entry.name)),
  );
  return [...inner, ...tops, process.env.LD_LIBRARY_PATH].filter(Boolean).join(path.delimiter);
}
