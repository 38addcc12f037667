/**
 * Where everything is on the picture, in its pixels: a box for the cards of each side, and between
 * them the spots, in three rows as on the page.
 */
import type { CardSeat } from '../punto-banco/coup.js';
import type { Side } from '../punto-banco/outcome.js';
import { BONUS_SPOTS, MAIN_SPOTS, PAIR_SPOTS, type Spot } from '../punto-banco/spot.js';

export const WIDTH = 640;
export const HEIGHT = 360;

export const CARD_WIDTH = 60;
export const CARD_HEIGHT = 85;

export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Pose {
  readonly x: number;
  readonly y: number;
  /** In radians. */
  readonly angle: number;
}

/** A stage that is wider than the picture cuts off what is above and below. */
const TOP = 80;
const FOOT = 234;

const BOX_WIDTH = 224;
export const BOXES: Readonly<Record<Side, Area>> = {
  punto: { x: 6, y: TOP, width: BOX_WIDTH, height: FOOT - TOP },
  banco: { x: WIDTH - 6 - BOX_WIDTH, y: TOP, width: BOX_WIDTH, height: FOOT - TOP },
};

/** Below the boxes: what the result is called. */
export const RESULT_Y = FOOT + 16;

export const SHOE: Area = { x: 542, y: 30, width: 92, height: 57 };
/** Cards come out of the shoe’s mouth, on its left, and go to the tray. */
export const MOUTH: Pose = { x: 564, y: 66, angle: 1.1 };
export const TRAY: Pose = { x: 48, y: 54, angle: 0.5 };

/** The dealer’s chips come from there, and the players’ go there. */
export const FLOAT_Y = 20;
export const PLAYERS_Y = 400;

const GAP = 4;
const SPOTS_X = BOXES.punto.x + BOX_WIDTH + GAP;
const SPOTS_WIDTH = WIDTH - 2 * SPOTS_X;

const rowAt = (y: number, height: number, spots: readonly Spot[]): readonly [Spot, Area][] => {
  const width = (SPOTS_WIDTH - GAP * (spots.length - 1)) / spots.length;
  return spots.map((spot, index) => [
    spot,
    { x: SPOTS_X + index * (width + GAP), y, width, height },
  ]);
};

const SIDE_HEIGHT = 44;

export const SPOT_AREAS: ReadonlyMap<Spot, Area> = new Map([
  ...rowAt(TOP, SIDE_HEIGHT, PAIR_SPOTS),
  ...rowAt(TOP + SIDE_HEIGHT + GAP, FOOT - TOP - 2 * (SIDE_HEIGHT + GAP), MAIN_SPOTS),
  ...rowAt(FOOT - SIDE_HEIGHT, SIDE_HEIGHT, [...BONUS_SPOTS, 'super_6']),
]);

const CARDS_Y = 175;
/** Between two cards, and between the third one and the edge of its box. */
const APART = 5;

/** The first two stand side by side, the third lies beside them on the far side. */
export const placeOf = ({ side, position }: CardSeat): Pose => {
  const { x, width } = BOXES[side];
  const third = APART + CARD_HEIGHT / 2;
  const first = APART + CARD_HEIGHT + APART + CARD_WIDTH / 2;
  const next = first + CARD_WIDTH + APART;
  // From the far edge of the box towards the middle of the table.
  const across = {
    1: side === 'punto' ? first : next,
    2: side === 'punto' ? next : first,
    3: third,
  };
  const along = across[position];
  return {
    x: side === 'punto' ? x + along : x + width - along,
    y: position === 3 ? CARDS_Y + 6 : CARDS_Y,
    angle: position === 3 ? Math.PI / 2 : 0,
  };
};
