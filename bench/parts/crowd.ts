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
  /** By whoever lets everybody in: connects, and shows a token that nobody looks at. */
  | { readonly does: 'enter'; readonly port: number; readonly count: number }
  /**
   * Until everybody has heard one and the same message. `say` asks a baseline to send it; a studio
   * is asked otherwise, a moment later.
   */
  | { readonly does: 'hear'; readonly say?: string }
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
  readonly heard: CrowdHeard;
}

export interface CrowdHeard {
  /** By all connections together, since they came. */
  readonly messages: number;
  /** The last one that everybody heard. */
  readonly text: string;
  /** From the first connection that heard it to the last. */
  readonly spreadMs: number;
}

const PROGRAM = fileURLToPath(new URL('./crowd-process.js', import.meta.url));

export class BenchCrowd {
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
