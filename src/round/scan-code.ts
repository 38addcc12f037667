/** What a scanner reads: a face as `KH` or `Kh`, or `CUT` for the cut card. */
import { type Card, parseCard } from '../cards/card.js';

export const CUT_CARD_CODE = 'CUT';

export type Scanned =
  { readonly kind: 'card'; readonly card: Card } | { readonly kind: 'cut_card' };

/** Undefined for an unreadable code. */
export const parseScanCode = (code: string): Scanned | undefined => {
  if (code === CUT_CARD_CODE) return { kind: 'cut_card' };
  if (code.length !== 2) return undefined;
  const card = parseCard(code.charAt(0).toUpperCase() + code.charAt(1).toLowerCase());
  return card === undefined ? undefined : { kind: 'card', card };
};

export const makeScanCode = (card: Card): string => card.toUpperCase();
