/** Cards as the picture shows them: the face with its pips, the back, and the suits’ shapes. */
import { type Card, type Suit, colourOf, rankOf, suitOf } from '../cards/card.js';
import type { Brush } from './brush.js';

export const CARD_WIDTH = 66;
export const CARD_HEIGHT = 94;
const CORNER = 6;
const INK = { red: '#c3142d', black: '#15161b' } as const;
const SERIF = '"DejaVu Serif", "Liberation Serif", Georgia, serif';

/** A suit of size 1 around the origin. */
const SUIT_SHAPES: Readonly<Record<Suit, (brush: Brush) => void>> = {
  d: (brush) => {
    brush.moveTo(0, -0.5);
    brush.lineTo(0.37, 0);
    brush.lineTo(0, 0.5);
    brush.lineTo(-0.37, 0);
    brush.closePath();
  },
  h: (brush) => {
    brush.moveTo(0, 0.5);
    brush.bezierCurveTo(-0.72, -0.02, -0.45, -0.62, 0, -0.24);
    brush.bezierCurveTo(0.45, -0.62, 0.72, -0.02, 0, 0.5);
  },
  s: (brush) => {
    brush.moveTo(0, -0.5);
    brush.bezierCurveTo(0.72, 0.06, 0.38, 0.5, 0.06, 0.2);
    brush.lineTo(0.17, 0.5);
    brush.lineTo(-0.17, 0.5);
    brush.lineTo(-0.06, 0.2);
    brush.bezierCurveTo(-0.38, 0.5, -0.72, 0.06, 0, -0.5);
  },
  c: (brush) => {
    for (const [x, y] of [
      [0, -0.24],
      [-0.25, 0.1],
      [0.25, 0.1],
    ] as const) {
      brush.moveTo(x + 0.23, y);
      brush.arc(x, y, 0.23, 0, 2 * Math.PI);
    }
    brush.moveTo(0.05, 0.02);
    brush.lineTo(0.17, 0.5);
    brush.lineTo(-0.17, 0.5);
    brush.lineTo(-0.05, 0.02);
    brush.closePath();
  },
};

interface Pip {
  readonly suit: Suit;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

const drawSuit = (brush: Brush, { suit, x, y, size }: Pip): void => {
  brush.save();
  brush.translate(x, y);
  // Those of the lower half stand on their heads.
  brush.scale(size, y > 1 ? -size : size);
  brush.beginPath();
  SUIT_SHAPES[suit](brush);
  brush.fill();
  brush.restore();
};

const [LEFT, RIGHT] = [-12, 12];
const [TOP, UPPER, LOWER, BOTTOM] = [-32, -10.7, 10.7, 32];
type Place = readonly [x: number, y: number];
const FOUR: readonly Place[] = [
  [LEFT, TOP],
  [RIGHT, TOP],
  [LEFT, BOTTOM],
  [RIGHT, BOTTOM],
];
const EIGHT: readonly Place[] = [
  ...FOUR,
  [LEFT, UPPER],
  [RIGHT, UPPER],
  [LEFT, LOWER],
  [RIGHT, LOWER],
];
const SIX: readonly Place[] = [...FOUR, [LEFT, 0], [RIGHT, 0]];

/** Where the pips of a rank are. A figure has a letter in place of them. */
const PIPS: Readonly<Record<string, readonly Place[]>> = {
  A: [[0, 0]],
  2: [
    [0, TOP],
    [0, BOTTOM],
  ],
  3: [
    [0, TOP],
    [0, 0],
    [0, BOTTOM],
  ],
  4: FOUR,
  5: [...FOUR, [0, 0]],
  6: SIX,
  7: [...SIX, [0, -16]],
  8: [...SIX, [0, -16], [0, 16]],
  9: [...EIGHT, [0, 0]],
  T: [...EIGHT, [0, -21.3], [0, 21.3]],
};

/** The paper around the origin, with its shadow’s edge. */
const drawPaper = (brush: Brush, colour: string): void => {
  brush.beginPath();
  brush.roundRect(-CARD_WIDTH / 2, -CARD_HEIGHT / 2, CARD_WIDTH, CARD_HEIGHT, CORNER);
  brush.fillStyle = colour;
  brush.fill();
  brush.lineWidth = 1;
  brush.strokeStyle = 'rgba(0, 0, 0, 0.35)';
  brush.stroke();
};

/** The face around the origin, upright. */
export const drawFace = (brush: Brush, card: Card): void => {
  const [rank, suit] = [rankOf(card), suitOf(card)];
  const pips = PIPS[rank];
  drawPaper(brush, '#fdfcf6');
  brush.fillStyle = INK[colourOf(card)];
  for (const [x, y] of pips ?? []) drawSuit(brush, { suit, x, y, size: rank === 'A' ? 34 : 14 });
  if (pips === undefined) drawFigure(brush, rank, suit);
  for (const turned of [false, true]) {
    brush.save();
    if (turned) brush.rotate(Math.PI);
    brush.font = `bold ${rank === 'T' ? 11 : 15}px ${SERIF}`;
    brush.textAlign = 'center';
    brush.textBaseline = 'alphabetic';
    brush.fillText(rank === 'T' ? '10' : rank, -26, -32);
    drawSuit(brush, { suit, x: -26, y: -25, size: 10 });
    brush.restore();
  }
};

const drawFigure = (brush: Brush, rank: string, suit: Suit): void => {
  const ink = brush.fillStyle;
  brush.save();
  brush.beginPath();
  brush.roundRect(-17, -36, 34, 72, 3);
  const ground = brush.createLinearGradient(-17, -36, 17, 36);
  for (const [at, colour] of [
    [0, '#f6d988'],
    [0.5, '#fff6da'],
    [1, '#e9b95c'],
  ] as const) {
    ground.addColorStop(at, colour);
  }
  brush.fillStyle = ground;
  brush.fill();
  brush.strokeStyle = ink;
  brush.stroke();
  brush.fillStyle = ink;
  brush.font = `bold 34px ${SERIF}`;
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.fillText(rank, 0, 2);
  drawSuit(brush, { suit, x: -9, y: -27, size: 11 });
  drawSuit(brush, { suit, x: 9, y: 27, size: 11 });
  brush.restore();
};

/** The back around the origin, upright. */
export const drawBack = (brush: Brush): void => {
  drawPaper(brush, '#fdfcf6');
  brush.save();
  brush.beginPath();
  brush.roundRect(-CARD_WIDTH / 2 + 4, -CARD_HEIGHT / 2 + 4, CARD_WIDTH - 8, CARD_HEIGHT - 8, 4);
  brush.fillStyle = '#7c1024';
  brush.fill();
  brush.clip();
  brush.strokeStyle = 'rgba(255, 214, 140, 0.55)';
  brush.lineWidth = 1;
  brush.beginPath();
  for (let at = -96; at <= 96; at += 9) {
    brush.moveTo(at - 48, -48);
    brush.lineTo(at + 48, 48);
    brush.moveTo(at + 48, -48);
    brush.lineTo(at - 48, 48);
  }
  brush.stroke();
  brush.restore();
};
