/**
 * Where the player cuts the six decks: a place of their own for the next hand, or chance. The
 * studio has fixed their order before, so a place serves for one hand.
 */
import { createStore } from 'zustand/vanilla';

/** Of the 312 cards, the last place. */
export const CUT_MAX = 311;

/** Of the next hand. Undefined: it is cut by chance. */
export const chosenCut = createStore<{ readonly cut: number | undefined }>(() => ({
  cut: undefined,
}));

const RANGE = 2 ** 16;
const FAIR = RANGE - (RANGE % (CUT_MAX + 1));

/** For a deal that is sent now. Where none is chosen, each place is as likely as any other. */
export const takeCut = (): number => {
  const { cut } = chosenCut.getState();
  chosenCut.setState({ cut: undefined });
  if (cut !== undefined) return cut;
  for (;;) {
    const [drawn] = crypto.getRandomValues(new Uint16Array(1));
    if (drawn! < FAIR) return drawn! % (CUT_MAX + 1);
  }
};
