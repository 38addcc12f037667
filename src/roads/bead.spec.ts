import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyBead, anyShoe } from '../../test/kit/shoes.js';
import { makeBeads, parseBeads } from '../../test/kit/beads.js';
import { makeBead, parseBead } from './bead.js';

describe('bead notation', () => {
  it.each([
    ['P6', { outcome: 'punto', total: 6, natural: false, puntoPair: false, bancoPair: false }],
    ['B8nb', { outcome: 'banco', total: 8, natural: true, puntoPair: false, bancoPair: true }],
    ['E7p', { outcome: 'egalite', total: 7, natural: false, puntoPair: true, bancoPair: false }],
    ['E0pb', { outcome: 'egalite', total: 0, natural: false, puntoPair: true, bancoPair: true }],
    ['P9np', { outcome: 'punto', total: 9, natural: true, puntoPair: true, bancoPair: false }],
  ] as const)('%s is read and written', (text, bead) => {
    expect(parseBead(text)).toEqual(bead);
    expect(makeBead(bead)).toBe(text);
  });

  it('every bead is read back as it was', () => {
    fc.assert(
      fc.property(anyBead, (bead) => {
        expect(parseBead(makeBead(bead))).toEqual(bead);
      }),
    );
  });

  it('each of the 240 beads is written as it was read', () => {
    const texts = new Set<string>();
    for (const letter of 'PBE')
      for (const total of '0123456789')
        for (const natural of ['', 'n'])
          for (const pairs of ['', 'p', 'b', 'pb']) texts.add(letter + total + natural + pairs);
    for (const text of texts) expect(makeBead(parseBead(text)!)).toBe(text);
    expect(texts.size).toBe(3 * 10 * 2 * 4);
  });

  it.each(['', 'P', '6', 'T6', 'p6', 'P10', 'P6x', 'P6nn', 'P6bp', 'P6pn', ' P6', 'P6\n'])(
    '%j is not a bead',
    (text) => {
      expect(parseBead(text)).toBeUndefined();
    },
  );

  it.each([-1, 10, 7.5, NaN])('a total of %d cannot be written', (total) => {
    const bead = { ...parseBead('P9')!, total };
    expect(() => makeBead(bead)).toThrow('a total is from 0 to 9');
  });
});

describe('a shoe of beads', () => {
  it('is written with spaces between', () => {
    expect(makeBeads(parseBeads(' P6  B8nb\nE7p ')!)).toBe('P6 B8nb E7p');
    expect(parseBeads('')).toEqual([]);
  });

  it('is undefined when one bead is not valid', () => {
    expect(parseBeads('P6 X7 B8')).toBeUndefined();
  });

  it('is read back as it was', () => {
    fc.assert(
      fc.property(anyShoe, (shoe) => {
        expect(parseBeads(makeBeads(shoe))).toEqual(shoe);
      }),
    );
  });
});
