/**
 * The tables that this process gave to others, until it is seen who has them. A process of another
 * version may not be able to read the log of a table, and leaves it: for a while it is given none.
 */
import { GIVEN_MS, type HeldElsewhere } from './lease.js';

interface Gift {
  readonly to: string;
  readonly atMs: number;
  /** By then it has taken the table, or has not. */
  readonly untilMs: number;
}

/** How often a process did not take a table, and before when it is given no other. */
interface Refused {
  readonly count: number;
  readonly untilMs: number;
}

/** A table that is given in vain stands still for a moment. So the pause is longer each time. */
const PAUSE_MIN_MS = 30_000;
const PAUSE_MAX_MS = 600_000;

export class GivenTables {
  readonly #given = new Map<string, Gift>();
  readonly #refused = new Map<string, Refused>();

  note(table: string, to: string, nowMs: number): void {
    this.#given.set(table, { to, atMs: nowMs, untilMs: nowMs + GIVEN_MS });
  }

  /** `elsewhere` was read from `nowMs` on. Returns which tables went to whom in vain. */
  look(
    elsewhere: ReadonlyMap<string, HeldElsewhere>,
    nowMs: number,
  ): readonly { readonly table: string; readonly to: string }[] {
    // The time of the database may be over sooner, and the table here again.
    const due = [...this.#given].filter(
      ([table, { atMs, untilMs }]) => untilMs <= nowMs || (atMs < nowMs && !elsewhere.has(table)),
    );
    for (const [table] of due) this.#given.delete(table);
    const inVain = due.filter(([table, { to }]) => elsewhere.get(table)?.owner !== to);
    for (const to of new Set(inVain.map(([, given]) => given.to))) this.#refuse(to, nowMs);
    return inVain.map(([table, { to }]) => ({ table, to }));
  }

  /** Whether the process is given tables now. */
  isTaker(process: string, nowMs: number): boolean {
    return (this.#refused.get(process)?.untilMs ?? -Infinity) <= nowMs;
  }

  #refuse(process: string, nowMs: number): void {
    const count = (this.#refused.get(process)?.count ?? 0) + 1;
    const pauseMs = Math.min(PAUSE_MIN_MS * 2 ** (count - 1), PAUSE_MAX_MS);
    this.#refused.set(process, { count, untilMs: nowMs + pauseMs });
  }
}
