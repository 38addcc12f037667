import { describe, expect, it } from 'vitest';
import { coups } from '../../test/kit/shoes.js';
import { drawBigRoad, drawDerivedRoad, drawRoads } from './draw.js';
import { NO_ROADS } from './replica.js';
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

describe('all five drawn', () => {
  it('stand under their names, a blank line between', () => {
    const drawing = drawRoads(SHOE, { columns: 1 });
    expect(drawing.split('\n\n').map((part) => part.split('\n')[0])).toEqual([
      'Bead Plate',
      'Big Road',
      'Big Eye Boy',
      'Small Road',
      'Cockroach Road',
    ]);
    expect(drawing.split('\n\n')[1]).toBe('Big Road\nP\nP\n.\n.\n.\n.');
  });

  it('can be of an empty board', () => {
    expect(drawRoads(NO_ROADS).replaceAll('\n', '')).toBe(
      'Bead PlateBig RoadBig Eye BoySmall RoadCockroach Road',
    );
  });
});
