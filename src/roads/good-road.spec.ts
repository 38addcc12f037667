import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Outcome, SIDES, type Side } from '../punto-banco/outcome.js';
import { GOOD_ROADS, type GoodRoad, goodRoads } from './good-road.js';
import { runs } from '../../test/kit/runs.js';

const OUTCOMES: Readonly<Record<string, Outcome>> = { P: 'punto', B: 'banco', E: 'egalite' };

/** `PPBE` as four coups. */
const coups = (letters: string) =>
  [...letters.replaceAll(' ', '')].map((letter) => ({ outcome: OUTCOMES[letter]! }));

const marked = (letters: string): string =>
  goodRoads(coups(letters))
    .map(({ kind, side, length }) => `${kind} ${side ?? 'both'} ${length}`)
    .join(', ');

/** Judged by the whole shoe: its columns as text, with a regular expression for each pattern. */
const naive = (letters: string): readonly GoodRoad[] => {
  const columns = letters.replaceAll('E', '').match(/P+|B+/g) ?? [];
  const lengths = columns.map(({ length }) => (length > 2 ? 'x' : `${length}`)).join('');
  const sideOf = (index: number): Side => (columns[index]!.startsWith('P') ? 'punto' : 'banco');
  const found: GoodRoad[] = [];
  const last = columns.at(-1) ?? '';
  if (last.length >= 4) {
    found.push({ kind: 'dragon', side: sideOf(columns.length - 1), length: last.length });
  }
  const chop = /1{4,}$/.exec(lengths)?.[0];
  if (chop !== undefined) found.push({ kind: 'chop', side: null, length: chop.length });
  const pairs = /(2{3,})1?$/.exec(lengths)?.[1];
  if (pairs !== undefined) found.push({ kind: 'pairs', side: null, length: pairs.length });
  const turns = longestInTurn(lengths);
  if (turns.length >= 4) {
    const firstTwo = turns.from + turns.text.indexOf('2');
    found.push({ kind: 'one_two', side: sideOf(firstTwo), length: turns.length });
  }
  return found;
};

/**
 * The longest end of `lengths` in which 1 and 2 alternate. A 1 after a 1 may be a column of two
 * that has begun, so it is left out.
 */
const longestInTurn = (lengths: string): { from: number; length: number; text: string } => {
  const text = lengths.endsWith('11') ? lengths.slice(0, -1) : lengths;
  for (let from = 0; from < text.length; from += 1) {
    const end = text.slice(from);
    if (/^[12]+$/.test(end) && !/11|22/.test(end)) return { from, length: end.length, text: end };
  }
  return { from: text.length, length: 0, text: '' };
};

describe('a good road', () => {
  it.each([
    ['', ''],
    ['E', ''],
    ['EEEE', ''],
    ['PPP', ''],
    ['PPPP', 'dragon punto 4'],
    ['P BBBBB', 'dragon banco 5'],
    ['PPPPB', ''],
    ['PBP', ''],
    ['PBPB', 'chop both 4'],
    ['PP BPBPB', 'chop both 5'],
    ['PBPB B', ''],
    ['PP BB', ''],
    ['PP BB PP', 'pairs both 3'],
    ['PP BB PP B', 'pairs both 3'],
    ['PP BB PP BB', 'pairs both 4'],
    ['PP BB PP BBB', ''],
    ['PPP BB PP BB', 'pairs both 3'],
    ['P BB P', ''],
    ['P BB P BB', 'one_two banco 4'],
    ['P BB P BB P', 'one_two banco 5'],
    ['P BB P BB P B', 'one_two banco 5'],
    ['P BB P BB PP', ''],
    ['BB P BB P', 'one_two banco 4'],
    ['PP B PP B P', 'one_two punto 4'],
  ])('of %s is “%s”', (letters, expected) => {
    expect(marked(letters)).toBe(expected);
  });

  it('is not broken by ties', () => {
    expect(marked('E P E BB E E P B E B E')).toBe(marked('P BB P BB'));
    expect(marked('EPPEEPPE')).toBe('dragon punto 4');
  });

  const shoe = fc
    .array(
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom('P', 'B', 'E') },
        // Shoes made of patterns, so that long ones occur.
        { weight: 1, arbitrary: fc.constantFrom('PBPB', 'PPBB', 'PBB', 'BPP', 'BBBB', 'PEPBEB') },
        { weight: 1, arbitrary: fc.constantFrom('PPBBPPBB', 'PBBPBB', 'BPPBPP', 'BPBPBP') },
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''));

  it('is what the columns, read as text, say', () => {
    const kinds = new Set<string>();
    fc.assert(
      fc.property(shoe, (letters) => {
        const found = goodRoads(coups(letters));
        for (const { kind } of found) kinds.add(kind);
        expect(found).toEqual(naive(letters));
      }),
      { numRuns: runs(3_000) },
    );
    expect([...kinds].sort()).toEqual([...GOOD_ROADS].sort());
  });

  it('is the same for the other side when the sides are swapped', () => {
    const swapped: Readonly<Record<string, string>> = { P: 'B', B: 'P', E: 'E' };
    fc.assert(
      fc.property(shoe, (letters) => {
        const mirrored = [...letters].map((letter) => swapped[letter]).join('');
        const mirror = (side: Side | null) => side && SIDES.find((other) => other !== side)!;
        expect(goodRoads(coups(mirrored))).toEqual(
          goodRoads(coups(letters)).map((road) => ({ ...road, side: mirror(road.side) })),
        );
      }),
    );
  });

  it('is found without looking further back than it reaches, and without looking at a coup twice', () => {
    const looks = (letters: string): number => {
      let count = 0;
      const beads = new Proxy(coups(letters), {
        get: (list, key, self) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) count += 1;
          return Reflect.get(list, key, self) as unknown;
        },
      });
      goodRoads(beads);
      return count;
    };
    const wholeShoe = 'PBB'.repeat(27);
    expect(looks(wholeShoe)).toBeLessThanOrEqual(81);
    const ended = 'PPP BBB PPPP';
    expect(looks(`${wholeShoe}${ended}`)).toBeLessThanOrEqual(10);
    expect(looks(`${wholeShoe.repeat(20)}${ended}`)).toBe(looks(`${wholeShoe}${ended}`));
  });
});
