/**
 * What a process says to others has numbers that rise, so that nobody who can write Redis has it
 * said again: each counts once, and none below the last one of its sender.
 */

/** Senders whose last numbers are kept. Each process has a name of its own at every start. */
const SENDERS_MAX = 1_000;

export class SaidNumbers {
  /** Who has said something last comes last. */
  readonly #last = new Map<string, number>();

  /** Whether the sender has not said it before. From now on it has. */
  isNew(sender: string, number: number): boolean {
    const last = this.#last.get(sender) ?? -Infinity;
    if (!(number > last)) return false;
    this.#last.delete(sender);
    this.#last.set(sender, number);
    if (this.#last.size > SENDERS_MAX) this.#last.delete([...this.#last.keys()][0]!);
    return true;
  }
}
