/**
 * How long a card takes from the shoe until it lies open. The demo’s film shows it so, and the page
 * draws a table’s cards by it, so that neither is ahead of the other.
 */
import type { CardSeat } from '../punto-banco/coup.js';

/** A card slides to its place, and is then turned. */
export const SLIDE_MS = 350;
const TURN_MS = 200;
/** The third of a hand is squeezed open. */
const SQUEEZE_MS = 700;

export const openMs = ({ position }: CardSeat): number =>
  SLIDE_MS + (position === 3 ? SQUEEZE_MS : TURN_MS);
