/** A schedule: what is to be done later, by however many robots, on one timer. */

interface Entry {
  readonly dueMs: number;
  readonly action: () => void;
}

export class Schedule {
  /** The last one is the next to be done. */
  readonly #entries: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;

  /** In ms from now. */
  after(delayMs: number, action: () => void): void {
    if (this.#isOver) return;
    const entry = { dueMs: performance.now() + delayMs, action };
    this.#entries.splice(this.#placeOf(entry.dueMs), 0, entry);
    if (this.#entries.at(-1) === entry) this.#set();
  }

  /** Nothing more is done, nor accepted. */
  stop(): void {
    this.#isOver = true;
    this.#entries.length = 0;
    clearTimeout(this.#timer);
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
    clearTimeout(this.#timer);
    const next = this.#entries.at(-1);
    if (next === undefined) return;
    this.#timer = setTimeout(() => this.#run(), Math.max(0, next.dueMs - performance.now()));
  }

  #run(): void {
    const nowMs = performance.now();
    while ((this.#entries.at(-1)?.dueMs ?? Infinity) <= nowMs) this.#entries.pop()!.action();
    this.#set();
  }
}
