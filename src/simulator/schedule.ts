/** A schedule: what is to be done later, by however many robots, on one timer. */
import { type Cancel, type Clock, systemClock } from '../platform/clock.js';

interface Entry {
  readonly dueMs: number;
  readonly action: () => void;
}

export class Schedule {
  /** The last one is the next to be done. */
  readonly #entries: Entry[] = [];
  #cancel: Cancel = () => undefined;
  #isOver = false;

  constructor(private readonly clock: Clock = systemClock()) {}

  /** In ms from now. */
  after(delayMs: number, action: () => void): void {
    if (this.#isOver) return;
    const entry = { dueMs: this.clock.nowMs() + delayMs, action };
    this.#entries.splice(this.#placeOf(entry.dueMs), 0, entry);
    if (this.#entries.at(-1) === entry) this.#set();
  }

  /** Nothing more is done, nor accepted. */
  stop(): void {
    this.#isOver = true;
    this.#entries.length = 0;
    this.#cancel();
  }

  #placeOf(dueMs: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#entries[middle]!.dueMs > dueMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #set(): void {
    this.#cancel();
    const next = this.#entries.at(-1);
    if (next === undefined) return;
    this.#cancel = this.clock.after(next.dueMs - this.clock.nowMs(), () => this.#run());
  }

  #run(): void {
    const nowMs = this.clock.nowMs();
    while ((this.#entries.at(-1)?.dueMs ?? Infinity) <= nowMs) this.#entries.pop()!.action();
    this.#set();
  }
}
