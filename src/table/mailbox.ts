/**
 * A table's mailbox: everything that is asked of the table, in the one order that counts. It is
 * bounded: a full one takes nothing.
 *
 * Commands (the clock, scans, the staff's and the pit's orders, the settlement) come before what
 * players have sent, and have places of their own: a flood of bets neither delays nor refuses the
 * suspension that it calls for. It is lawful everywhere, since a letter counts from when it is
 * taken out, and not from when it came:
 *
 * - A bet names its round. Where a close, a suspension or the next round goes before it, it is
 *   refused as one that came too late, and answered so. It stands if its number is before the
 *   close's, as ever.
 * - What one player has sent stays in its order: all of it is in the players' queue, also the
 *   question whether a bet stands or never will, so that a bet which came before the question is
 *   answered before it.
 * - A command is decided by the state, which a bet that was not decided yet has not changed. Bets
 *   that are on their way to the database are waited for.
 * - Commands keep their order among each other, but for the clock, so that a scan which came after
 *   an order is decided after it.
 *
 * Whoever gives commands is trusted, and has a budget: they cannot keep the bets waiting for long.
 */

/** Commands that may wait, however many bets do. */
const COMMANDS_MAX = 1_000;

export class Mailbox<T> {
  readonly #commands = new LetterQueue<T>();
  readonly #ofPlayers = new LetterQueue<T>();
  #wake: (() => void) | undefined;

  /** `capacity`: what may wait of players. */
  constructor(
    readonly capacity: number,
    private readonly commandsMax = COMMANDS_MAX,
  ) {}

  get size(): number {
    return this.#commands.size + this.#ofPlayers.size;
  }

  /** Of a player. False when the mailbox is full. */
  offer(letter: T): boolean {
    if (this.#ofPlayers.size >= this.capacity) return false;
    this.put(letter);
    return true;
  }

  /** The same, for what a player asks that changes nothing: never refused. */
  put(letter: T): void {
    this.#ofPlayers.push(letter);
    this.wake();
  }

  /** Before all that is of players. False when so many commands wait already. */
  offerCommand(letter: T): boolean {
    if (this.#commands.size >= this.commandsMax) return false;
    this.putCommand(letter);
    return true;
  }

  /** For what the table sends itself (its settlement): never refused. */
  putCommand(letter: T): void {
    this.#commands.push(letter);
    this.wake();
  }

  /** The same, before everything that waits: for the table's clock. */
  putFirst(letter: T): void {
    this.#commands.unshift(letter);
    this.wake();
  }

  peek(): T | undefined {
    return this.#commands.peek() ?? this.#ofPlayers.peek();
  }

  take(): T | undefined {
    return this.#commands.take() ?? this.#ofPlayers.take();
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

/**
 * Letters in their order, taken from `#head` on. What was taken is cut off now and then, so that
 * taking costs nothing.
 */
class LetterQueue<T> {
  #letters: T[] = [];
  #head = 0;

  get size(): number {
    return this.#letters.length - this.#head;
  }

  push(letter: T): void {
    this.#letters.push(letter);
  }

  unshift(letter: T): void {
    if (this.#head === 0) this.#letters.unshift(letter);
    else this.#letters[(this.#head -= 1)] = letter;
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
}
