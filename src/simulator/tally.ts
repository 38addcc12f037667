/** What became of the robots' betting commands, counted. */

export class Tally {
  readonly #refused = new Map<string, number>();
  stood = 0;
  /** Commands whose answer never came. */
  unanswered = 0;

  refuse(refusal: string): void {
    this.#refused.set(refusal, (this.#refused.get(refusal) ?? 0) + 1);
  }

  get refused(): number {
    let total = 0;
    for (const count of this.#refused.values()) total += count;
    return total;
  }

  /** The most frequent first: `betting_is_closed 5, opposite_bets 2`. */
  get refusals(): string {
    return [...this.#refused]
      .sort(([, a], [, b]) => b - a)
      .map(([refusal, count]) => `${refusal} ${count}`)
      .join(', ');
  }
}
