/** Chips as the picture shows them, in the colours that they have on the page. */
import type { Brush } from './brush.js';
import type { Pile } from './piles.js';

/** By value, from the lowest on, as in `chip-look.module.css` of the page. */
export const CHIP_INKS = [
  ...['#5d6772', '#b3262e', '#17704a'],
  ...['#1d1f24', '#6b3fa0', '#94650f'],
] as const;

const RADIUS = 11;
/** Each lies so much higher than the one below it. */
const THICK = 3;
const EDGE_SPOTS = 6;

/** The middle of its lowest chip is at the origin. */
export const drawPile = (brush: Brush, pile: Pile): void => {
  for (const [at, chip] of pile.entries()) {
    brush.save();
    brush.translate(0, -at * THICK);
    drawChip(brush, CHIP_INKS[chip] ?? CHIP_INKS[0]);
    brush.restore();
  }
};

/** Around the origin. */
const drawChip = (brush: Brush, ink: string): void => {
  brush.beginPath();
  brush.arc(0, 1.5, RADIUS, 0, 2 * Math.PI);
  brush.fillStyle = 'rgba(0, 0, 0, 0.45)';
  brush.fill();
  brush.beginPath();
  brush.arc(0, 0, RADIUS, 0, 2 * Math.PI);
  brush.fillStyle = ink;
  brush.fill();
  brush.lineWidth = 4;
  brush.strokeStyle = '#fdfbf4';
  for (let spot = 0; spot < EDGE_SPOTS; spot += 1) {
    const from = (2 * Math.PI * spot) / EDGE_SPOTS;
    brush.beginPath();
    brush.arc(0, 0, RADIUS - 2, from, from + 0.38);
    brush.stroke();
  }
  brush.lineWidth = 1;
  brush.beginPath();
  brush.arc(0, 0, RADIUS - 4.5, 0, 2 * Math.PI);
  brush.stroke();
  brush.beginPath();
  brush.arc(0, 0, RADIUS, 0, 2 * Math.PI);
  brush.strokeStyle = 'rgba(0, 0, 0, 0.55)';
  brush.stroke();
};
