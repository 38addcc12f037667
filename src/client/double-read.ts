/**
 * A scanner may read a card twice while it passes. The same code again within a moment is one read.
 * Where the connection held codes back and delivered them together, there is no telling whether
 * they were one read.
 */

/** No two cards of a face leave a shoe this soon after each other, in ms. */
export const DOUBLE_READ_MS = 250;

export class DoubleRead {
  #last = { code: '', atMs: -Infinity };

  /** 0: every read counts. */
  constructor(private readonly withinMs: number = DOUBLE_READ_MS) {}

  /**
   * Whether the code is the same read as the one before. A card that stays under the scanner is
   * read for as long as it stays.
   */
  isAgain(code: string, atMs: number): boolean {
    const isAgain = code === this.#last.code && atMs - this.#last.atMs < this.withinMs;
    this.#last = { code, atMs };
    return isAgain;
  }
}
