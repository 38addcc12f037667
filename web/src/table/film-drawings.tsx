/** What the demo’s film has from the page: its own drawings, as texts of SVG. */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Card } from '../../../src/cards/card.js';
import { CardBack } from '../decks/card-back.js';
import { FrenchFace } from '../decks/french-face.js';
import { FeltDrawing, ShoeDrawing } from './felt-drawing.js';

/** Without its paper. */
const faceSvg = (card: Card): string => svgOf(<FrenchFace card={card} />);

const backSvg = (): string => svgOf(<CardBack className={undefined} />);

const feltSvg = (): string => svgOf(<FeltDrawing />);

const shoeSvg = (): string => svgOf(<ShoeDrawing />);

const svgOf = (drawing: ReactElement): string =>
  renderToStaticMarkup(drawing).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');

export default { faceSvg, backSvg, feltSvg, shoeSvg };
