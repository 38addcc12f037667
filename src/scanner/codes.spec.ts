import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodeReader } from './codes.js';

const codesOf = (...chunks: readonly string[]): readonly string[] => {
  const reader = new CodeReader();
  return [...chunks.flatMap((chunk) => reader.read(Buffer.from(chunk))), ...reader.end()];
};

describe('codes', () => {
  it('end at a line end of whatever kind, and at control characters', () => {
    expect(codesOf('KH\n3-KH\r\n')).toEqual(['KH', '3-KH']);
    expect(codesOf('KH\r', 'CUT\t\t', '\u0002AS\u0003')).toEqual(['KH', 'CUT', 'AS']);
  });

  it('lose the blanks around them, and are never empty', () => {
    expect(codesOf('  KH \n\n \r\n')).toEqual(['KH']);
  });

  it('are complete, however the line cuts them', () => {
    const codes = fc.array(fc.constantFrom('KH', '3-KH', 'CUT', 'TS'), { maxLength: 20 });
    fc.assert(
      fc.property(codes, fc.array(fc.nat(60)), (all, cuts) => {
        const text = all.map((code) => `${code}\r\n`).join('');
        const places = [0, ...cuts.map((cut) => cut % (text.length + 1)), text.length];
        places.sort((a, b) => a - b);
        const chunks = places.slice(1).map((end, index) => text.slice(places[index], end));
        expect(codesOf(...chunks)).toEqual(all);
      }),
    );
  });

  it('never keep noise for ever', () => {
    const reader = new CodeReader();
    for (let time = 0; time < 100; time += 1) reader.read(Buffer.alloc(1_000, 'x'));
    expect(reader.end()[0]!.length).toBeLessThanOrEqual(256);
  });
});
