/**
 * A budget for each name. One that has filled up again is no different from none, and is forgotten.
 */
export class Budgets {
  readonly #budgets = new Map<string, Budget>();
  readonly #refillMs: number;
  #sweptAtMs = 0;
  /** Who has spent something since that was asked last. */
  #spentLately = new Set<string>();

  constructor(
    private readonly perSecond: number,
    private readonly atOnce: number,
  ) {
    this.#refillMs = (atOnce / perSecond) * 1000;
  }

  /** False when the budget of that name is spent. The message then does not count. */
  spend(name: string, nowMs: number): boolean {
    this.#sweep(nowMs);
    let budget = this.#budgets.get(name);
    if (budget === undefined) {
      budget = new Budget(this.atOnce, nowMs);
      this.#budgets.set(name, budget);
    }
    const isInTime = budget.spend(nowMs, this.perSecond, this.atOnce);
    if (isInTime) this.#spentLately.add(name);
    return isInTime;
  }

  /**
   * What was spent here and not said before, of those who have spent something since this was asked
   * last and have less than half left. The others need not be known elsewhere.
   */
  takeSpent(nowMs: number): Record<string, number> {
    const names = this.#spentLately;
    this.#spentLately = new Set();
    const few: Record<string, number> = {};
    for (const name of names) {
      const budget = this.#budgets.get(name);
      const left = budget?.leftAt(nowMs, this.perSecond, this.atOnce);
      if (budget === undefined || left === undefined || left * 2 >= this.atOnce) continue;
      // What has filled up again since it was spent is not said.
      few[name] = Math.min(budget.takeUnsaid(), this.atOnce - left);
    }
    return few;
  }

  /** Another process has charged this much to the name already. So nothing is refused here. */
  charge(name: string, times: number, nowMs: number): void {
    this.#sweep(nowMs);
    const budget = this.#budgets.get(name) ?? new Budget(this.atOnce, nowMs);
    this.#budgets.set(name, budget);
    budget.charge(times, nowMs, this.perSecond, this.atOnce);
  }

  /** Whether the budget of that name has nothing left. Nothing is spent. */
  isSpent(name: string, nowMs: number): boolean {
    return this.#budgets.get(name)?.leftAt(nowMs, this.perSecond, this.atOnce) === 0;
  }

  /** Takes back what was spent last. */
  giveBack(name: string): void {
    this.#budgets.get(name)?.giveBack(this.atOnce);
  }

  /** How many are remembered. */
  get size(): number {
    return Math.max(this.#budgets.size, this.#spentLately.size);
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < this.#refillMs) return;
    this.#sweptAtMs = nowMs;
    for (const [name, { usedAtMs }] of this.#budgets) {
      if (nowMs - usedAtMs < this.#refillMs) continue;
      this.#budgets.delete(name);
      this.#spentLately.delete(name);
    }
  }
}

/** Those of whoever comes in by a namespace: of each caller, and of each address. */
export interface DoorBudgets {
  readonly callers: Budgets;
  readonly addresses: Budgets;
}

/**
 * A message budget: so many at once, and so many more each second (a token bucket). There is one
 * for each player, so it knows no more than it must.
 */
class Budget {
  /** What was spent here since the budget was full, and was not said elsewhere. */
  private unsaid = 0;

  constructor(
    private left: number,
    public usedAtMs: number,
  ) {}

  /** False when the budget is spent. The message then does not count. */
  spend(nowMs: number, perSecond: number, atOnce: number): boolean {
    this.left = this.#filled(nowMs, perSecond, atOnce);
    this.usedAtMs = nowMs;
    if (this.left < 1) return false;
    this.unsaid = this.left === atOnce ? 1 : this.unsaid + 1;
    this.left -= 1;
    return true;
  }

  takeUnsaid(): number {
    const { unsaid } = this;
    this.unsaid = 0;
    return unsaid;
  }

  /** Never below nothing: what was spent at once by two ways is not owed. */
  charge(times: number, nowMs: number, perSecond: number, atOnce: number): void {
    this.left = Math.max(0, this.#filled(nowMs, perSecond, atOnce) - times);
    this.usedAtMs = nowMs;
  }

  /** Whole messages. */
  leftAt(nowMs: number, perSecond: number, atOnce: number): number {
    return Math.floor(this.#filled(nowMs, perSecond, atOnce));
  }

  giveBack(atOnce: number): void {
    this.left = Math.min(atOnce, this.left + 1);
  }

  #filled(nowMs: number, perSecond: number, atOnce: number): number {
    const earned = ((nowMs - this.usedAtMs) / 1000) * perSecond;
    return Math.min(atOnce, this.left + Math.max(0, earned));
  }
}
