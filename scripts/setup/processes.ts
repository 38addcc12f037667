/**
 * Starting, waiting for and ending other programs. None of them outlives the process that started
 * it.
 */
import {
  type ChildProcess,
  type SpawnOptions,
  type StdioOptions,
  spawn,
  spawnSync,
} from 'node:child_process';
import fs from 'node:fs';
import { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockHolder } from './lock.mjs';
import { ROOT } from './paths.js';

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program that runs, and says in its log what it has to say. */
export interface Running {
  readonly exited: Promise<Exit>;
  readonly stop: () => Promise<void>;
  readonly logFile: string;
}

/** Signals, and how long each is given to work. */
export type Askings = readonly (readonly [signal: NodeJS.Signals, waitMs: number])[];

interface Patience {
  readonly timeoutMs: number;
  readonly everyMs?: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches only the
 * command, which then stops everything in the right order. Should this process be killed, the
 * program hears `onLoss` after a head start for others.
 */
function start(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
  onLoss: NodeJS.Signals = 'SIGTERM',
  headStartS = 0,
): { readonly child: ChildProcess; readonly exited: Promise<Exit> } {
  const child = spawn(file, args, { cwd: ROOT, detached: true, ...options });
  const exited = new Promise<Exit>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  exited.catch(() => {}); // a program that cannot be started is reported to whoever awaits it
  if (child.pid !== undefined) {
    const pid = options.detached === false ? child.pid : -child.pid;
    child.once('exit', tether(pid, onLoss.slice('SIG'.length), headStartS));
  }
  return { child, exited };
}

/**
 * Ends a process (or a whole group: a negative pid) when this process is gone, even by kill -9: a
 * shell waits on a pipe that only we hold open. It asks first, and six seconds later insists.
 */
function tether(pid: number, signal: string, headStartS: number): () => void {
  const script = `
    cat >/dev/null
    sleep ${headStartS}
    kill -s ${signal} -- ${pid} || exit
    for second in 1 2 3 4 5 6; do
      sleep 1
      kill -s 0 -- ${pid} || exit
    done
    kill -s KILL -- ${pid}`;
  const shell = spawn('sh', ['-c', script], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {}); // without a shell the next start clears up instead
  shell.stdin.on('error', () => {});
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  return () => shell.pid !== undefined && kill(-shell.pid, 'SIGKILL');
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has gone already.
  }
}

export interface Wishes extends Pick<SpawnOptions, 'cwd' | 'uid' | 'gid' | 'env'> {
  readonly logFile: string;
  /** How it is stopped. */
  readonly askings: Askings;
  /** It has the terminal and receives its Ctrl-C. Only what it complains of goes to the log. */
  readonly foreground?: boolean;
  /** Should this process be killed: how many seconds the others have to go before this one. */
  readonly headStartS?: number;
}

/** Starts a program that goes on until it is stopped. */
export function startLogged(
  file: string,
  args: readonly string[],
  { logFile, askings, foreground = false, headStartS, ...options }: Wishes,
): Running & { readonly pid: number | undefined } {
  const log = fs.openSync(logFile, 'a', 0o600);
  const stdio: StdioOptions = foreground ? ['inherit', 'inherit', log] : ['ignore', log, log];
  const detached = !foreground;
  const firstSignal = askings[0]?.[0];
  const { child, exited } = start(
    file,
    args,
    { ...options, detached, stdio },
    firstSignal,
    headStartS,
  );
  fs.closeSync(log);
  const stop = async (): Promise<void> => {
    for (const [signal, waitMs] of askings) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill(signal);
      await Promise.race([exited, sleep(waitMs, undefined, { ref: false })]).catch(() => {});
    }
    await exited.catch(() => {});
  };
  return { pid: child.pid, exited, stop, logFile };
}

/**
 * Waits until `test()` says that the program is ready. One that ended before, or took too long, is
 * stopped, and the answer is false; so it is after an abort, which rejects.
 */
export async function comesUp(
  { exited, stop }: Running,
  test: () => boolean | Promise<boolean>,
  patience: Patience,
): Promise<boolean> {
  let hasEnded = false;
  const noteEnd = (): void => void (hasEnded = true);
  exited.then(noteEnd, noteEnd);
  let isReady = false;
  try {
    await waitUntil(async () => hasEnded || (isReady = await test()), patience);
    return isReady;
  } finally {
    if (!isReady) await stop();
  }
}

interface RunOptions extends SpawnOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
  /** Its output goes to the terminal instead of `output`. */
  readonly show?: boolean;
  /** It has our input and stays in the foreground. */
  readonly ask?: boolean;
}

/**
 * Runs a program to its end. Never rejects for its exit code. It is ended when the time is up, or
 * when `signal` is aborted, which rejects.
 */
export async function run(
  file: string,
  args: readonly string[],
  options: RunOptions,
): Promise<Exit & { readonly output: string }> {
  const { signal, timeoutMs, show = false, ask = false, env, ...rest } = options;
  signal?.throwIfAborted();
  const { child, exited } = start(file, args, {
    ...rest,
    env: { ...process.env, ...env },
    detached: !ask,
    stdio: [ask ? 'inherit' : 'ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const closed = new Promise((resolve) => child.once('close', resolve));
  const pid = (child.pid ?? 0) * (ask ? 1 : -1); // the whole group
  let insisting: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    if (insisting !== undefined || pid === 0) return;
    kill(pid, 'SIGTERM');
    insisting = setTimeout(kill, 3_000, pid, 'SIGKILL').unref();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const exit = await exited;
    await closed;
    signal?.throwIfAborted();
    return { ...exit, output };
  } finally {
    clearTimeout(timer);
    clearTimeout(insisting);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Runs a program that answers at once. Undefined when it failed or does not exist. */
export function ask(
  file: string,
  args: readonly string[],
  options: SpawnOptions = {},
): string | undefined {
  const { status, stdout } = spawnSync(file, args, {
    ...options,
    encoding: 'utf8',
    timeout: 30_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** The first of these programs that PATH knows, as a full path. */
export function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => path.isAbsolute(folder));
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((file) => {
    try {
      fs.accessSync(file, fs.constants.X_OK);
      return fs.statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

/** Waits until `test()` returns true. False when the time is up. */
export async function waitUntil(
  test: () => boolean | Promise<boolean>,
  { signal, timeoutMs, everyMs = 25 }: Patience,
): Promise<boolean> {
  for (const endAt = Date.now() + timeoutMs; ;) {
    if (await test()) return true;
    if (Date.now() > endAt) return false;
    await sleep(everyMs, undefined, { signal });
  }
}

/** Ends the program that a killed command left behind, if `file` names one (see lock.mjs). */
export async function endLeftBehind(file: string, askings: Askings): Promise<void> {
  for (const [signal, waitMs] of askings) {
    const pid = lockHolder(file);
    if (pid === undefined) return;
    kill(pid, signal);
    await waitUntil(() => lockHolder(file) === undefined, { timeoutMs: waitMs });
  }
}
