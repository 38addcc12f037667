/**
 * Starting, waiting for and ending other programs, none of which outlives the process that started
 * it.
 */
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './paths.mjs';

/**
 * Starts a program in a process group of its own, so that a Ctrl-C in the terminal reaches only the
 * command, which then stops everything in the right order. `onLoss` says how the program ends
 * should this process be killed: the first signal and after how many seconds (see `tether`).
 * `exited` resolves to `{ code, signal }`.
 */
export function start(file, args, { onLoss = { signal: 'TERM', afterSeconds: 0 }, ...options }) {
  const child = spawn(file, args, { cwd: ROOT, detached: true, ...options });
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  exited.catch(() => {}); // a program that cannot be started is reported to whoever awaits it
  if (child.pid !== undefined) {
    const untie = tether(options.detached === false ? child.pid : -child.pid, onLoss);
    child.once('exit', untie);
  }
  return { child, exited };
}

/**
 * Ends a process (or a whole group: a negative pid) when this process is gone, even by kill -9: a
 * shell waits on a pipe that only we hold open. It asks first, and six seconds later insists.
 */
function tether(pid, { signal, afterSeconds }) {
  const script = `
    cat >/dev/null
    sleep ${afterSeconds}
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
  // Without a shell there is no tether. The next start clears up instead.
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  shell.stdin.unref();
  return () => {
    try {
      process.kill(-shell.pid, 'SIGKILL');
    } catch {
      // It has gone already.
    }
  };
}

/**
 * Asks with each signal in turn, waiting the given time after each, until the program has ended.
 */
export async function end({ child, exited }, askings) {
  for (const [signal, waitMs] of askings) {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await Promise.race([exited, sleep(waitMs, undefined, { ref: false })]).catch(() => {});
  }
  await exited.catch(() => {});
}

/**
 * Runs a program to its end and returns `{ code, signal, output }`; never rejects for its exit
 * code. With `show` its output goes to the terminal instead of `output`; with `ask` it has our
 * input, too, and stays in the foreground. It is ended when the time is up, or when
 * `isHopeless(output)`.
 */
export async function run(
  file,
  args,
  { signal, timeoutMs, isHopeless, show = false, ask = false, env, ...options } = {},
) {
  signal?.throwIfAborted();
  const program = start(file, args, {
    ...options,
    env: { ...process.env, ...env },
    ...(ask && { detached: false }),
    stdio: [ask ? 'inherit' : 'ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
  });
  const { child, exited } = program;
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (isHopeless?.(output)) giveUp();
    });
  }
  const closed = new Promise((resolve) => child.once('close', resolve));
  const killGroup = (name) => {
    try {
      process.kill(ask ? child.pid : -child.pid, name);
    } catch {
      // The whole group has gone already.
    }
  };
  let insisting;
  const giveUp = () => {
    if (insisting !== undefined) return;
    killGroup('SIGTERM');
    insisting = setTimeout(killGroup, 3_000, 'SIGKILL').unref();
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(giveUp, timeoutMs);
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const result = await exited;
    await closed;
    signal?.throwIfAborted();
    return { ...result, output };
  } finally {
    clearTimeout(timer);
    clearTimeout(insisting);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** Runs a program that answers at once; undefined when it failed or cannot be had. */
export function ask(file, args, options) {
  const { status, stdout } = spawnSync(file, args, {
    encoding: 'utf8',
    timeout: 10_000,
    stdio: ['ignore', 'pipe', 'ignore'],
    ...options,
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** The first of these programs that PATH knows, as a full path. */
export function onPath(...names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(path.isAbsolute);
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

/** Waits until `test()` gives something truthy and returns it; undefined when the time is up. */
export async function waitUntil(test, { signal, timeoutMs, everyMs = 25 }) {
  for (const endAt = Date.now() + timeoutMs; ;) {
    const answer = await test();
    if (answer) return answer;
    if (Date.now() > endAt) return undefined;
    await sleep(everyMs, undefined, { signal });
  }
}

/** True when `test()` said yes; false when the program ended before, or the time was up. */
export async function isReady({ exited }, test, options) {
  let hasEnded = false;
  const noteEnd = () => (hasEnded = true);
  exited.then(noteEnd, noteEnd);
  const answer = async () => (hasEnded ? 'ended' : (await test()) && 'ready');
  return (await waitUntil(answer, options)) === 'ready';
}

/**
 * When a process was born, in the system's own notation; undefined when it is gone. With the pid it
 * names one process for ever, although pids come round again.
 */
export function bornAt(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; after it come the state and 18 more fields.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return fs.existsSync('/proc/self/stat') ? undefined : ask('ps', ['-o', 'lstart=', '-p', pid]);
  }
}

/** The command line of a running process; undefined when it is gone or not ours to see. */
export function commandLine(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return ask('ps', ['-o', 'command=', '-p', pid]);
  }
}

/** Ends a process that an earlier, killed command left behind. */
export async function endStranger(pid, askings, { signal } = {}) {
  for (const [name, waitMs] of askings) {
    try {
      process.kill(pid, name);
    } catch {
      return;
    }
    const isGone = () => bornAt(pid) === undefined;
    if (await waitUntil(isGone, { signal, timeoutMs: waitMs })) return;
  }
}
