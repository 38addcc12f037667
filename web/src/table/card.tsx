/** A card, face up. */
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { classes } from '../classes.js';

const SUITS = { h: '♥', d: '♦', c: '♣', s: '♠' } as const;
const SUIT_NAMES = { h: 'hearts', d: 'diamonds', c: 'clubs', s: 'spades' } as const;

interface Props {
  readonly face: Face;
  /** How a card looks in its place: the classes `card`, `red`, `rank`, `suit`, and `third`. */
  readonly look: Readonly<Record<string, string>>;
  /** Whether it is turned sideways. */
  readonly isThird?: boolean;
}

export const Card = ({ face, look, isThird = false }: Props) => {
  const { t } = useTranslation();
  const rank = face[0]!;
  const suit = face[1] as keyof typeof SUITS;
  const shown = rank === 'T' ? '10' : rank;
  const isRed = suit === 'h' || suit === 'd';
  return (
    <span
      className={classes(look.card, isRed && look.red, isThird && look.third)}
      role="img"
      aria-label={cardName(t, face)}
    >
      <span className={look.rank}>{shown}</span>
      <span className={look.suit}>{`${SUITS[suit]}\u{fe0e}`}</span>
    </span>
  );
};

/** “King of hearts”. */
export const cardName = (t: TFunction, face: Face): string =>
  t('card.name', {
    rank: t(`card.rank.${face.charAt(0) as 'A'}`),
    suit: t(`card.suit.${SUIT_NAMES[face.charAt(1) as keyof typeof SUITS]}`),
  });
