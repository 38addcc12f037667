/**
 * A coup: one deal. The tableau alone decides which card seat each card goes to and when the coup
 * is complete (RULES 1.1).
 */
import type { Card } from '../cards/card.js';
import { isNatural, pointsOf, totalOf } from './hand.js';
import type { Outcome, Side } from './outcome.js';
import { type Pair, pairOf } from './pair.js';
import { bancoDraws, puntoDraws } from './tableau.js';

/** Where a card goes: a side, and whether it is that side's first, second or third card. */
export interface CardSeat {
  readonly side: Side;
  readonly position: 1 | 2 | 3;
}

/** Everything about a coup that a bet can depend on. */
export interface CoupResult {
  readonly puntoTotal: number;
  readonly bancoTotal: number;
  readonly outcome: Outcome;
  readonly naturals: Readonly<Record<Side, boolean>>;
  readonly pairs: Readonly<Record<Side, Pair | undefined>>;
}

/**
 * `cards` are in the order of dealing, `punto` and `banco` in the order in which that side got
 * them.
 */
export interface Coup extends CoupResult {
  readonly cards: readonly Card[];
  readonly punto: readonly Card[];
  readonly banco: readonly Card[];
}

export const COUP_CARDS_MAX = 6;

/**
 * The coup that these cards make, in the order of dealing. Undefined when a card is missing or one
 * is too many.
 */
export const dealCoup = (cards: readonly Card[]): Coup | undefined => {
  const hands: Record<Side, Card[]> = { punto: [], banco: [] };
  for (const [dealt, card] of cards.entries()) {
    const seat = nextSeat(cards.slice(0, dealt));
    if (seat === undefined) return undefined;
    hands[seat.side].push(card);
  }
  if (nextSeat(cards) !== undefined) return undefined;

  const { punto, banco } = hands;
  const puntoTotal = totalOf(punto);
  const bancoTotal = totalOf(banco);
  return {
    cards,
    punto,
    banco,
    puntoTotal,
    bancoTotal,
    outcome: outcomeOf(puntoTotal, bancoTotal),
    naturals: { punto: holdsNatural(punto), banco: holdsNatural(banco) },
    pairs: { punto: firstPair(punto), banco: firstPair(banco) },
  };
};

/**
 * The card seat of the next card, after the cards dealt so far. Undefined when the coup is
 * complete, and for a list longer than its coup, which no lawful deal makes.
 */
export const nextSeat = (cards: readonly Card[]): CardSeat | undefined => {
  const [puntoFirst, bancoFirst, puntoSecond, bancoSecond, third] = cards;
  if (puntoFirst === undefined) return PUNTO_FIRST;
  if (bancoFirst === undefined) return BANCO_FIRST;
  if (puntoSecond === undefined) return PUNTO_SECOND;
  if (bancoSecond === undefined) return BANCO_SECOND;
  if (cards.length >= COUP_CARDS_MAX) return undefined;

  const punto = totalOf([puntoFirst, puntoSecond]);
  const banco = totalOf([bancoFirst, bancoSecond]);
  if (!puntoDraws(punto, banco)) {
    return third === undefined && bancoDraws(punto, banco, undefined) ? BANCO_THIRD : undefined;
  }
  if (third === undefined) return PUNTO_THIRD;
  return bancoDraws(punto, banco, pointsOf(third)) ? BANCO_THIRD : undefined;
};

export const outcomeOf = (puntoTotal: number, bancoTotal: number): Outcome => {
  if (puntoTotal === bancoTotal) return 'egalite';
  return puntoTotal > bancoTotal ? 'punto' : 'banco';
};

const seat = (side: Side, position: CardSeat['position']): CardSeat =>
  Object.freeze({ side, position });

const PUNTO_FIRST = seat('punto', 1);
const BANCO_FIRST = seat('banco', 1);
const PUNTO_SECOND = seat('punto', 2);
const BANCO_SECOND = seat('banco', 2);
const PUNTO_THIRD = seat('punto', 3);
const BANCO_THIRD = seat('banco', 3);

const holdsNatural = (hand: readonly Card[]): boolean =>
  hand.length === 2 && isNatural(totalOf(hand));

const firstPair = (hand: readonly Card[]): Pair | undefined => pairOf(hand[0]!, hand[1]!);
