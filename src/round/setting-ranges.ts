/**
 * The range in which the pit may set each time of a table while it runs, in ms, both ends included.
 */
import { CARDS_MAX_MS } from './settings.js';

export const TIME_RANGES = {
  betMs: [1_000, 600_000],
  lastBetsMs: [0, 600_000],
  pauseMs: [0, 600_000],
  squeezeMs: [2_000, 20_000],
  cardsMaxMs: [60_000, CARDS_MAX_MS],
  streamLostMs: [500, 600_000],
} as const;
export type TimeName = keyof typeof TIME_RANGES;
