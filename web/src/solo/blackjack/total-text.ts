/** The total of a hand, in figures and in words: both, where an ace may still count 1 or 11. */
import { TOTAL_MAX, type Total } from '../../../../src/blackjack/total.js';
import type { useBlackjackWords } from './words.js';

/** 21 is 21, whatever its ace counts. */
const isEither = ({ total, isSoft }: Total): boolean => isSoft && total < TOTAL_MAX;

/** “7/17”, “20”. */
export const totalText = (of: Total): string =>
  isEither(of) ? `${of.total - 10}/${of.total}` : `${of.total}`;

/** “Total 7 or 17”, “Total 20”, “Total 24, bust”. */
export const totalInWords = (own: ReturnType<typeof useBlackjackWords>, of: Total): string => {
  const { total } = of;
  if (isEither(of)) return own('softTotal', { low: total - 10, high: total });
  return own(total > TOTAL_MAX ? 'bust' : 'total', { total });
};
