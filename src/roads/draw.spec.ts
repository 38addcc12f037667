import { describe, expect, it } from 'vitest';
import { coups } from '../../test/kit/shoes.js';
import { drawBeadPlate, drawBigRoad, drawDerivedRoad } from './draw.js';
import { rebuild } from './scoreboard.js';

const SHOE = rebuild(coups('E BBB PP B P BBBB E PP'));

describe('a drawn road', () => {
  it('is six lines, without blanks at their ends', () => {
    expect(drawBigRoad(SHOE.bigRoad).split('\n')).toEqual([
      'B1 P  B  P  B  P',
      'B  P  .  .  B  P',
      'B  .  .  .  B  .',
      '.  .  .  .  B1 .',
      '.  .  .  .  .  .',
      '.  .  .  .  .  .',
    ]);
  });

  it('can be only its last columns', () => {
    expect(drawBigRoad(SHOE.bigRoad, { columns: 2 }).split('\n').slice(0, 4)).toEqual([
      'B  P',
      'B  P',
      'B  .',
      'B1 .',
    ]);
    expect(drawDerivedRoad(SHOE.bigEyeBoy, { columns: 3 }).split('\n').slice(0, 2)).toEqual([
      'r b r',
      'r . .',
    ]);
  });

  it('is not widened to more columns than it has', () => {
    const all = drawBigRoad(SHOE.bigRoad);
    expect(drawBigRoad(SHOE.bigRoad, { columns: 40 })).toBe(all);
  });
});

describe('a road without a coup', () => {
  it('is six empty lines', () => {
    for (const drawn of [drawBeadPlate([]), drawBigRoad([]), drawDerivedRoad([])]) {
      expect(drawn).toBe('\n'.repeat(5));
    }
  });
});
