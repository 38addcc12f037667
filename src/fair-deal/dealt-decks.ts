/** Decks as hands are dealt from them, one after the other: what the statistics are made of. */
import type { Card } from '../cards/card.js';
import type { Entropy } from '../cards/shuffle.js';
import { CUT_MAX, deckOf } from '../chance/deck.js';
import { newOpening } from '../chance/opening.js';

export const DECK_KINDS = ['one deck', 'six decks'] as const;
export type DeckKind = (typeof DECK_KINDS)[number];

export const DECKS_OF: Readonly<Record<DeckKind, number>> = { 'one deck': 1, 'six decks': 6 };

/** The deck of the hand of this number, from 0, whose opening is made with these bytes. */
export const dealtDeck = (kind: DeckKind, number: number, entropy: Entropy): readonly Card[] => {
  const hand = String(100_000_000_000 + number);
  switch (kind) {
    case 'one deck': {
      const deal = {
        game: 'punto_e_banco',
        rules: 'punto-e-banco-1',
        hand,
        seed: 'chance',
      } as const;
      return deckOf(deal, newOpening(deal.game, entropy));
    }
    case 'six decks': {
      const cut = number % (CUT_MAX + 1);
      const deal = { game: 'blackjack', rules: 'blackjack-1', hand, cut } as const;
      return deckOf(deal, newOpening(deal.game, entropy));
    }
  }
};
