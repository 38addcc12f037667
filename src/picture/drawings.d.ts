/** The page’s own drawings, as texts of SVG: `rolldown.config.ts` makes the code. */
import type { Card } from '../cards/card.js';

declare const drawings: {
  /** Without its paper. */
  readonly faceSvg: (card: Card) => string;
  readonly backSvg: () => string;
  readonly feltSvg: () => string;
  readonly shoeSvg: () => string;
};
export default drawings;
