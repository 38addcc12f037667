/** The studio under test as the real process, `node dist/main.js`, and the ways to hurt it. */
import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { type Socket, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TableList } from '../../src/protocol/http.js';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const READY_WITHIN_MS = 60_000;

export type Env = Readonly<Record<string, string>>;

/** A studio that serves, in a process of its own or in the one of the test. */
export interface Studio {
  readonly url: string;
  /** The operator's own port: metrics, health and /docs. */
  readonly operationsUrl: string;
  /** All that it has written so far. */
  readonly log: string;
  isReady(): Promise<boolean>;
  /** Stops it in good order, as an operator does. */
  stop(): Promise<unknown>;
}

/** The tables that the studio runs, as it says itself. */
export const tablesRunBy = async (
  { url, operationsUrl }: Studio,
  signal?: AbortSignal,
): Promise<readonly string[]> => {
  const answer = await fetch(`${operationsUrl}/health/tables`, signal && { signal });
  if (answer.ok) return ((await answer.json()) as { readonly tables: readonly string[] }).tables;
  // A version of before 0.2 names a phase of its own tables alone.
  const tables = (await (await fetch(`${url}/tables`)).json()) as TableList;
  return tables.flatMap(({ table, phase }) => (phase === null ? [] : [table]));
};

/** How a process ended, and how long after it was asked to. */
interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly tookMs: number;
}

/**
 * Ends every studio that is left when the test worker has ended, however that happened. A shell
 * reads the pids, and then the end, of a pipe that only the worker holds.
 */
const WATCHMAN = `
pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
kill -KILL $pids 2>/dev/null`;

let watchman: ChildProcess | undefined;

const note = (sign: '+' | '-', pid: number | undefined): void => {
  if (watchman === undefined) {
    const stdio: StdioOptions = ['pipe', 'ignore', 'ignore'];
    watchman = spawn('sh', ['-c', WATCHMAN], { cwd: '/', detached: true, stdio });
    watchman.unref();
    (watchman.stdin as Socket).unref();
  }
  watchman.stdin?.write(`${sign} ${pid}\n`);
};

export class StudioProcess implements Studio {
  /** All that the process has written, stdout and stderr. */
  log = '';
  readonly #child: ChildProcess;
  readonly #ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;

  private constructor(
    readonly url: string,
    readonly operationsUrl: string,
    env: Env,
    main: string,
  ) {
    const { PATH = '', HOME = '' } = process.env;
    this.#child = spawn(process.execPath, [main], {
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { pid, stdout, stderr } = this.#child;
    note('+', pid);
    const read = (text: Buffer) => (this.log += text.toString());
    stdout?.on('data', read);
    stderr?.on('data', read);
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        note('-', pid);
        resolve({ code, signal });
      });
    });
  }

  /** Resolves when the studio answers, and runs every table that was free. */
  static async start(env: Env, main = MAIN): Promise<StudioProcess> {
    const studio = await StudioProcess.launch(env, main);
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await studio.isReady())) {
      if (studio.hasEnded || performance.now() > deadline) {
        await studio.kill();
        throw new Error(`the studio did not start:\n${studio.log}`);
      }
      await pause(20);
    }
    return studio;
  }

  /** Without waiting for anything: for a studio that should refuse to start. */
  static async launch(env: Env, main = MAIN): Promise<StudioProcess> {
    const [port, operations] = await Promise.all([freePort(), freePort()]);
    const [url, operationsUrl] = [port, operations].map((each) => `http://127.0.0.1:${each}`);
    const all = {
      HOST: '127.0.0.1',
      PORT: String(port),
      OPERATIONS_PORT: String(operations),
      ...env,
    };
    return new StudioProcess(url!, operationsUrl!, all, main);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Resolves when the process answers, ready or not. */
  async lives(): Promise<void> {
    const isAlive = async () => (await fetch(`${this.url}/health`).catch(() => undefined))?.ok;
    await eventually('the studio lives', isAlive, { withinMs: READY_WITHIN_MS });
  }

  async isReady(): Promise<boolean> {
    try {
      const { ok } = await fetch(`${this.url}/health/ready`, {
        signal: AbortSignal.timeout(10_000),
      });
      return ok;
    } catch {
      return false;
    }
  }

  /** Resolves when the process has ended, whatever ended it. */
  async ended(): Promise<Ending> {
    const startedAt = performance.now();
    const { code, signal } = await this.#ended;
    return { code, signal, tookMs: performance.now() - startedAt };
  }

  /** `kill -9`: nothing of the process runs any more when this resolves. */
  kill(): Promise<Ending> {
    this.#child.kill('SIGKILL');
    return this.ended();
  }

  /** SIGTERM, as an operator's rollout does. */
  stop(): Promise<Ending> {
    this.#child.kill('SIGTERM');
    return this.ended();
  }

  /** SIGSTOP: the process neither runs nor ends, as under a long pause of its machine. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }
}

export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Asks again and again until `answer` is neither undefined nor false. For what has no message, such
 * as a row in Postgres.
 */
export const eventually = async <T>(
  what: string,
  answer: () => T | Promise<T>,
  { withinMs = 60_000, everyMs = 5 } = {},
): Promise<Exclude<T, undefined | false>> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await answer();
    if (value !== undefined && value !== false) return value as Exclude<T, undefined | false>;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${withinMs} ms`);
    await pause(everyMs);
  }
};

/**
 * Below the ports that the system gives to outgoing connections, which could take one before its
 * studio does. Each test worker has its own.
 */
const FIRST_PORT = 20_000;
const PORTS_PER_WORKER = 5_000;
let portsTaken = Math.floor(Math.random() * PORTS_PER_WORKER);

export const freePort = async (): Promise<number> => {
  const worker = (Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % 2;
  for (;;) {
    portsTaken += 1;
    const port = FIRST_PORT + worker * PORTS_PER_WORKER + (portsTaken % PORTS_PER_WORKER);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
