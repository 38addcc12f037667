/**
 * The scanner's bridge under test: the real process, `node dist/scanner/main.js`, and what it says
 * of each code.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { eventually } from './studio.js';

const MAIN = fileURLToPath(new URL('../../dist/scanner/main.js', import.meta.url));

export class Scanner {
  /** What became of each code, in order: stdout. */
  readonly outcomes: string[] = [];
  /** All that it noted: stderr. */
  notes = '';
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<number | null>;

  /** The token, or the PIN of a `--badge`, comes by the environment. */
  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const { PATH = '' } = process.env;
    this.#child = spawn(process.execPath, [MAIN, ...args], { env: { PATH, ...env } });
    let rest = '';
    this.#child.stdout.on('data', (text: Buffer) => {
      const lines = (rest + text.toString()).split('\n');
      rest = lines.pop() ?? '';
      this.outcomes.push(...lines.map((line) => line.replaceAll(/ +/g, ' ')));
    });
    this.#child.stderr.on('data', (text: Buffer) => (this.notes += text.toString()));
    this.#child.stdin.on('error', () => undefined); // It was killed while this wrote.
    this.#ended = new Promise((resolve) => this.#child.once('close', resolve));
  }

  /** By standard input, a line each. */
  type(...codes: readonly string[]): void {
    this.#child.stdin.write(codes.map((code) => `${code}\n`).join(''));
  }

  /** No more codes come. It ends when all have been answered. Returns its exit code. */
  finish(): Promise<number | null> {
    this.#child.stdin.end();
    return this.#ended;
  }

  /** Its exit code, when it ends by itself. */
  ended(): Promise<number | null> {
    return this.#ended;
  }

  /** Waits for a code's outcome that contains `text`, and for the note where there is none. */
  async says(text: string, times = 1): Promise<void> {
    const isSaid = () =>
      this.outcomes.filter((outcome) => outcome.includes(text)).length >= times ||
      this.notes.includes(text);
    await eventually(`the scanner says ${text}`, isSaid).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.outcomes.join('\n')}\n${this.notes}`);
    });
  }

  /** `kill -9`. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }
}
