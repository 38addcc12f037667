/**
 * What the picture has from the page, whose own drawings are printed once, so that a frame only
 * copies them: the cards, the felt and the shoe.
 */
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { type Card, FACES } from '../cards/card.js';
import type { Brush, Print } from './brush.js';
import { CARD_HEIGHT, CARD_WIDTH, HEIGHT, SHOE, WIDTH } from './layout.js';

const CORNER = 6;
/** A print is made this many times as large as it is shown, so that it stays sharp when turned. */
const FINE = 2;

/** Where the drawings come from. */
interface Drawings {
  readonly faceSvg: (card: Card) => string;
  readonly backSvg: () => string;
  readonly feltSvg: () => string;
  readonly shoeSvg: () => string;
}

export interface Prints {
  readonly faces: ReadonlyMap<Card, Print>;
  readonly back: Print;
  readonly felt: Print;
  readonly shoe: Print;
}

export const printAll = async (drawings: Drawings): Promise<Prints> => {
  const faces = new Map<Card, Print>();
  for (const card of FACES) faces.set(card, await printCard(drawings.faceSvg(card)));
  return {
    faces,
    back: await printCard(drawings.backSvg()),
    felt: await print(drawings.feltSvg(), { width: WIDTH, height: HEIGHT }),
    shoe: await print(drawings.shoeSvg(), SHOE),
  };
};

interface Sheet {
  readonly width: number;
  readonly height: number;
  /** What is there before the drawing. */
  readonly prepare?: (brush: Brush) => void;
}

const print = async (svg: string, { width, height, prepare }: Sheet): Promise<Print> => {
  const canvas = createCanvas(FINE * width, FINE * height);
  const brush = canvas.getContext('2d');
  brush.scale(FINE, FINE);
  prepare?.(brush);
  const sized = svg.replace('<svg ', `<svg width="${FINE * width}" height="${FINE * height}" `);
  brush.drawImage(await loadImage(Buffer.from(sized)), 0, 0, width, height);
  return canvas;
};

const printCard = (svg: string): Promise<Print> =>
  print(svg, { width: CARD_WIDTH, height: CARD_HEIGHT, prepare: cutPaper });

const cutPaper = (brush: Brush): void => {
  brush.beginPath();
  brush.roundRect(0.5, 0.5, CARD_WIDTH - 1, CARD_HEIGHT - 1, CORNER);
  brush.fillStyle = '#fdfcf6';
  brush.fill();
  brush.lineWidth = 1;
  brush.strokeStyle = 'rgba(0, 0, 0, 0.35)';
  brush.stroke();
  brush.clip();
};

/** Around the origin, upright. */
export const drawCard = (brush: Brush, card: Print): void =>
  brush.drawImage(card, -CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT);
