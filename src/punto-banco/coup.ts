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
  for (let dealt = 0; dealt < cards.length; dealt += 1) {
    const seat = nextSeat(cards, dealt);
    if (seat === undefined) return undefined;
    hands[seat.side].push(cards[dealt]!);
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
 * The card seat of the next card, after the first `dealt` of the cards. Undefined when the coup is
 * complete, and for a list longer than its coup, which no lawful deal makes.
 */
export const nextSeat = (
  cards: readonly Card[],
  dealt: number = cards.length,
): CardSeat | undefined => {
  if (dealt < FIRST_SEATS.length) return FIRST_SEATS[dealt];
  if (dealt >= COUP_CARDS_MAX) return undefined;

  const punto = totalOf([cards[0]!, cards[2]!]);
  const banco = totalOf([cards[1]!, cards[3]!]);
  const third = dealt > FIRST_SEATS.length ? cards[FIRST_SEATS.length] : undefined;
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

/** The first four cards go to these, in every coup. */
const FIRST_SEATS: readonly CardSeat[] = [
  seat('punto', 1),
  seat('banco', 1),
  seat('punto', 2),
  seat('banco', 2),
];
const PUNTO_THIRD = seat('punto', 3);
const BANCO_THIRD = seat('banco', 3);

const holdsNatural = (hand: readonly Card[]): boolean =>
  hand.length === 2 && isNatural(totalOf(hand));

const firstPair = (hand: readonly Card[]): Pair | undefined => pairOf(hand[0]!, hand[1]!);
