/**
 * The cards of a coup as a person types them, seat by seat: which coup they make, or what is wrong
 * with them.
 */
import { type Card, parseCard } from '../../../../src/cards/card.js';
import { type Coup, dealCoup, nextSeat } from '../../../../src/punto-banco/coup.js';

/** In the order of dealing, the thirds last. */
export const SEATS = ['punto_1', 'banco_1', 'punto_2', 'banco_2', 'punto_3', 'banco_3'] as const;
export type SeatName = (typeof SEATS)[number];

/** What is written for each seat. Nothing where there is no card. */
export type TypedCoup = Readonly<Record<SeatName, string>>;

type ReadCoup =
  | { readonly coup: Coup }
  | { readonly fault: 'not_a_card' | 'card_missing' | 'card_too_many'; readonly seat: SeatName };

export const NO_CARDS: TypedCoup = {
  punto_1: '',
  banco_1: '',
  punto_2: '',
  banco_2: '',
  punto_3: '',
  banco_3: '',
};

/** `10h`, `TH` and `th` are the ten of hearts. */
export const typedCard = (text: string): Card | undefined => {
  const plain = text.trim().toLowerCase().replace(/^10/, 't');
  return plain.length === 2 ? parseCard(plain[0]!.toUpperCase() + plain[1]!) : undefined;
};

/** The tableau alone says who gets a third card. */
export const readCoup = (typed: TypedCoup): ReadCoup => {
  const left = new Map(SEATS.map((seat) => [seat, typed[seat].trim()] as const));
  for (const [seat, text] of left) {
    if (text !== '' && typedCard(text) === undefined) return { fault: 'not_a_card', seat };
  }
  const cards: Card[] = [];
  for (let due = nextSeat(cards); due !== undefined; due = nextSeat(cards)) {
    const seat: SeatName = `${due.side}_${due.position}`;
    const card = typedCard(left.get(seat)!);
    if (card === undefined) return { fault: 'card_missing', seat };
    cards.push(card);
    left.delete(seat);
  }
  for (const [seat, text] of left) if (text !== '') return { fault: 'card_too_many', seat };
  return { coup: dealCoup(cards)! };
};

/** Cards in the order of dealing, as they would be typed. */
export const typeCoup = (cards: readonly Card[]): TypedCoup => {
  const typed: Record<SeatName, string> = { ...NO_CARDS };
  for (const [index, card] of cards.entries()) {
    const seat = nextSeat(cards.slice(0, index));
    if (seat !== undefined) typed[`${seat.side}_${seat.position}`] = card;
  }
  return typed;
};
