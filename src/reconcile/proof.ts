/**
 * A proof: one sentence that must hold for the books, how much was checked, and the first rows for
 * which it does not hold.
 */

/** This many wrong rows are named. The others are counted. */
const NAMED = 5;

export class Proof {
  looked = 0;
  /** What could not be looked at, for want of what it is tried by. */
  untried = 0;
  wrong = 0;
  readonly first: string[] = [];

  /** `says` is what holds for every one of `things`. */
  constructor(
    readonly says: string,
    readonly things: string,
  ) {}

  /** Names a thing for which the sentence does not hold. */
  fails(what: string, times = 1): void {
    this.wrong += times;
    if (this.first.length < NAMED) this.first.push(what);
  }

  /** Names `what` unless it holds. */
  needs(holds: boolean, what: string): void {
    if (!holds) this.fails(what);
  }
}
