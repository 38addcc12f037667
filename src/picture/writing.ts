/** Words on the picture, with their shadow. */
import type { Brush } from './brush.js';

const SANS = '"DejaVu Sans", "Liberation Sans", sans-serif';

interface Writing {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour?: string;
  readonly align?: 'center' | 'right';
}

export const write = (brush: Brush, { text, x, y, size, colour, align }: Writing): void => {
  brush.font = `bold ${size}px ${SANS}`;
  brush.textAlign = align ?? 'center';
  brush.textBaseline = 'middle';
  brush.fillStyle = 'rgba(0, 0, 0, 0.6)';
  brush.fillText(text, x + 1, y + 1);
  brush.fillStyle = colour ?? '#fff6df';
  brush.fillText(text, x, y);
};
