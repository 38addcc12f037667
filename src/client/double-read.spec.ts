import { describe, expect, it } from 'vitest';
import { DOUBLE_READ_MS, DoubleRead } from './double-read.js';

/** Of reads as `[code, atMs]`, those that count. */
const counted = (reads: readonly (readonly [string, number])[], guard = new DoubleRead()) =>
  reads.filter(([code, atMs]) => !guard.isAgain(code, atMs)).map(([code]) => code);

describe('a code that is read twice', () => {
  it('within a moment is one read', () => {
    expect(DOUBLE_READ_MS).toBe(250);
    expect(
      counted([
        ['KH', 0],
        ['KH', 249],
      ]),
    ).toEqual(['KH']);
    expect(
      counted([
        ['KH', 0],
        ['KH', 250],
      ]),
    ).toEqual(['KH', 'KH']);
  });

  it('is one for as long as the card stays under the scanner', () => {
    expect(counted([0, 200, 400, 600, 849, 1_099].map((atMs) => ['KH', atMs]))).toEqual([
      'KH',
      'KH',
    ]);
  });

  it('with another card between is two', () => {
    expect(
      counted([
        ['KH', 0],
        ['AS', 50],
        ['KH', 100],
      ]),
    ).toEqual(['KH', 'AS', 'KH']);
  });

  it('counts each time where the guard is off', () => {
    expect(
      counted(
        [
          ['KH', 0],
          ['KH', 0],
        ],
        new DoubleRead(0),
      ),
    ).toEqual(['KH', 'KH']);
  });
});
