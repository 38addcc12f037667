/** A crowd of players in a process of its own, by the orders of a bench. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export type CrowdOrder =
  | {
      readonly does: 'seat';
      readonly port: number;
      readonly table: string;
      /** Of everybody. Who sits there already stays. */
      readonly tokens: readonly string[];
      /** How many are on their way at the same time. */
      readonly atOnce: number;
    }
  /** Everybody, and again until it stands. */
  | { readonly does: 'bet'; readonly table: string; readonly game: string }
  /** Breaks the connections of so many. */
  | { readonly does: 'cut'; readonly count: number };

export interface CrowdReport {
  readonly ms: number;
  /** Until the first bet stood. */
  readonly firstMs: number;
  /** How often somebody was refused and tried again, by the answer. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Of the longest answer to a join. */
  readonly answerBytes: number;
}

const PROGRAM = fileURLToPath(new URL('./crowd-process.js', import.meta.url));

export class Crowd {
  readonly #child: ChildProcess = fork(PROGRAM);

  constructor() {
    process.once('exit', () => this.#child.kill('SIGKILL'));
  }

  /** One order at a time. */
  async perform(order: CrowdOrder): Promise<CrowdReport> {
    this.#child.send(order);
    const [report] = (await once(this.#child, 'message')) as [CrowdReport];
    return report;
  }

  end(): void {
    this.#child.kill('SIGKILL');
  }
}
