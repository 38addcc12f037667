/**
 * The line between a process and the database, with what goes wrong on it. A call arrives and takes
 * effect, and its answer comes back; each may be late or never happen, and whoever called knows
 * only of the answer.
 */
import type { Chance } from './chance.js';
import { Refused } from './journal.js';
import type { Line, Lines } from './memory-stores.js';
import type { Process } from './process.js';

/** What a line does at present. Cases are out of a hundred calls. */
export interface Trouble {
  /** Takes up to this much longer, either way, in ms. */
  readonly slowMs: number;
  /** The database refuses the call, which may be tried again. */
  readonly refused: number;
  /** The connection breaks before the call has taken effect. */
  readonly lostBefore: number;
  /** The connection breaks when it has. */
  readonly lostAfter: number;
  /** Nothing arrives, and no answer comes back. */
  readonly isCut: boolean;
}

export const NO_TROUBLE: Trouble = {
  slowMs: 0,
  refused: 0,
  lostBefore: 0,
  lostAfter: 0,
  isCut: false,
};

/** As the tables' connections have it: the database answers within this, or counts as gone. */
const ANSWER_WITHIN_MS = 4_000;
/** What was sent on a line that is cut is sent again after this long. */
const AGAIN_MS = 200;

export class DatabaseLines implements Lines {
  readonly shared: Line;

  constructor(
    readonly process: Process,
    readonly chance: Chance,
    readonly trouble: () => Trouble,
  ) {
    this.shared = {
      call: async (work) => {
        const line = new OrderedLine(this, () => undefined);
        try {
          return await line.call(work);
        } finally {
          line.close();
        }
      },
      close: () => undefined,
    };
  }

  async open(onLost: (error: unknown) => void): Promise<Line> {
    const line = new OrderedLine(this, onLost);
    await line.call(() => undefined);
    return line;
  }
}

type Reject = (error: Error) => void;

/** One connection: what is sent arrives in its order, and so do the answers. */
class OrderedLine implements Line {
  /** Few: a list is made sooner than a set, and a line is made for most calls. */
  #waiting: Reject[] = [];
  #sent: (() => void)[] = [];
  #arrivesAtMs = 0;
  #answeredAtMs = 0;
  #isOpen = true;
  /** What was sent before the connection ended is lost with it. */
  #isLost = false;

  constructor(
    private readonly lines: DatabaseLines,
    private readonly onLost: (error: unknown) => void,
  ) {}

  call<T>(work: () => T | Promise<T>): Promise<T> {
    const { process } = this.lines;
    return new Promise<T>((resolve, reject) => {
      if (!this.#isOpen) return reject(new Error('Connection terminated'));
      this.#waiting.push(reject);
      const stopWaiting = process.clock.after(ANSWER_WITHIN_MS, () => {
        if (this.#stopsWaiting(reject)) reject(new Error('Query read timeout'));
      });
      const answer = (give: () => void): void =>
        process.deliver(() => {
          if (!this.#stopsWaiting(reject)) return;
          stopWaiting();
          give();
        });
      this.#sent.push(() => this.#arrive(work, resolve, reject, answer));
      this.#arrivesAtMs = this.#after(this.#arrivesAtMs);
      process.timeline.at(this.#arrivesAtMs, () => this.#pump());
    });
  }

  /** What was sent may still arrive. */
  close(): void {
    this.#isLost = this.lines.chance.percent(50);
    this.#end();
  }

  #arrive<T>(
    work: () => T | Promise<T>,
    resolve: (result: T) => void,
    reject: (error: unknown) => void,
    answer: (give: () => void) => void,
  ): void {
    const { chance, process, trouble } = this.lines;
    const { refused, lostBefore, lostAfter, isCut } = trouble();
    const lose = (): void => {
      this.#waiting.push(reject);
      this.#lose();
    };
    const comes = (outcome: () => void): void => {
      this.#answeredAtMs = this.#after(this.#answeredAtMs);
      if (!isCut) process.timeline.at(this.#answeredAtMs, () => answer(outcome));
    };
    if (chance.percent(lostBefore)) return comes(lose);
    const isRefused = chance.percent(refused);
    const isLost = chance.percent(lostAfter);
    const outcome = isRefused
      ? () => reject(new Refused('40P01', 'deadlock detected'))
      : attempt(work, resolve, reject);
    if (outcome instanceof Promise) {
      process.timeline.hold(outcome.then((given) => comes(isLost ? lose : given)));
    } else comes(isLost ? lose : outcome);
  }

  #pump(): void {
    if (this.#isLost) this.#sent = [];
    if (this.#sent.length === 0) return;
    const { process, trouble } = this.lines;
    if (trouble().isCut) return void process.timeline.after(AGAIN_MS, () => this.#pump());
    this.#sent.shift()!();
    // What was held up has caught up.
    if (this.#sent.length > 0 && process.timeline.nowMs >= this.#arrivesAtMs) this.#pump();
  }

  #lose(): void {
    const wasOpen = this.#isOpen;
    this.#end();
    if (wasOpen) this.onLost(new Error('Connection terminated unexpectedly'));
  }

  #end(): void {
    this.#isOpen = false;
    for (const reject of this.#waiting) reject(new Error('Connection terminated unexpectedly'));
    this.#waiting = [];
  }

  /** It waits no longer. False where it did not wait. */
  #stopsWaiting(reject: Reject): boolean {
    const at = this.#waiting.indexOf(reject);
    if (at !== -1) this.#waiting.splice(at, 1);
    return at !== -1;
  }

  #after(earlierMs: number): number {
    const { chance, process, trouble } = this.lines;
    const { slowMs } = trouble();
    const wayMs = chance.below(3) + (slowMs === 0 ? 0 : chance.below(slowMs));
    return Math.max(earlierMs, process.timeline.nowMs + wayMs);
  }
}

/** Takes effect now, or when the world outside has done it. What is answered is said later. */
const attempt = <T>(
  work: () => T | Promise<T>,
  resolve: (result: T) => void,
  reject: (error: unknown) => void,
): (() => void) | Promise<() => void> => {
  const refused = (error: unknown) => (): void => reject(error);
  try {
    const result = work();
    if (!(result instanceof Promise)) return () => resolve(result);
    return result.then((given) => () => resolve(given), refused);
  } catch (error) {
    return refused(error);
  }
};
