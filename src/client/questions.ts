/**
 * What is asked over a line, in all its namespaces. A line can swallow everything and seem to work:
 * the transport would take up to 45 s to see it. It is known by what stays without an answer.
 */

/** So many in a row without an answer, and without anything else that came, are of such a line. */
const SILENT_MOST = 2;

interface Wait {
  /** The studio itself waits for somebody else, and may be silent for longer. */
  readonly isLong: boolean;
}

export class Questions {
  #unanswered = 0;
  /** Of these, so many are waited for longer. */
  #long = 0;
  /** Counts what came over the line, of whatever kind. */
  #received = 0;
  /** Of what was asked one after the other, so much had no answer since anything came. */
  #silent = 0;

  /** `drop` gives up the line, and has another opened. */
  constructor(private readonly drop: () => void) {}

  get isAllAnswered(): boolean {
    return this.#unanswered === 0;
  }

  noteReceived(): void {
    this.#received += 1;
    this.#silent = 0;
  }

  /**
   * Resolves and rejects as `ask` does. Whatever is asked at the same time counts as one. What is
   * waited for longer keeps the line, which its answer may still come over.
   */
  async ask<Answer>(ask: () => Promise<Answer>, { isLong }: Wait): Promise<Answer> {
    const received = this.#received;
    const silent = this.#silent + 1;
    this.#count(isLong, 1);
    try {
      return await ask();
    } catch (error) {
      if (this.#received === received) this.#silent = silent;
      const others = this.#long - (isLong ? 1 : 0);
      if (this.#silent >= SILENT_MOST && others === 0) this.drop();
      throw error;
    } finally {
      this.#count(isLong, -1);
    }
  }

  #count(isLong: boolean, by: 1 | -1): void {
    this.#unanswered += by;
    if (isLong) this.#long += by;
  }
}
