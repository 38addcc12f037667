/**
 * The tables that this process gave to others, until it is seen who has them. A process of another
 * version may not be able to read the log of a table, and leaves it: for a while it is given none.
 */
import type { HeldElsewhere, Lease } from './lease.js';

interface Gift {
  readonly to: string;
  /** Of this process. Whoever takes the table begins the next one. */
  readonly epoch: bigint;
  /** The last reading that had begun before. */
  readonly reading: number;
}

/** How often a process did not take a table, and before when it is given no other. */
interface Refused {
  readonly count: number;
  readonly untilMs: number;
}

/** A table that is given in vain stands still for a moment. So the pause is longer each time. */
const PAUSE_MIN_MS = 30_000;
const PAUSE_MAX_MS = 600_000;

/** Whether it was taken. Undefined where it still may be. */
const wasTaken = ({ to, epoch }: Gift, held: HeldElsewhere | undefined): boolean | undefined => {
  if (held === undefined) return false;
  if (held.owner !== to) return held.epoch > epoch + 1n; // by `to`, and then by others
  return held.epoch > epoch ? true : undefined;
};

export class GivenTables {
  readonly #given = new Map<string, Gift>();
  readonly #refused = new Map<string, Refused>();
  #reading = 0;

  note({ table, epoch }: Pick<Lease, 'table' | 'epoch'>, to: string): void {
    this.#given.set(table, { to, epoch, reading: this.#reading });
  }

  /** Who has the tables is about to be read. Returns the reading for `look`. */
  beginReading(): number {
    this.#reading += 1;
    return this.#reading;
  }

  /** `elsewhere` is what was read. Returns which tables went to whom in vain. */
  look(
    elsewhere: ReadonlyMap<string, HeldElsewhere>,
    reading: number,
    nowMs: number,
  ): readonly { readonly table: string; readonly to: string }[] {
    const seen = [...this.#given].flatMap(([table, gift]) => {
      const taken = gift.reading < reading ? wasTaken(gift, elsewhere.get(table)) : undefined;
      return taken === undefined ? [] : [{ table, to: gift.to, taken }];
    });
    for (const { table } of seen) this.#given.delete(table);
    for (const { to, taken } of seen) if (taken) this.#refused.delete(to);
    const inVain = seen.filter(({ taken }) => !taken).map(({ table, to }) => ({ table, to }));
    for (const to of new Set(inVain.map((each) => each.to))) this.#refuse(to, nowMs);
    return inVain;
  }

  /** Whether the process is given tables now. */
  isTaker(process: string, nowMs: number): boolean {
    return (this.#refused.get(process)?.untilMs ?? -Infinity) <= nowMs;
  }

  /** Whether it has left the last table that it was given. */
  hasLeft(process: string): boolean {
    return this.#refused.has(process);
  }

  /** How many tables it was given that may still be on their way to it. */
  waitingAt(process: string): number {
    return [...this.#given.values()].filter(({ to }) => to === process).length;
  }

  /** Several tables of one attempt count once. */
  #refuse(process: string, nowMs: number): void {
    if (!this.isTaker(process, nowMs)) return;
    const count = (this.#refused.get(process)?.count ?? 0) + 1;
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** (count - 1), PAUSE_MAX_MS);
    this.#refused.set(process, { count, untilMs: nowMs + pauseMs });
  }
}
