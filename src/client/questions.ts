/**
 * What is asked over a line, in all its namespaces. A line can swallow everything and seem to work:
 * the transport would take up to 45 s to see it. It is known by what stays without an answer.
 */

/** So many in a row without an answer, and without anything else that came, are of such a line. */
const SILENT_MOST = 2;

export class Questions {
  #unanswered = 0;
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

  /** Resolves and rejects as `ask` does. Whatever is asked at the same time counts as one. */
  async ask<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    const received = this.#received;
    const silent = this.#silent + 1;
    this.#unanswered += 1;
    try {
      return await ask();
    } catch (error) {
      if (this.#received === received) this.#silent = silent;
      if (this.#silent >= SILENT_MOST) this.drop();
      throw error;
    } finally {
      this.#unanswered -= 1;
    }
  }
}
