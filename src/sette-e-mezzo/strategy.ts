/**
 * The best play of Sette e Mezzo as a table: by the bank's card and the player's points. The cards
 * that made the points matter here and there, too.
 */
import type { Card } from '../cards/card.js';
import { FULL_KINDS, KINDS, cardsOf, countKinds } from './bank-hands.js';
import type { SetteEMezzoPaytable } from './paytable.js';
import { HALF_POINTS_MAX, halfPointsOf } from './points.js';
import { type SetteEMezzoChoice, choicesOf } from './rules.js';
import { bestChoice, choiceValues } from './tree.js';

/** The best play with some points against one card of the bank. */
export interface StrategyCell {
  readonly bank: Card;
  readonly halfPoints: number;
  /** What is best with most of the hands of these points. */
  readonly best: SetteEMezzoChoice;
  /** The rule leaves no choice with any of them. */
  readonly isForced: boolean;
  /** The hands, in any order, with which the other choice is better. */
  readonly unless: readonly (readonly Card[])[];
}

/**
 * Every cell that the best play comes to. A card stands for all that are worth as much: `Js` for
 * any figure but the matta.
 */
export const strategy = (paytable: SetteEMezzoPaytable): readonly StrategyCell[] =>
  KINDS.flatMap((bank) => {
    const cells = new Map<number, { cards: readonly Card[]; best: SetteEMezzoChoice }[]>();
    for (const cards of handsPlayed(bank, paytable)) {
      const best = bestChoice(choiceValues(cards, bank, paytable));
      if (best === undefined) continue;
      const points = halfPointsOf(cards);
      cells.set(points, [...(cells.get(points) ?? []), { cards, best }]);
    }
    return [...cells]
      .sort(([a], [b]) => a - b)
      .map(([halfPoints, hands]) => {
        const draws = hands.filter(({ best }) => best === 'draw').length;
        const best = draws * 2 > hands.length ? 'draw' : 'stand';
        return {
          bank,
          halfPoints,
          best,
          isForced: hands.every(({ cards }) => choicesOf(cards, [bank]).length === 1),
          unless: hands.filter((hand) => hand.best !== best).map(({ cards }) => cards),
        };
      });
  });

/** The hands that a player has a choice with, who plays as well as possible. */
const handsPlayed = (bank: Card, paytable: SetteEMezzoPaytable): readonly (readonly Card[])[] => {
  const played = new Map<string, readonly Card[]>();
  const left = FULL_KINDS.map((count, kind) => count - (KINDS[kind] === bank ? 1 : 0));
  const play = (counts: readonly number[]): void => {
    const cards = cardsOf(counts);
    if (played.has(counts.join()) || halfPointsOf(cards) >= HALF_POINTS_MAX) return;
    played.set(counts.join(), cards);
    if (cards.length > 0 && bestChoice(choiceValues(cards, bank, paytable)) !== 'draw') return;
    for (const [kind, count] of counts.entries()) {
      if (count < left[kind]!) play(counts.with(kind, count + 1));
    }
  };
  play(countKinds([]));
  return [...played.values()].filter((cards) => cards.length > 0);
};
