import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyShoe, bead, coups } from '../../test/kit/shoes.js';
import { DERIVED_ROADS } from './derived-road.js';
import { drawDerivedRoad } from './draw.js';
import { withCells } from '../../test/kit/replica.js';
import { type Roads, rebuild } from './scoreboard.js';

/** A copy, which does not grow with the scoreboard. */
const asItIs = ({ beadPlate, bigRoad, bigEyeBoy, smallRoad, cockroachRoad }: Roads): Roads => ({
  beadPlate: [...beadPlate],
  bigRoad: [...bigRoad],
  bigEyeBoy: [...bigEyeBoy],
  smallRoad: [...smallRoad],
  cockroachRoad: [...cockroachRoad],
});

describe('Ask Punto and Ask Banco', () => {
  it('show a first win and no derived symbol before the first coup', () => {
    const first = { column: 1, row: 1, ties: 0, puntoPair: false, bancoPair: false };
    expect(rebuild([]).ask('punto')).toEqual({ bigRoad: { ...first, outcome: 'punto' } });
    expect(rebuild([]).ask('banco')).toEqual({ bigRoad: { ...first, outcome: 'banco' } });
  });

  it('carry the ties that came before the first win', () => {
    expect(rebuild(coups('EEE')).ask('banco').bigRoad).toMatchObject({ outcome: 'banco', ties: 3 });
  });

  // Columns of 3, 2, 1, 1, 4, 2, the last one Punto's. A third win of Punto would be beside the
  // column of 4, and two rows below the ends of both columns of 1. A win of Banco would start a
  // column after one of 2, which is neither 4 nor 1.
  it('name the three symbols of a shoe worked by hand', () => {
    const scoreboard = rebuild(coups('BBB PP B P BBBB PP'));
    const symbols = (side: 'punto' | 'banco') => {
      const ask = scoreboard.ask(side);
      return DERIVED_ROADS.map((road) => ask[road]?.colour);
    };
    expect(symbols('punto')).toEqual(['red', 'red', 'red']);
    expect(symbols('banco')).toEqual(['blue', 'blue', 'blue']);
  });

  it('show the roads as they would be', () => {
    const scoreboard = rebuild(coups('BBB PP B P BBBB PP'));
    const ifBanco = withCells(scoreboard, scoreboard.ask('banco'));
    expect(drawDerivedRoad(ifBanco.smallRoad).split('\n').slice(0, 3)).toEqual([
      'b r b',
      'b r b',
      'b . b',
    ]);
    expect(scoreboard.smallRoad).toHaveLength(7);
  });

  it('are both absent or of opposite colour, on every road', () => {
    fc.assert(
      fc.property(anyShoe, (shoe) => {
        const scoreboard = rebuild(shoe);
        const punto = scoreboard.ask('punto');
        const banco = scoreboard.ask('banco');
        for (const road of DERIVED_ROADS) {
          const both = [punto[road]?.colour, banco[road]?.colour].sort();
          expect(both).toEqual(punto[road] ? ['blue', 'red'] : [undefined, undefined]);
        }
      }),
    );
  });

  it('say what such a win would then add, and change nothing themselves', () => {
    fc.assert(
      fc.property(anyShoe, fc.constantFrom('punto', 'banco'), (shoe, side) => {
        const scoreboard = rebuild(shoe);
        const asked = scoreboard.ask(side);
        const foretold = withCells(asItIs(scoreboard), asked);
        scoreboard.add(bead(side === 'punto' ? 'P6' : 'B6'));
        for (const road of ['bigRoad', ...DERIVED_ROADS] as const) {
          expect(foretold[road]).toEqual(scoreboard[road]);
        }
      }),
    );
  });
});
