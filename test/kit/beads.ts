/** A shoe of beads as text, in the order dealt, so that tests look like the board. */
import { type Bead, makeBead, parseBead } from '../../src/roads/bead.js';

/**
 * A whole shoe, in the order dealt, separated by spaces. Undefined when any of them is not a bead.
 */
export const parseBeads = (text: string): Bead[] | undefined => {
  const beads: Bead[] = [];
  for (const word of text.split(/\s+/)) {
    if (word === '') continue;
    const bead = parseBead(word);
    if (bead === undefined) return undefined;
    beads.push(bead);
  }
  return beads;
};

export const makeBeads = (beads: readonly Bead[]): string => beads.map(makeBead).join(' ');
