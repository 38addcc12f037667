/**
 * The best play by a table: what to do with a total against the bank's card, whatever cards made
 * it. It is what a help page prints, and is worth a little less than the play by one's own cards.
 */
import { KINDS } from './kinds.js';
import type { BlackjackPaytable } from './paytable.js';
import { playerHands } from './player-hands.js';
import { type ChoiceGains, type Chooser, Prospects, mostOf } from './prospects.js';
import type { BlackjackChoice } from './rules.js';
import { ofWholeShoe } from './standing.js';

/** Against one card of the bank. Hands differ by their total, and whether it is soft. */
export interface BasicStrategy {
  /** Totals on which one stands; one takes a card on all others. */
  readonly stands: ReadonlySet<string>;
  /** Totals of two cards that one doubles. */
  readonly doubles: ReadonlySet<string>;
  /** The kinds of pairs that one splits. */
  readonly splits: ReadonlySet<number>;
}

/** `hard 16`, `soft 18`. */
export const totalName = (total: number, isSoft: boolean): string =>
  `${isSoft ? 'soft' : 'hard'} ${total}`;

/** The best table, for each kind of the bank's card in the order of `KINDS`. */
export const basicStrategy = (paytable: BlackjackPaytable): readonly BasicStrategy[] =>
  KINDS.map((_, bank) => {
    let best = improved(NOTHING, new Prospects(ofWholeShoe(bank, paytable)), mostOf);
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const choose = playing(best);
      const prospects = new Prospects(ofWholeShoe(bank, paytable), choose);
      const next = improved(best, prospects, choose);
      if (isSame(best, next)) return best;
      best = next;
    }
    return best;
  });

/** More than it has ever taken until a table is the best answer to itself. */
const ROUNDS_MAX = 20;

const NOTHING: BasicStrategy = { stands: new Set(), doubles: new Set(), splits: new Set() };

/** Plays by the table, as far as the rules allow. */
export const playing =
  ({ stands, doubles, splits }: BasicStrategy): Chooser =>
  (hand, gains) => {
    const { counts, total, isSoft } = playerHands()[hand]!;
    const name = totalName(total, isSoft);
    if (gains.split !== undefined && splits.has(counts.indexOf(2))) return 'split';
    if (gains.double !== undefined && doubles.has(name)) return 'double';
    if (gains.stand === undefined) return undefined;
    return stands.has(name) ? 'stand' : 'card';
  };

/** How much a choice gains over another, by totals: each hand counts as often as it comes up. */
type Surplus = Map<string, number>;

/** The table that is best when all other choices are made by the chooser. */
const improved = (before: BasicStrategy, prospects: Prospects, choose: Chooser): BasicStrategy => {
  const standing: Surplus = new Map();
  const doubling: Surplus = new Map();
  const splits = new Set<number>();
  const weigh = (hand: number, weight: number, gains: ChoiceGains, chosen: BlackjackChoice) => {
    const { cards, counts, total, isSoft } = playerHands()[hand]!;
    const name = totalName(total, isSoft);
    const { card, stand, double, split } = gains;
    if (card === undefined || stand === undefined) return;
    const plain =
      before === NOTHING ? Math.max(card, stand) : before.stands.has(name) ? stand : card;
    if (split !== undefined && split > Math.max(plain, double ?? plain)) {
      splits.add(counts.indexOf(2));
    }
    if (double !== undefined && chosen !== 'split') add(doubling, name, weight * (double - plain));
    if (cards > 2 || chosen === 'card' || chosen === 'stand') {
      add(standing, name, weight * (stand - card));
    }
  };
  const walk = (of: Prospects, weights: Float64Array): void => {
    for (const [hand, weight] of weights.entries()) {
      if (weight === 0 || playerHands()[hand]!.cards < 2) continue;
      const gains = of.gains(hand);
      const chosen = choose(hand, gains);
      if (chosen === undefined) continue;
      weigh(hand, weight, gains, chosen);
      if (chosen === 'card') spread(of, hand, weight, weights);
      if (chosen !== 'split') continue;
      const { prospects: half, start } = of.afterSplit(hand);
      const further = new Float64Array(playerHands().length);
      spread(half, start, 2 * weight, further);
      walk(half, further);
    }
  };
  const dealt = new Float64Array(playerHands().length);
  spread(prospects, 0, 1, dealt);
  for (const [one, weight] of [...dealt].entries()) {
    if (weight > 0) spread(prospects, one, weight, dealt);
  }
  walk(prospects, dealt);
  return {
    stands: chosenIn(standing, before.stands),
    doubles: chosenIn(doubling, before.doubles),
    splits,
  };
};

/** Gives each hand that one more card makes its part of the weight. */
const spread = (of: Prospects, hand: number, weight: number, weights: Float64Array): void => {
  const { next } = playerHands()[hand]!;
  for (const [kind, chance] of of.standing.chances(hand).entries()) {
    if (next[kind]! >= 0) weights[next[kind]!]! += weight * chance;
  }
};

const add = (to: Surplus, name: string, surplus: number): void => {
  to.set(name, (to.get(name) ?? 0) + surplus);
};

/** A total that did not come up stays as it was. */
const chosenIn = (surplus: Surplus, before: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([
    ...[...before].filter((name) => !surplus.has(name)),
    ...[...surplus].flatMap(([name, value]) => (value > 0 ? [name] : [])),
  ]);

const isSame = (a: BasicStrategy, b: BasicStrategy): boolean => textOf(a) === textOf(b);

const textOf = ({ stands, doubles, splits }: BasicStrategy): string =>
  [stands, doubles, splits].map((names) => [...names].sort().join()).join('|');
