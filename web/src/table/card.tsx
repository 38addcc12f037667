/** A card, face up. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';

const SUITS = { h: '♥', d: '♦', c: '♣', s: '♠' } as const;
const SUIT_NAMES = { h: 'hearts', d: 'diamonds', c: 'clubs', s: 'spades' } as const;

export const Card = ({ face, isThird }: { readonly face: Face; readonly isThird: boolean }) => {
  const { t } = useTranslation();
  const rank = face[0]!;
  const suit = face[1] as keyof typeof SUITS;
  const shown = rank === 'T' ? '10' : rank;
  const isRed = suit === 'h' || suit === 'd';
  return (
    <span
      className={`card${isRed ? ' red' : ''}${isThird ? ' third' : ''}`}
      role="img"
      aria-label={cardName(t, face)}
    >
      <span className="rank">{shown}</span>
      <span className="suit">{`${SUITS[suit]}\u{fe0e}`}</span>
    </span>
  );
};

/** “King of hearts”. */
export const cardName = (t: TFunction, face: Face): string =>
  t('card.name', {
    rank: t(`card.rank.${face.charAt(0) as 'A'}`),
    suit: t(`card.suit.${SUIT_NAMES[face.charAt(1) as keyof typeof SUITS]}`),
  });
