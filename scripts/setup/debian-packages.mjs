/**
 * Debian's packages for a machine that lacks them: fetched and unpacked into a folder, without root
 * and without installing anything.
 */
import fs from 'node:fs';
import path from 'node:path';
import { onPath, run } from './processes.mjs';

/** The whole of it takes three seconds where the archive is near; nobody waits longer than this. */
const APT_WITHIN_MS = 30_000;

/**
 * Unpacks `packages`, and all of their dependencies that this system lacks, into `folder`, unless
 * it is there. Returns undefined, or a sentence that says why they cannot be had: there is no apt,
 * no network, or no such package.
 */
export async function unpackDebian({ folder, packages, signal }) {
  if (fs.existsSync(folder)) return undefined;
  const work = `${folder}.fetching-${process.pid}`;
  try {
    const trouble = await fetchInto(work, packages, signal);
    if (trouble === undefined && !fs.existsSync(folder)) {
      fs.renameSync(path.join(work, 'root'), folder);
    }
    return trouble;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** With package lists, cache and locks of our own, apt works for any user. */
async function fetchInto(work, packages, signal) {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return 'this system has no apt.';
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
  const apt = async (...args) => {
    const timeoutMs = APT_WITHIN_MS;
    const { code, output } = await run('apt-get', ['-qq', ...flags, ...args], {
      signal,
      timeoutMs,
    });
    return code === 0 ? undefined : `apt-get ${args[0]} failed: ${lastLine(output)}`;
  };

  // Downloads what this system lacks for them, libraries too; installs nothing.
  const download = ['install', '-y', '--no-install-recommends', '--download-only', ...packages];
  const trouble = (await apt('update')) ?? (await apt(...download));
  if (trouble !== undefined) return trouble;
  for (const deb of fs.readdirSync(debs).filter((name) => name.endsWith('.deb'))) {
    const args = ['-x', path.join(debs, deb), path.join(work, 'root')];
    const { code, output } = await run('dpkg-deb', args, { signal });
    if (code !== 0) return `dpkg-deb failed: ${lastLine(output)}`;
  }
  return fs.existsSync(path.join(work, 'root')) ? undefined : 'apt-get fetched no package.';
}

const lastLine = (output) => output.trim().split('\n').at(-1) || 'it did not end in time.';

/** Wherever the unpacked packages keep their libraries, for LD_LIBRARY_PATH. */
export function librariesIn(folder) {
  const tops = ['usr/lib', 'lib'].map((name) => path.join(folder, name)).filter(fs.existsSync);
  const inner = tops.flatMap((top) =>
    fs
      .readdirSync(top, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(top, entry.name)),
  );
  return [...inner, ...tops, process.env.LD_LIBRARY_PATH].filter(Boolean).join(path.delimiter);
}
