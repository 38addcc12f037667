/**
 * Debian's packages for a machine that lacks them: fetched and unpacked into a folder, without root
 * and without installing anything.
 */
import fs from 'node:fs';
import path from 'node:path';
import { toolsFolder } from './data-folder.js';
import { ask, run } from './processes.js';

/** A program that was found, and what must be in its environment. */
export interface FoundProgram {
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  readonly trouble?: never;
}

/** Or a sentence that says why it cannot be had. */
export type Python = FoundProgram | { readonly trouble: string };

/** Redis, fetched. Undefined where it cannot be. */
export async function fetchRedis(signal?: AbortSignal): Promise<FoundProgram | undefined> {
  const folder = path.join(toolsFolder(), 'redis');
  const trouble = await unpack(folder, ['redis-server'], signal);
  if (trouble !== undefined) return undefined;
  const file = path.join(folder, 'usr/bin/redis-server');
  return { file, env: { LD_LIBRARY_PATH: librariesIn(folder) } };
}

/**
 * python3-socketio lets the user choose its transport: requests for polling, websocket for
 * WebSocket.
 */
const PYTHON_PACKAGES = ['python3-socketio', 'python3-requests', 'python3-websocket'];

/** Other Pythons on PATH know nothing of Debian's packages. */
const PYTHON = '/usr/bin/python3';
const IMPORTS = 'import socketio, requests, websocket';

/** A Python with socket.io's client: the system's own, or with what it lacks of it unpacked. */
export async function findPython(): Promise<Python> {
  const folder = path.join(toolsFolder(), 'python');
  if (ask(PYTHON, ['-c', IMPORTS]) !== undefined) return { file: PYTHON, env: {} };
  const trouble = await unpack(folder, PYTHON_PACKAGES, undefined);
  if (trouble !== undefined) return { trouble };
  const env = { PYTHONPATH: path.join(folder, 'usr/lib/python3/dist-packages') };
  if (fs.existsSync(PYTHON)) return { file: PYTHON, env };
  const file = path.join(folder, PYTHON);
  return { file, env: { ...env, LD_LIBRARY_PATH: librariesIn(folder) } };
}

/** A Prometheus with the tool that checks its rules, or a sentence that says why there is none. */
export type Prometheus =
  | (FoundProgram & { readonly promtool: string })
  | { readonly trouble: string };

/** The system's own, or Debian's, unpacked. */
export async function findPrometheus(): Promise<Prometheus> {
  const [file, promtool] = [ask('which', ['prometheus']), ask('which', ['promtool'])];
  if (file !== undefined && promtool !== undefined) {
    return { file: file.trim(), promtool: promtool.trim(), env: {} };
  }
  const folder = path.join(toolsFolder(), 'prometheus');
  const trouble = await unpack(folder, ['prometheus'], undefined);
  if (trouble !== undefined) return { trouble };
  const programOf = (name: string): string => path.join(folder, 'usr/bin', name);
  return { file: programOf('prometheus'), promtool: programOf('promtool'), env: {} };
}

/** All of it takes three seconds where the archive is near. Nobody waits longer than this. */
const APT_WITHIN_MS = 60_000;

/**
 * Fetches packages, and all of their dependencies that this system lacks, libraries too. With
 * lists, cache and locks of our own, apt works for any user; its sandbox, which has no effect for
 * others than root, could not enter here.
 */
const UNPACK = `
folder=$1 work=$2; shift 2
command -v apt-get >&2 && command -v dpkg-deb >&2 || { echo this system has no apt.; exit 1; }
mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
apt() {
  apt-get -qq -o Dir::State::lists="$work/lists" -o Dir::Cache="$work/cache" -o Debug::NoLocking=1 \\
    -o APT::Sandbox::User=root -o Acquire::Retries=0 -o Acquire::http::Timeout=10 "$@"
}
apt update
apt install -y --no-install-recommends --download-only "$@"
for deb in "$work"/cache/archives/*.deb; do dpkg-deb -x "$deb" "$work/root"; done
[ -e "$folder" ] || mv "$work/root" "$folder"`;

/** Unpacks `packages` into `folder`, unless it is there. Returns undefined, or why it cannot. */
async function unpack(
  folder: string,
  packages: readonly string[],
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (fs.existsSync(folder)) return undefined;
  const work = `${folder}.fetching-${process.pid}`;
  const args = ['-ec', UNPACK, 'sh', folder, work, ...packages];
  try {
    const { code, output } = await run('sh', args, { signal, timeoutMs: APT_WITHIN_MS });
    if (code === 0) return undefined;
    return output.trim().split('\n').at(-1) || 'it did not end in time.';
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

/** Wherever the unpacked packages keep their libraries, for LD_LIBRARY_PATH. */
const librariesIn = (folder: string): string =>
  [
    ask('find', [folder, '-maxdepth', '3', '-type', 'd', '-path', '*/lib*'])?.replaceAll('\n', ':'),
    process.env['LD_LIBRARY_PATH'],
  ]
    .filter(Boolean)
    .join(':');
