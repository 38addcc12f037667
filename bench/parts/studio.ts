/** The studio as it ships, `node dist/main.js`, for a bench that starts and kills it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import type { Gauge } from './gauge.js';
import { GAUGED, gaugeOf } from './gauged.js';

const MAIN = path.resolve('dist/main.js');
/** Below the ports that the system gives to outgoing connections. */
const FIRST_PORT = 21_000;
/** As in src/config.ts. */
const OPERATIONS_ABOVE = 6_000;
const EVERY_MS = 5;
const PATIENCE_MS = 180_000;

let studios = 0;

/** None of them outlives the bench, however that ends. */
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((each) => each.kill('SIGKILL')));

/**
 * The tables that a process runs, as it says itself. Its `/tables` names a phase of those, too,
 * that it follows while another runs them. Throws where it does not answer.
 */
export const tablesRunBy = async ({
  operationsUrl,
}: {
  readonly operationsUrl: string;
}): Promise<readonly string[]> => {
  const answer = await fetch(`${operationsUrl}/health/tables`);
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  return ((await answer.json()) as { readonly tables: readonly string[] }).tables;
};

export class BenchStudio {
  readonly url: string;
  readonly port: number;
  readonly #child: ChildProcess;
  #log = '';

  /** Throws where nothing was built. */
  constructor(env: Readonly<Record<string, string>>, nodeOptions: readonly string[] = []) {
    if (!existsSync(MAIN)) throw new Error('there is no dist/main.js: npm run build');
    this.port = Number(env['PORT'] ?? FIRST_PORT + (process.pid % 1_000) + (studios += 1));
    this.url = `http://127.0.0.1:${this.port}`;
    const { PATH = '', HOME = '' } = process.env;
    this.#child = spawn(process.execPath, [...GAUGED, ...nodeOptions, MAIN], {
      env: { PATH, HOME, HOST: '127.0.0.1', ...env, PORT: String(this.port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const read = (text: Buffer) => (this.#log += text.toString());
    this.#child.stdout?.on('data', read);
    this.#child.stderr?.on('data', read);
    running.add(this.#child);
    this.#child.once('close', () => running.delete(this.#child));
  }

  /** Resolves when it answers and runs every table that was free. */
  isReady(): Promise<void> {
    return this.#until('is ready', async () => (await fetch(`${this.url}/health/ready`)).ok);
  }

  /** Resolves when the table takes its next command here. */
  runs(table: string): Promise<void> {
    return this.#until(`runs ${table}`, async () => (await tablesRunBy(this)).includes(table));
  }

  /** Of its metrics and health. */
  get operationsUrl(): string {
    return `http://127.0.0.1:${this.port + OPERATIONS_ABOVE}`;
  }

  get log(): string {
    return this.#log;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** What it has used until now. */
  gauge(): Promise<Gauge> {
    return gaugeOf(this.#child);
  }

  /** In good order. */
  async stop(): Promise<void> {
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    await ended;
  }

  /** It stands still, and its connections stay. */
  freeze(): void {
    this.#child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child.kill('SIGCONT');
  }

  /** SIGKILL: nothing is reported, nothing is freed. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = once(this.#child, 'close');
    this.#child.kill('SIGKILL');
    await ended;
  }

  async #until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      if (await isSo().catch(() => false)) return;
      if (this.#child.exitCode !== null || performance.now() > deadline) {
        throw new Error(`no studio ${what}:\n${this.#log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
