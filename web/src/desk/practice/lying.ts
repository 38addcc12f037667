/** What a dealer sees in the practice: cards on the layout, what the scanner says, and signs. */
import type { Card } from '../../../../src/cards/card.js';

/** One card of a shoe. Its barcode names its deck. */
export interface Physical {
  readonly face: Card;
  readonly deck: number;
}

/**
 * What the scanner said of a card: what it read; that it could not, three times in a row; or
 * nothing at all.
 */
export type DrillScan = Physical | 'unreadable' | 'silent';

export interface Lying {
  readonly seat: string;
  readonly card: Physical;
  readonly scan: DrillScan;
}

/** What is to be seen besides the cards of the coup. */
export type Sign =
  | { readonly kind: 'bets_are_open' }
  /** A card of the shoe lies open, and was drawn for nobody. */
  | { readonly kind: 'card_lies_open'; readonly card: Physical }
  | { readonly kind: 'cards_on_the_floor'; readonly cards: number }
  | { readonly kind: 'no_picture' };
