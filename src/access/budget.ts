/** A message budget: so many at once, and so many more each second (a token bucket). */
export class Budget {
  #left: number;
  #atMs: number;

  constructor(
    private readonly perSecond: number,
    private readonly atOnce: number,
    nowMs: number,
  ) {
    this.#left = atOnce;
    this.#atMs = nowMs;
  }

  /** False when the budget is spent. The message then does not count. */
  spend(nowMs: number): boolean {
    const earned = ((nowMs - this.#atMs) / 1000) * this.perSecond;
    this.#left = Math.min(this.atOnce, this.#left + Math.max(0, earned));
    this.#atMs = nowMs;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
