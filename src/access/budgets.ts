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
   * What was spent here since this was asked last, by those who have less than half left. The
   * others need not be known elsewhere: it is said once they have less.
   */
  takeSpent(nowMs: number): Record<string, number> {
    const names = this.#spentLately;
    this.#spentLately = new Set();
    const few: Record<string, number> = {};
    for (const name of names) {
      const budget = this.#budgets.get(name);
      const spent = budget?.takeSpent(nowMs, this.perSecond, this.atOnce) ?? 0;
      if (spent > 0) few[name] = spent;
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
    const left = this.#budgets.get(name)?.leftAt(nowMs, this.perSecond, this.atOnce);
    return left !== undefined && left < 1;
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
    for (const [name, budget] of this.#budgets) {
      if (budget.leftAt(nowMs, this.perSecond, this.atOnce) < this.atOnce) continue;
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
  /** What was spent here since that was asked last. */
  private spent = 0;
  /** What was spent before and not said, but for what has filled up again since. */
  private withheld = 0;

  constructor(
    private left: number,
    private usedAtMs: number,
  ) {}

  /** False when the budget is spent. The message then does not count. */
  spend(nowMs: number, perSecond: number, atOnce: number): boolean {
    this.#fill(nowMs, perSecond, atOnce);
    if (this.left < 1) return false;
    this.left -= 1;
    this.spent += 1;
    return true;
  }

  /** What was spent by two ways at once is owed, but no more than a whole budget. */
  charge(times: number, nowMs: number, perSecond: number, atOnce: number): void {
    this.#fill(nowMs, perSecond, atOnce);
    this.left = Math.max(-atOnce, this.left - times);
  }

  /** Nothing while half of it is left. */
  takeSpent(nowMs: number, perSecond: number, atOnce: number): number {
    this.#fill(nowMs, perSecond, atOnce);
    const unsaid = this.spent + this.withheld;
    this.spent = 0;
    this.withheld = this.left * 2 < atOnce ? 0 : unsaid;
    return this.withheld > 0 ? 0 : Math.min(unsaid, atOnce - this.left);
  }

  /** Whole messages. Below nothing is what is owed. */
  leftAt(nowMs: number, perSecond: number, atOnce: number): number {
    return Math.floor(Math.min(atOnce, this.left + this.#earned(nowMs, perSecond)));
  }

  giveBack(atOnce: number): void {
    this.left = Math.min(atOnce, this.left + 1);
  }

  #fill(nowMs: number, perSecond: number, atOnce: number): void {
    const earned = this.#earned(nowMs, perSecond);
    this.left = Math.min(atOnce, this.left + earned);
    this.withheld = Math.max(0, this.withheld - earned);
    this.usedAtMs = nowMs;
  }

  #earned(nowMs: number, perSecond: number): number {
    return Math.max(0, ((nowMs - this.usedAtMs) / 1000) * perSecond);
  }
}
