/**
 * A table's mailbox: everything that is asked of the table, in the one order that counts. It is
 * bounded: a full one takes nothing.
 */

export class Mailbox<T> {
  /**
   * Taken from `#head` on. What was taken is cut off now and then, so that taking costs nothing.
   */
  #letters: T[] = [];
  #head = 0;
  #wake: (() => void) | undefined;

  constructor(readonly capacity: number) {}

  get size(): number {
    return this.#letters.length - this.#head;
  }

  /** False when the mailbox is full. */
  offer(letter: T): boolean {
    if (this.size >= this.capacity) return false;
    this.put(letter);
    return true;
  }

  /** For what the table sends itself (its clock, its settlement): never refused. */
  put(letter: T): void {
    this.#letters.push(letter);
    this.wake();
  }

  /** The same, before everything that waits: for the table's clock. */
  putFirst(letter: T): void {
    if (this.#head === 0) this.#letters.unshift(letter);
    else this.#letters[(this.#head -= 1)] = letter;
    this.wake();
  }

  peek(): T | undefined {
    return this.#letters[this.#head];
  }

  take(): T | undefined {
    const letter = this.#letters[this.#head];
    if (letter === undefined) return undefined;
    this.#head += 1;
    if (this.#head === this.#letters.length || this.#head > 4096) {
      this.#letters = this.#letters.slice(this.#head);
      this.#head = 0;
    }
    return letter;
  }

  /** Resolves when a letter is there. */
  arrival(): Promise<void> {
    return this.size > 0 ? Promise.resolve() : this.nextArrival();
  }

  /** Resolves when the next letter comes, whatever is there already. */
  nextArrival(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Lets `arrival` and `nextArrival` resolve although nothing may have come. */
  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
