import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from '../cards/card.js';
import { makeCheckCharacter, withoutCheck } from './check-character.js';
import { DEFAULT_SCAN_CODES, areSoundCodes, makeScanCode, parseScanCode } from './scan-code.js';

const codes = (changed: object) => ({ ...DEFAULT_SCAN_CODES, ...changed });
const faces = fc.constantFrom(...FACES);
const decks = fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined });
const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

describe('a card’s code', () => {
  it.each([
    ['KH', 'Kh', null, null],
    ['3-KH', 'Kh', 3, '3-Kh'],
    ['3-kh', 'Kh', 3, '3-Kh'],
    ['8-TS', 'Ts', 8, '8-Ts'],
  ])('%s by default is %s of deck %s', (code, card, deck, physical) => {
    expect(parseScanCode(code)).toEqual({ kind: 'card', card, deck, physical });
  });

  it.each(['9-KH', '0-KH', '-KH', '3KH', '3-', 'KH-3', '33-KH', 'CUT ', '3-CUT'])(
    '%s by default is none',
    (code) => {
      expect(parseScanCode(code)).toBeUndefined();
    },
  );

  it('may be made otherwise: with a serial number, in another order', () => {
    const house = codes({ format: 'S<serial>/<suit><rank>', cutCard: 'END' });
    expect(parseScanCode('S00A7/HK', house)).toEqual({
      kind: 'card',
      card: 'Kh',
      deck: null,
      physical: '-Kh00A7',
    });
    expect(parseScanCode('END', house)).toEqual({ kind: 'cut_card' });
    expect(parseScanCode('CUT', house)).toBeUndefined();
  });

  it('is the cut card’s in any case, unless it is a card’s', () => {
    for (const code of ['CUT', 'cut', 'Cut']) {
      expect(parseScanCode(code), code).toEqual({ kind: 'cut_card' });
    }
    const house = codes({ format: 'x<rank><suit>', cutCard: 'X9H' });
    expect(areSoundCodes(house)).toBe(true);
    expect(parseScanCode('X9H', house)).toEqual({ kind: 'cut_card' });
    expect(parseScanCode('X9h', house)).toEqual({ kind: 'cut_card' });
    expect(parseScanCode('x9h', house)).toMatchObject({ kind: 'card', card: '9h' });
  });

  it('is read as it was made, checked or not', () => {
    fc.assert(
      fc.property(faces, decks, fc.constantFrom('none', 'mod36'), (card, deck, checksum) => {
        const made = codes({ checksum });
        expect(parseScanCode(makeScanCode(card, made, deck), made)).toMatchObject({
          card,
          deck: deck ?? null,
        });
      }),
    );
  });
});

describe('a check character', () => {
  it('is that of ISO 7064 MOD 37,36', () => {
    // The standard's own example.
    expect(makeCheckCharacter('A12425GABC1234002', 'mod36')).toBe('M');
  });

  it('shows every wrong character, and every two that were swapped', () => {
    for (const card of FACES) {
      const code = makeScanCode(card, codes({ checksum: 'mod36' }), 3);
      expect(withoutCheck(code, 'mod36')).toBeDefined();
      for (let at = 0; at < code.length; at += 1) {
        if (code[at] === '-') continue;
        for (const other of CHARACTERS) {
          const wrong = code.slice(0, at) + other + code.slice(at + 1);
          if (wrong !== code) expect(withoutCheck(wrong, 'mod36')).toBeUndefined();
        }
      }
      const [a, b] = [code[2]!, code[3]!];
      if (a !== b) expect(withoutCheck(`3-${b}${a}${code[4]}`, 'mod36')).toBeUndefined();
    }
  });

  it('is asked of every card, and never of the cut card', () => {
    const checked = codes({ checksum: 'mod36' });
    expect(parseScanCode('3-KH', checked)).toBeUndefined();
    expect(parseScanCode('CUT', checked)).toEqual({ kind: 'cut_card' });
  });
});

describe('the settings of codes', () => {
  it.each([
    '<rank><suit>',
    '<deck><rank><suit>',
    '[<deck>-]<rank><suit>[/<serial>]',
    'C.<suit>+<rank>',
  ])('%s are valid', (format) => {
    expect(areSoundCodes(codes({ format }))).toBe(true);
  });

  it.each([
    '',
    'KH',
    '<rank>',
    '<rank><rank><suit>',
    '<rank><suit>[',
    '<rank>[<suit>]',
    '<face><rank><suit>',
    '<deck><deck><rank><suit>',
    'x'.repeat(60) + '<rank><suit>',
  ])('%j are not', (format) => {
    expect(areSoundCodes(codes({ format }))).toBe(false);
  });

  it('distinguish the cut card from every card', () => {
    expect(areSoundCodes(codes({ cutCard: 'KH' }))).toBe(false);
    expect(areSoundCodes(codes({ cutCard: '' }))).toBe(false);
  });
});
