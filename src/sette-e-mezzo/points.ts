/**
 * The points of Sette e Mezzo, in half-points: whole numbers, never floats (RULES 4). Seven and a
 * half points are 15.
 */
import { type Card, FACES, type Rank, rankOf } from '../cards/card.js';
import { assert } from '../money/assert.js';

/** The king of diamonds: it is worth what serves its holder best. */
export const MATTA: Card = 'Kd';

/** More is a bust. */
export const HALF_POINTS_MAX = 15;

const HALF_POINTS: Readonly<Partial<Record<Rank, number>>> = Object.freeze({
  A: 2,
  2: 4,
  3: 6,
  4: 8,
  5: 10,
  6: 12,
  7: 14,
  J: 1,
  Q: 1,
  K: 1,
});

/** What the matta may be worth: a half, or one to seven points. */
const MATTA_HALF_POINTS = [14, 12, 10, 8, 6, 4, 2, 1];

/** The 40 cards of a new deck: ace to seven and the figures of each suit. */
export const FORTY_CARDS: readonly Card[] = Object.freeze(
  FACES.filter((face) => HALF_POINTS[rankOf(face)] !== undefined),
);

/** A matta that is its holder's only card counts a half, and its holder must draw. */
export const isMattaAlone = (cards: readonly Card[]): boolean =>
  cards.length === 1 && cards[0] === MATTA;

/**
 * What the matta among these cards is worth, in half-points: the most that does not bust. Undefined
 * where there is none.
 */
export const mattaHalfPoints = (cards: readonly Card[]): number | undefined => {
  if (!cards.includes(MATTA)) return undefined;
  if (isMattaAlone(cards)) return 1;
  const others = plainHalfPoints(cards);
  return MATTA_HALF_POINTS.find((worth) => others + worth <= HALF_POINTS_MAX) ?? 1;
};

/** No cards have 0. More than 15 is a bust. */
export const halfPointsOf = (cards: readonly Card[]): number =>
  plainHalfPoints(cards) + (mattaHalfPoints(cards) ?? 0);

/** Without the matta. */
const plainHalfPoints = (cards: readonly Card[]): number => {
  let total = 0;
  for (const card of cards) {
    if (card === MATTA) continue;
    const worth = HALF_POINTS[rankOf(card)];
    assert(worth !== undefined, 'a hand is dealt from the forty cards');
    total += worth;
  }
  return total;
};
