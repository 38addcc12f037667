/** Odds as they stand on the felt: `15:1`, `3:2`, `0.95:1`. */
import type { Odds } from '../../../src/money/odds.js';

export const oddsText = ({ win, stake }: Odds): string =>
  win < stake ? `${win / stake}:1` : `${win}:${stake}`;
