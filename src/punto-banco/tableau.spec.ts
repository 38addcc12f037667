import { describe, expect, it } from 'vitest';
import { bancoDraws, puntoDraws } from './tableau.js';

/**
 * As printed: Banco's two-card total down, the points of Punto's third card across, `-` when Punto
 * stood. D means draw, S means stand.
 */
const CHART = `
     0 1 2 3 4 5 6 7 8 9 -
  0  D D D D D D D D D D D
  1  D D D D D D D D D D D
  2  D D D D D D D D D D D
  3  D D D D D D D D S D D
  4  S S D D D D D D S S D
  5  S S S S D D D D S S D
  6  S S S S S S D D S S S
  7  S S S S S S S S S S S
  8  S S S S S S S S S S S
  9  S S S S S S S S S S S`;

const TOTALS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const THIRDS = [...TOTALS, undefined];

/** The chart's letter for every total and third card, after a Punto total that is not a natural. */
const drawn = (punto: number): string => {
  const line = (banco: number) =>
    THIRDS.map((third) => (bancoDraws(punto, banco, third) ? 'D' : 'S')).join(' ');
  return ['\n     0 1 2 3 4 5 6 7 8 9 -', ...TOTALS.map((b) => `  ${b}  ${line(b)}`)].join('\n');
};

describe('the tableau', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])(
    'has Banco draw as printed, after a Punto total of %i',
    (punto) => {
      expect(drawn(punto)).toBe(CHART);
    },
  );

  it.each([8, 9])('has Banco stand on everything after a Punto natural %i', (punto) => {
    expect(drawn(punto)).not.toContain('D');
  });

  it('has Punto draw on 0–5 and stand on 6–7 while Banco has no natural', () => {
    for (const banco of [0, 1, 2, 3, 4, 5, 6, 7]) {
      expect(TOTALS.filter((punto) => puntoDraws(punto, banco))).toEqual([0, 1, 2, 3, 4, 5]);
    }
  });

  it('has Punto stand on everything when Banco has a natural', () => {
    for (const banco of [8, 9]) {
      expect(TOTALS.filter((punto) => puntoDraws(punto, banco))).toEqual([]);
    }
  });
});
