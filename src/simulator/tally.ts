/** What became of the robots' betting commands, and their solo hands, counted. */
import type { SoloGame } from '../solo/game.js';

export class RobotTally {
  readonly #refused = new Map<string, number>();
  readonly #hands = new Map<SoloGame, number>();
  stood = 0;
  /** Commands whose answer never came. */
  unanswered = 0;

  refuse(refusal: string): void {
    this.#refused.set(refusal, (this.#refused.get(refusal) ?? 0) + 1);
  }

  play(game: SoloGame): void {
    this.#hands.set(game, (this.#hands.get(game) ?? 0) + 1);
  }

  /** Solo hands that are over: `blackjack 12, punto_e_banco 20`. */
  get hands(): string {
    return [...this.#hands]
      .sort(([a], [b]) => a.localeCompare(b, 'en'))
      .map(([game, count]) => `${game} ${count}`)
      .join(', ');
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
