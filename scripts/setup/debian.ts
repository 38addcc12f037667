/**
 * Debian's packages for a machine that lacks them: fetched and unpacked into a folder, without root
 * and without installing anything.
 */
import fs from 'node:fs';
import path from 'node:path';
import { toolsFolder } from './data-folder.js';
import { ask, onPath, run } from './processes.js';

/** A program that was found, and what must be in its environment. */
export interface Found {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly trouble?: never;
}

/** A sentence that says why it cannot be had. */
interface Missing {
  readonly trouble: string;
}

export type Python = Found | Missing;

interface Where {
  readonly folder?: string;
  readonly signal?: AbortSignal | undefined;
}

/** Redis, fetched where there is none; or why it cannot be. */
export async function fetchRedis({ signal }: Where): Promise<Found | Missing> {
  const folder = path.join(toolsFolder(), 'redis');
  const trouble = await unpack(folder, ['redis-server'], signal);
  if (trouble !== undefined) return { trouble };
  const file = path.join(folder, 'usr/bin/redis-server');
  return { file, env: { LD_LIBRARY_PATH: librariesIn(folder) } };
}

/**
 * python3-socketio leaves it to us what carries it: requests for polling, websocket for WebSocket.
 */
const PYTHON_PACKAGES = ['python3-socketio', 'python3-requests', 'python3-websocket'];

/** Other Pythons on PATH know nothing of Debian's packages. */
const PYTHON = '/usr/bin/python3';
const IMPORTS = 'import socketio, requests, websocket';

/** A Python with socket.io's client: the system's own, or with what it lacks of it unpacked. */
export async function findPython({
  folder = path.join(toolsFolder(), 'python'),
  signal,
}: Where = {}): Promise<Python> {
  if (ask(PYTHON, ['-c', IMPORTS]) !== undefined) return { file: PYTHON, env: {} };
  const trouble = await unpack(folder, PYTHON_PACKAGES, signal);
  if (trouble !== undefined) return { trouble };
  const env = { PYTHONPATH: path.join(folder, 'usr/lib/python3/dist-packages') };
  if (fs.existsSync(PYTHON)) return { file: PYTHON, env };
  const file = path.join(folder, PYTHON);
  return { file, env: { ...env, LD_LIBRARY_PATH: librariesIn(folder) } };
}

/** The whole of it takes three seconds where the archive is near; nobody waits longer than this. */
const APT_WITHIN_MS = 30_000;

/**
 * Unpacks `packages`, and all of their dependencies that this system lacks, into `folder`, unless
 * it is there. Returns undefined, or why they cannot be had.
 */
async function unpack(
  folder: string,
  packages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
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
async function fetchInto(
  work: string,
  packages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!onPath('apt-get') || !onPath('dpkg-deb')) return 'this system has no apt.';
  const debs = path.join(work, 'cache/archives');
  for (const dir of [path.join(work, 'lists/partial'), path.join(debs, 'partial')]) {
    fs.mkdirSync(dir, { recursive: true });
  }
  const flags = [
    `Dir::State::lists=${path.join(work, 'lists')}`,
    `Dir::Cache=${path.join(work, 'cache')}`,
    'Debug::NoLocking=1',
    'APT::Sandbox::User=root', // without effect for others, and root's own could not enter
    'Acquire::Retries=0',
    'Acquire::http::Timeout=10',
  ].flatMap((option) => ['-o', option]);
  const tool = async (file: string, ...args: readonly string[]): Promise<string | undefined> => {
    const { code, output } = await run(file, args, { signal, timeoutMs: APT_WITHIN_MS });
    const last = output.trim().split('\n').at(-1) || 'it did not end in time.';
    return code === 0 ? undefined : `${file} ${args.at(-1)} failed: ${last}`;
  };

  // Downloads what this system lacks for them, libraries too; installs nothing.
  const download = ['install', '-y', '--no-install-recommends', '--download-only', ...packages];
  const trouble =
    (await tool('apt-get', '-qq', ...flags, 'update')) ??
    (await tool('apt-get', '-qq', ...flags, ...download));
  if (trouble !== undefined) return trouble;
  for (const deb of fs.readdirSync(debs).filter((name) => name.endsWith('.deb'))) {
    const fault = await tool('dpkg-deb', '-x', path.join(debs, deb), path.join(work, 'root'));
    if (fault !== undefined) return fault;
  }
  return fs.existsSync(path.join(work, 'root')) ? undefined : 'apt-get fetched no package.';
}

/** Wherever the unpacked packages keep their libraries, for LD_LIBRARY_PATH. */
function librariesIn(folder: string): string {
  const tops = ['usr/lib', 'lib'].map((name) => path.join(folder, name)).filter(fs.existsSync);
  const inner = tops.flatMap((top) =>
    fs
      .readdirSync(top, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(top, entry.name)),
  );
  const set = process.env['LD_LIBRARY_PATH'];
  return [...inner, ...tops, ...(set ? [set] : [])].join(path.delimiter);
}
