/**
 * A proof: one sentence that holds of the books, how much was looked at, and the first rows of
 * which it does not hold.
 */

/** So many wrong rows are named; the others are counted. */
const NAMED = 5;

export class Proof {
  looked = 0;
  wrong = 0;
  readonly first: string[] = [];

  /** `says` is what holds of every one of `things`. */
  constructor(
    readonly says: string,
    readonly things: string,
  ) {}

  /** Names a thing of which the sentence does not hold. */
  fails(what: string, times = 1): void {
    this.wrong += times;
    if (this.first.length < NAMED) this.first.push(what);
  }

  /** Names `what` unless it holds. */
  needs(holds: boolean, what: string): void {
    if (!holds) this.fails(what);
  }
}
