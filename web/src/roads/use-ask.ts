/** The Ask that is shown in the roads: for three seconds, and no longer than it is true. */
import { useEffect, useState } from 'react';
import type { Side } from '../../../src/punto-banco/outcome.js';
import type { DrawnShoe } from './shoe-board.js';
import { type Ghosts, ghostsOf } from './sheet.js';

const SHOWN_MS = 3_000;

export interface Asking {
  readonly side: Side | undefined;
  readonly ghosts: Ghosts | undefined;
  readonly ask: (side: Side) => void;
}

interface Asked {
  readonly side: Side;
  readonly of: DrawnShoe;
  readonly ghosts: Ghosts;
}

export const useAsk = (shoe: DrawnShoe): Asking => {
  const [asked, setAsked] = useState<Asked>();
  useEffect(() => {
    if (asked === undefined) return undefined;
    const timer = setTimeout(() => setAsked(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const isTrue = asked?.of === shoe;
  return {
    side: isTrue ? asked.side : undefined,
    ghosts: isTrue ? asked.ghosts : undefined,
    ask: (side) =>
      setAsked({ side, of: shoe, ghosts: ghostsOf(shoe.asks[side], shoe.statistics.coups) }),
  };
};
