/**
 * Where the player cuts the six decks: a place of their own for every hand, or chance. The studio
 * has fixed their order before.
 */
import { createStore } from 'zustand/vanilla';

/** Of the 312 cards, the last place. */
export const CUT_MAX = 311;

/** Undefined: each hand is cut by chance. */
export const chosenCut = createStore<{ readonly cut: number | undefined }>(() => ({
  cut: undefined,
}));

const RANGE = 2 ** 16;
const FAIR = RANGE - (RANGE % (CUT_MAX + 1));

/** For the next hand. Each place is as likely as any other. */
export const nextCut = (): number => {
  const { cut } = chosenCut.getState();
  if (cut !== undefined) return cut;
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint16Array(1));
    if (drawn! < FAIR) return drawn! % (CUT_MAX + 1);
  }
};
