/**
 * A card of a deck, drawn. The drawings of a deck are loaded when its first card is shown. Where
 * they cannot be had, a card is printed plainly: a hand waits for no drawing.
 */
import { type ComponentType, Suspense, lazy } from 'react';
import { type Card, rankOf, suitOf } from '../../../src/cards/card.js';
import { DECK_HEIGHTS, type DeckName } from './deck.js';
import { INKS } from './inks.js';
import { useDeckWords } from './words.js';
import styles from './drawn-card.module.css';

type Face = ComponentType<{ readonly card: Card; readonly deck: DeckName }>;

/** Its rank and its suit in words. */
const Plain: Face = ({ card, deck }) => {
  const { rank, suit } = useCardWords()(deck, card);
  const middle = DECK_HEIGHTS[deck] / 2;
  return (
    <g fill={INKS[deck].line} stroke="none" fontSize="18" textAnchor="middle">
      <text x="50" y={middle - 4}>
        {rank}
      </text>
      <text x="50" y={middle + 20}>
        {suit}
      </text>
    </g>
  );
};

const drawn = (load: () => Promise<{ readonly default: Face }>) =>
  lazy(() => load().catch(() => ({ default: Plain })));

const FACES = {
  neapolitan: drawn(() => import('./neapolitan.js')),
  piacentine: drawn(() => import('./piacentine.js')),
  french: drawn(() => import('./french.js')),
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
        <Face card={card} deck={deck} />
      </Suspense>
    </svg>
  );
};

/** “Re di denari, matta”. */
export const useCardName = () => {
  const own = useDeckWords();
  const words = useCardWords();
  return (deck: DeckName, card: Card, isMatta: boolean): string => {
    const name = own('name', words(deck, card));
    return isMatta ? own('matta', { name }) : name;
  };
};

/** The names of its rank and its suit. */
const useCardWords = () => {
  const own = useDeckWords();
  return (deck: DeckName, card: Card) => {
    const kind = deck === 'french' ? 'french' : 'italian';
    return {
      rank: own(`rank.${kind}.${rankOf(card)}`),
      suit: own(`suit.${kind}.${suitOf(card)}`),
    };
  };
};
