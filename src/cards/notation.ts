/** Cards in a row are written with single spaces between them: `9h Td As`. */
import { type Card, parseCard } from './card.js';

/**
 * An empty text means no cards. Undefined when a word is not a card, or the spacing is not single.
 */
export const parseCards = (text: string): readonly Card[] | undefined => {
  if (text === '') return [];
  const cards: Card[] = [];
  for (const word of text.split(' ')) {
    const card = parseCard(word);
    if (card === undefined) return undefined;
    cards.push(card);
  }
  return cards;
};

export const makeCards = (cards: readonly Card[]): string => cards.join(' ');
