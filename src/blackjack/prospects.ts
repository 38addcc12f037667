/**
 * What a hand of Blackjack is worth against a card of the bank, by the cards that are gone. These
 * are floating-point numbers, for counting and statistics; no money is moved by them. Each is a sum
 * of products of probabilities, so its error is of the order of 10^-14.
 */
import { choicesAfterSplit, playerHands } from './player-hands.js';
import type { BlackjackChoice } from './rules.js';
import type { Standing } from './standing.js';

/** What a choice wins on average, for a first stake of 1: below zero for a loss. */
export type ChoiceGains = Partial<Record<BlackjackChoice, number>>;

/** Chooses between what each choice gains. Undefined where the hand has none. */
export type Chooser = (hand: number, gains: ChoiceGains) => BlackjackChoice | undefined;

/** The choice that gains most. */
export const mostOf: Chooser = (_, gains) => {
  let best: BlackjackChoice | undefined;
  for (const choice of PREFERENCE) {
    const gain = gains[choice];
    if (gain !== undefined && (best === undefined || gain > gains[best]!)) best = choice;
  }
  return best;
};

/** Where two choices gain the same, the first of these is taken. */
const PREFERENCE: readonly BlackjackChoice[] = ['stand', 'card', 'double', 'split'];

/** The hands of one player against one first card of the bank, played by a chooser. */
export class Prospects {
  readonly #values = new Float64Array(playerHands().length).fill(NaN);
  readonly #splits = new Map<number, Prospects>();

  constructor(
    readonly standing: Standing,
    private readonly choose: Chooser = mostOf,
  ) {}

  /** With the choices of the chooser, from this hand on. A bust has lost. */
  value(hand: number): number {
    if (hand < 0) return -1;
    const known = this.#values[hand]!;
    if (!Number.isNaN(known)) return known;
    const gains = this.gains(hand);
    const choice = this.choose(hand, gains);
    const value = choice === undefined ? this.standing.gain(hand) : gains[choice]!;
    this.#values[hand] = value;
    return value;
  }

  /** What each choice gains, if play goes on by the chooser. */
  gains(hand: number): ChoiceGains {
    const gains: ChoiceGains = {};
    for (const choice of this.choices(hand)) gains[choice] = this.#gain(hand, choice);
    return gains;
  }

  choices(hand: number): readonly BlackjackChoice[] {
    const { split } = this.standing;
    const given = playerHands()[hand]!;
    return split === undefined ? given.choices : choicesAfterSplit(given, split);
  }

  #gain(hand: number, choice: BlackjackChoice): number {
    switch (choice) {
      case 'stand':
        return this.standing.gain(hand);
      case 'card':
        return this.#meanAfterCard(hand, (next) => this.value(next));
      case 'double':
        return 2 * this.#meanAfterCard(hand, (next) => this.standing.gain(next));
      case 'split': {
        const { prospects, start } = this.afterSplit(hand);
        return 2 * prospects.#meanAfterCard(start, (next) => prospects.value(next));
      }
    }
  }

  #meanAfterCard(hand: number, value: (next: number) => number): number {
    const { next } = playerHands()[hand]!;
    let mean = 0;
    for (const [kind, chance] of this.standing.chances(hand).entries()) {
      if (chance > 0) mean += chance * value(next[kind]!);
    }
    return mean;
  }

  /**
   * The prospects of one hand of a split, and that hand with its one card. Both are worth the same:
   * what the other one draws is as unknown as the rest of the shoe.
   */
  afterSplit(pair: number): { readonly prospects: Prospects; readonly start: number } {
    const kind = playerHands()[pair]!.counts.indexOf(2);
    const known = this.#splits.get(kind);
    const prospects = known ?? new Prospects(this.standing.afterSplit(kind), this.choose);
    this.#splits.set(kind, prospects);
    return { prospects, start: playerHands()[0]!.next[kind]! };
  }
}
