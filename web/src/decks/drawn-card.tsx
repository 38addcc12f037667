/** A card of a deck, drawn. The drawings of a deck are loaded when its first card is shown. */
import { type ComponentType, Suspense, lazy } from 'react';
import { type Card, rankOf, suitOf } from '../../../src/cards/card.js';
import { DECK_HEIGHTS, type DeckName } from './deck.js';
import { INKS } from './inks.js';
import { useDeckWords } from './words.js';
import styles from './drawn-card.module.css';

type Loaded = Promise<{ readonly default: ComponentType<{ readonly card: Card }> }>;

const FACES = {
  neapolitan: lazy((): Loaded => import('./neapolitan.js')),
  piacentine: lazy((): Loaded => import('./piacentine.js')),
  french: lazy((): Loaded => import('./french.js')),
};

interface Props {
  readonly deck: DeckName;
  readonly card: Card;
  /** Whether it is the card that is worth what serves its holder. */
  readonly isMatta?: boolean;
}

/** As wide as its place sets by `--card`. */
export const DrawnCard = ({ deck, card, isMatta = false }: Props) => {
  const name = useCardName();
  const Face = FACES[deck];
  return (
    <svg
      className={styles.card}
      viewBox={`0 0 100 ${DECK_HEIGHTS[deck]}`}
      role="img"
      aria-label={name(deck, card, isMatta)}
      data-card={card}
      data-deck={deck}
      stroke={INKS[deck].line}
      strokeWidth={1.1}
      strokeLinejoin="round"
    >
      <Suspense>
        <Face card={card} />
      </Suspense>
    </svg>
  );
};

/** “Re di denari, matta”. */
export const useCardName = () => {
  const own = useDeckWords();
  return (deck: DeckName, card: Card, isMatta: boolean): string => {
    const kind = deck === 'french' ? 'french' : 'italian';
    const name = own('name', {
      rank: own(`rank.${kind}.${rankOf(card)}`),
      suit: own(`suit.${kind}.${suitOf(card)}`),
    });
    return isMatta ? own('matta', { name }) : name;
  };
};
