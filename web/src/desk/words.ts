/** The words of the dealer’s page. */
import { useTranslation } from 'react-i18next';
import type { Card } from '../../../src/cards/card.js';
import type { WordsOf } from '../i18n/index.js';
import english from '../i18n/en/desk.json';
import italian from '../i18n/it/desk.json';
import { type MalfunctionNames, malfunctionNames } from '../staff/malfunction-names.js';

declare module '../i18n/index.js' {
  interface WordSpaces {
    readonly desk: typeof english & { readonly malfunctionName: MalfunctionNames };
  }
}

export const deskWords: WordsOf<'desk'> = {
  en: { ...english, malfunctionName: malfunctionNames.en },
  it: { ...italian, malfunctionName: malfunctionNames.it },
};

export const useDeskWords = () => useTranslation('desk').t;
export type DeskWords = ReturnType<typeof useDeskWords>;

const SUITS = { h: '♥', d: '♦', c: '♣', s: '♠' } as const;

/** `K♥`, as it is printed on the card. */
export const cardText = (card: Card): string => {
  const rank = card.charAt(0);
  const suit = card.charAt(1) as keyof typeof SUITS;
  return `${rank === 'T' ? '10' : rank}${SUITS[suit]}\u{fe0e}`;
};
