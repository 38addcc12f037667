/**
 * Cards as the picture shows them: the page’s own drawings, printed once on paper, so that a frame
 * only copies them.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Card, FACES } from '../cards/card.js';
import type { Brush, Print } from './brush.js';

export const CARD_WIDTH = 66;
export const CARD_HEIGHT = 94;
const CORNER = 6;
/** A print is so much larger than it is drawn: a card that is turned stays sharp. */
const FINE = 2;

/** Where the drawings come from. */
interface Drawings {
  readonly faceSvg: (card: Card) => string;
  readonly backSvg: () => string;
}

export interface PrintedCards {
  readonly faces: ReadonlyMap<Card, Print>;
  readonly back: Print;
}

export const printCards = async ({ faceSvg, backSvg }: Drawings): Promise<PrintedCards> => {
  const faces = new Map<Card, Print>();
  for (const card of FACES) faces.set(card, await printed(faceSvg(card)));
  return { faces, back: await printed(backSvg()) };
};

const printed = async (svg: string): Promise<Print> => {
  const [width, height] = [FINE * CARD_WIDTH, FINE * CARD_HEIGHT];
  const canvas = createCanvas(width, height);
  const brush = canvas.getContext('2d');
  brush.scale(FINE, FINE);
  brush.beginPath();
  brush.roundRect(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, CORNER);
  brush.fillStyle = '#fdfcf6';
  brush.fill();
  brush.lineWidth = 1;
  brush.strokeStyle = 'rgba(0, 0, 0, 0.35)';
  brush.stroke();
  brush.clip();
  const sized = svg.replace('<svg ', `<svg width="${width}" height="${height}" `);
  brush.drawImage(await loadImage(Buffer.from(sized)), 0, 0, CARD_WIDTH, CARD_HEIGHT);
  return canvas;
};

/** Around the origin, upright. */
export const drawCard = (brush: Brush, print: Print): void =>
  brush.drawImage(print, -CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT);
