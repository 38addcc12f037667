/** Odds as they stand on the felt, in the page’s language: `15:1`, `3:2`, `0.95:1`. */
import type { Odds } from '../../../src/money/odds.js';

export const oddsText = ({ win, stake }: Odds, language: string): string => {
  if (win >= stake) return `${win}:${stake}`;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 4 }).format(win / stake)}:1`;
};
