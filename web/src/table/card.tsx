/** A card, face up. */
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
      aria-label={t('card.name', {
        rank: t(`card.rank.${rank as 'A'}`),
        suit: t(`card.suit.${SUIT_NAMES[suit]}`),
      })}
    >
      <span className="rank">{shown}</span>
      <span className="suit">{`${SUITS[suit]}\u{fe0e}`}</span>
    </span>
  );
};
