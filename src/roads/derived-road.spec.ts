import { describe, expect, it } from 'vitest';
import { coups } from '../../test/kit/shoes.js';
import type { DerivedRoadName } from './derived-road.js';
import { drawDerivedRoad } from './draw.js';
import { rebuild } from './scoreboard.js';

const drawn = (road: DerivedRoadName, letters: string): string =>
  drawDerivedRoad(rebuild(coups(letters))[road]);

/** The colours in the order they came. */
const colours = (road: DerivedRoadName, letters: string): string => {
  const cells = rebuild(coups(letters))[road];
  return cells.map(({ colour }) => colour.charAt(0)).join('');
};

const grid = (text: string): string => text.trim().replaceAll(/\n +/g, '\n');

describe('a shoe worked by hand: columns of 3, 2, 1, 1, 4, 2', () => {
  const SHOE = 'BBB PP B P BBBB PP';

  it('Big Eye Boy', () => {
    expect(drawn('bigEyeBoy', SHOE)).toBe(
      grid(`
        r b r b r b r
        . b . . r . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .`),
    );
  });

  it('Small Road', () => {
    expect(drawn('smallRoad', SHOE)).toBe(
      grid(`
        b r b
        b r b
        b . .
        . . .
        . . .
        . . .`),
    );
  });

  it('Cockroach Road', () => {
    expect(drawn('cockroachRoad', SHOE)).toBe(
      grid(`
        b r b r b
        . . . . b
        . . . . .
        . . . . .
        . . . . .
        . . . . .`),
    );
  });
});

describe('where each road starts', () => {
  it.each([
    ['bigEyeBoy', 'PP B', 'PP BB'],
    ['bigEyeBoy', 'PP B', 'PP B P'],
    ['smallRoad', 'PP BB P', 'PP BB PP'],
    ['smallRoad', 'PP BB P', 'PP BB P B'],
    ['cockroachRoad', 'PP BB PP B', 'PP BB PP BB'],
    ['cockroachRoad', 'PP BB PP B', 'PP BB PP B P'],
  ] as const)('%s is empty after %s and starts with %s', (road, before, after) => {
    expect(colours(road, before)).toBe('');
    expect(colours(road, after)).toHaveLength(1);
  });
});

describe('the first row of a column', () => {
  it('red when the two columns compared are equally long, blue when not', () => {
    expect(colours('bigEyeBoy', 'P B P')).toBe('r');
    expect(colours('bigEyeBoy', 'PP B P')).toBe('b');
    expect(colours('smallRoad', 'P B P B')).toBe('r');
    expect(colours('smallRoad', 'PP B P B')).toBe('b');
    expect(colours('cockroachRoad', 'P B P B P')).toBe('r');
    expect(colours('cockroachRoad', 'PP B P B P')).toBe('b');
  });
});

describe('further down a column', () => {
  it('red beside a result, blue one below the last, red again from two below', () => {
    expect(colours('bigEyeBoy', 'PPP BBBBBB')).toBe('rrbrr');
    expect(colours('smallRoad', 'PP B PPPPP')).toBe('rbrr');
    expect(colours('cockroachRoad', 'P BB P BBBB')).toBe('brr');
  });

  it('a drawn tail counts as part of its own column, not of those it crosses', () => {
    // Eight and eight: every result of the second run is beside one of the first.
    expect(colours('bigEyeBoy', 'PPPPPPPP BBBBBBBB')).toBe('rrrrrrr');
    expect(colours('bigEyeBoy', 'PPPPPPPP BBBBBBBBBB')).toBe('rrrrrrrbr');
  });

  it('ties change nothing', () => {
    expect(colours('bigEyeBoy', 'E PP E BE BEE P')).toBe(colours('bigEyeBoy', 'PP BB P'));
  });
});

describe('well-known shapes', () => {
  it('wins in turn make every road one long red run, with its own dragon', () => {
    expect(drawn('bigEyeBoy', 'PBPBPBPBPB')).toBe(
      grid(`
        r . .
        r . .
        r . .
        r . .
        r . .
        r r r`),
    );
    expect(colours('smallRoad', 'PBPBPBPBPB')).toBe('rrrrrrr');
    expect(colours('cockroachRoad', 'PBPBPBPBPB')).toBe('rrrrrr');
  });

  it('pairs in turn, PPBB, are all red too', () => {
    expect(colours('bigEyeBoy', 'PP BB PP BB')).toBe('rrrrr');
    expect(colours('smallRoad', 'PP BB PP BB')).toBe('rrr');
    expect(colours('cockroachRoad', 'PP BB PP BB')).toBe('r');
  });

  it('one-two, P BB P BB, is blue to Big Eye Boy and red to Small Road', () => {
    expect(colours('bigEyeBoy', 'P BB P BB P BB')).toBe('bbbbbbb');
    expect(colours('smallRoad', 'P BB P BB P BB')).toBe('rrrrr');
    expect(colours('cockroachRoad', 'P BB P BB P BB')).toBe('bbbb');
  });
});
