/**
 * A budget for each name. One that has filled up again is no different from none, and is forgotten.
 */
export class Budgets {
  readonly #budgets = new Map<string, { readonly budget: Budget; usedAtMs: number }>();
  readonly #refillMs: number;
  #sweptAtMs = 0;

  constructor(
    private readonly perSecond: number,
    private readonly atOnce: number,
  ) {
    this.#refillMs = (atOnce / perSecond) * 1000;
  }

  /** False when the budget of that name is spent. The message then does not count. */
  spend(name: string, nowMs: number): boolean {
    this.#sweep(nowMs);
    const known = this.#budgets.get(name) ?? {
      budget: new Budget(this.perSecond, this.atOnce, nowMs),
      usedAtMs: nowMs,
    };
    known.usedAtMs = nowMs;
    this.#budgets.set(name, known);
    return known.budget.spend(nowMs);
  }

  /** Takes back what was spent last. */
  giveBack(name: string): void {
    this.#budgets.get(name)?.budget.giveBack();
  }

  /** How many are remembered. */
  get size(): number {
    return this.#budgets.size;
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < this.#refillMs) return;
    this.#sweptAtMs = nowMs;
    for (const [name, { usedAtMs }] of this.#budgets) {
      if (nowMs - usedAtMs >= this.#refillMs) this.#budgets.delete(name);
    }
  }
}

/** A message budget: so many at once, and so many more each second (a token bucket). */
class Budget {
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
  giveBack(): void {
    this.#left = Math.min(this.atOnce, this.#left + 1);
  }
}
