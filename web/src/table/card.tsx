/** A card, face up, and the back of one that is not shown yet. */
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Card as Face } from '../../../src/cards/card.js';
import { classes } from '../classes.js';

const SUITS = { h: '♥', d: '♦', c: '♣', s: '♠' } as const;
const SUIT_NAMES = { h: 'hearts', d: 'diamonds', c: 'clubs', s: 'spades' } as const;

export interface CardProps {
  readonly face: Face;
  /** How a card looks in its place: the classes `card`, `red`, `rank`, `suit`, and `third`. */
  readonly look: Readonly<Record<string, string>>;
  /** Whether it is turned sideways. */
  readonly isThird?: boolean;
}

interface Props extends CardProps {
  /** What is on its face instead of its rank and suit. */
  readonly children?: ReactNode;
}

export const Card = ({ face, look, isThird = false, children }: Props) => {
  const { t } = useTranslation();
  const suit = face.charAt(1);
  const isRed = suit === 'h' || suit === 'd';
  return (
    <span
      className={classes(look.card, isRed && look.red, isThird && look.third)}
      role="img"
      aria-label={cardName(t, face)}
    >
      {children ?? <Print face={face} look={look} />}
    </span>
  );
};

/** Rank and suit as letters. */
export const Print = ({ face, look }: Pick<CardProps, 'face' | 'look'>) => {
  const rank = face.charAt(0);
  return (
    <>
      <span className={look.rank}>{rank === 'T' ? '10' : rank}</span>
      <span className={look.suit}>{`${SUITS[face.charAt(1) as keyof typeof SUITS]}\u{fe0e}`}</span>
    </>
  );
};

/** A card that lies face down. */
export const CardBack = ({ look, isThird = false }: Omit<CardProps, 'face'>) => {
  const { t } = useTranslation();
  return (
    <span
      className={classes(look.card, look.down, isThird && look.third)}
      role="img"
      aria-label={t('card.faceDown')}
      data-part="card-back"
    />
  );
};

/** “King of hearts”. */
export const cardName = (t: TFunction, face: Face): string =>
  t('card.name', {
    rank: t(`card.rank.${face.charAt(0) as 'A'}`),
    suit: t(`card.suit.${SUIT_NAMES[face.charAt(1) as keyof typeof SUITS]}`),
  });
