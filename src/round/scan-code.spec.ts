import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACES } from '../cards/card.js';
import { makeCheckCharacter, withoutCheck } from './check-character.js';
import {
  DEFAULT_SCAN_CODES,
  areSoundCodes,
  faceOf,
  makeScanCode,
  parseScanCode,
} from './scan-code.js';

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

  it('is read in any case, and its plain characters only as they are', () => {
    const house = codes({ format: 'C.<suit>+<rank>#<serial>', cutCard: 'END' });
    expect(parseScanCode('C.h+k#0a7', house)).toEqual({
      kind: 'card',
      card: 'Kh',
      deck: null,
      physical: '-Kh0A7',
    });
    for (const code of ['CxH+K#1', 'C.HHK#1', 'C.H+K1', 'xC.H+K#1', 'C.H+K#1 ', 'C.H+K#']) {
      expect(parseScanCode(code, house), code).toBeUndefined();
    }
  });

  it('names one physical card by its deck and its serial number, whose face it tells', () => {
    const house = codes({ format: '<deck>.<rank><suit>-<serial>' });
    const read = parseScanCode('3.KH-b-', house);
    expect(read).toBeUndefined();
    expect(parseScanCode('3.KH-b7', house)).toEqual({
      kind: 'card',
      card: 'Kh',
      deck: 3,
      physical: '3-KhB7',
    });
    expect(['3-Kh', '-9dB7', '3-KhB-7'].map(faceOf)).toEqual(['Kh', '9d', 'Kh']);
  });

  it('is made with what its format asks for, and leaves out the deck that nobody named', () => {
    expect(makeScanCode('Kh')).toBe('KH');
    expect(makeScanCode('Kh', DEFAULT_SCAN_CODES, 3)).toBe('3-KH');
    const house = codes({ format: 'x[.]<suit>[<deck>/]<rank><deck>' });
    expect(makeScanCode('Kh', house)).toBe('x.HK');
    expect(makeScanCode('Kh', house, 3)).toBe('x.H3/K3');
    expect(makeScanCode('Kh', codes({ checksum: 'mod36' }), 3)).toMatch(/^3-KH[0-9A-Z]$/);
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

  it('counts digits and letters alone, in any case', () => {
    const right = makeCheckCharacter('3KH', 'mod36');
    expect(makeCheckCharacter('3-kh', 'mod36')).toBe(right);
    expect(withoutCheck(`3-kh${right.toLowerCase()}`, 'mod36')).toBe('3-kh');
    expect(makeCheckCharacter('3KH', 'none')).toBe('');
    expect(withoutCheck('3KH', 'none')).toBe('3KH');
  });

  it('alone is no code', () => {
    expect(withoutCheck(makeCheckCharacter('', 'mod36'), 'mod36')).toBeUndefined();
    expect(withoutCheck('', 'mod36')).toBeUndefined();
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
    '<rank><suit>[.]',
    'x'.repeat(52) + '<rank><suit>',
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
    'x'.repeat(53) + '<rank><suit>',
    '<rank><suit><suit>',
    '<rank><suit>]',
    '[<rank>]<suit>',
    '[[<deck>]-]<rank><suit>',
    '<rank><suit>>',
    '<rank><suit><',
    '<serial>.<serial>.<rank><suit>',
  ])('%j are not', (format) => {
    expect(areSoundCodes(codes({ format }))).toBe(false);
  });

  it('distinguish the cut card from every card', () => {
    expect(areSoundCodes(codes({ cutCard: 'KH' }))).toBe(false);
    expect(areSoundCodes(codes({ cutCard: '3-KH' }))).toBe(false);
  });

  it.each([
    ['', false],
    ['!', true],
    ['~'.repeat(32), true],
    ['~'.repeat(33), false],
    ['CUT CARD', false],
    ['CÜT', false],
  ])('take %j as the code of the cut card: %s', (cutCard, taken) => {
    expect(areSoundCodes(codes({ cutCard }))).toBe(taken);
  });
});
