/** Where the pips of a card are. */
import { WIDTH } from './parts.js';

interface Spot {
  readonly x: number;
  readonly y: number;
  /** In degrees, clockwise. */
  readonly turn?: number;
}

/** Each row of pips from the top: how many are in it. */
const ROUND: Readonly<Record<number, readonly number[]>> = {
  2: [1, 1],
  3: [1, 1, 1],
  4: [2, 2],
  5: [2, 1, 2],
  6: [2, 2, 2],
  7: [2, 1, 2, 2],
};

/** Coins and cups, on a card of this height. */
export const roundSpots = (count: number, height: number): readonly Spot[] => {
  const rows = ROUND[count] ?? [];
  const margin = [0.27, 0.18, 0.145][rows.length - 2]!;
  return rows.flatMap((across, row) => {
    const y = height * (margin + ((1 - 2 * margin) * row) / (rows.length - 1));
    const xs = across === 1 ? [0.5] : [0.27, 0.73];
    return xs.map((x) => ({ x: WIDTH * x, y }));
  });
};

/** Each row of long pips from the top: how many are in it. */
const LONG: Readonly<Record<number, readonly number[]>> = {
  2: [2],
  3: [1, 2],
  4: [2, 2],
  5: [2, 1, 2],
  6: [3, 3],
  7: [3, 1, 3],
};

/** How far apart the long pips of a row are. */
const APART: Readonly<Record<number, number>> = { 1: 0, 2: 46, 3: 31 };

/** Swords and clubs, upright but for the middle one of seven, which separates the others. */
export const longSpots = (count: number, height: number): readonly Spot[] => {
  const rows = LONG[count] ?? [];
  return rows.flatMap((across, row) =>
    Array.from({ length: across }, (_, index) => ({
      x: WIDTH / 2 + APART[across]! * (index - (across - 1) / 2),
      y: height * (rows.length === 1 ? 0.5 : 0.25 + (0.5 * row) / (rows.length - 1)),
      turn: count === 7 && row === 1 ? 90 : 0,
    })),
  );
};
