/** The page’s own drawings of its cards, as texts of SVG: `rolldown.config.ts` makes the code. */
import type { Card } from '../cards/card.js';

declare const cards: {
  /** Without its paper. */
  readonly faceSvg: (card: Card) => string;
  readonly backSvg: () => string;
};
export default cards;
