/** A card: one of 52 faces, a rank and a suit, written `9h`, `Td`, `As`. */

export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export type Rank = (typeof RANKS)[number];

export const SUITS = ['s', 'h', 'd', 'c'] as const;
export type Suit = (typeof SUITS)[number];

const COLOURS = ['black', 'red'] as const;
type Colour = (typeof COLOURS)[number];

export type Card = `${Rank}${Suit}`;

export const makeCard = (rank: Rank, suit: Suit): Card => `${rank}${suit}`;

/**
 * The 52 faces in the order of a new deck: spades, hearts, diamonds, clubs, each from ace to king.
 */
export const FACES: readonly Card[] = Object.freeze(
  SUITS.flatMap((suit) => RANKS.map((rank) => makeCard(rank, suit))),
);

const FACE_OF_TEXT: ReadonlyMap<string, Card> = new Map(FACES.map((face) => [face, face]));

/** Undefined for anything but an upper-case rank followed by a lower-case suit. */
export const parseCard = (text: string): Card | undefined => FACE_OF_TEXT.get(text);

export const rankOf = (card: Card): Rank => card.charAt(0) as Rank;

export const suitOf = (card: Card): Suit => card.charAt(1) as Suit;

export const colourOf = (card: Card): Colour => {
  const suit = suitOf(card);
  switch (suit) {
    case 's':
    case 'c':
      return 'black';
    case 'h':
    case 'd':
      return 'red';
  }
};
