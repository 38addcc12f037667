import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { recomputeRoads } from '../../test/kit/recompute-roads.js';
import { anyShoe, bead, coups } from '../../test/kit/shoes.js';
import { ROADS, type Roads, Scoreboard, rebuild } from './scoreboard.js';
import { sharesOf } from './statistics.js';
import { runs } from '../../test/kit/runs.js';

const roadsOf = ({ beadPlate, bigRoad, bigEyeBoy, smallRoad, cockroachRoad }: Roads): Roads => ({
  beadPlate,
  bigRoad,
  bigEyeBoy,
  smallRoad,
  cockroachRoad,
});

describe('the roads', () => {
  it('updated coup by coup are those recomputed from the whole history, at every coup', () => {
    fc.assert(
      fc.property(anyShoe, (shoe) => {
        const scoreboard = new Scoreboard();
        for (const [index, each] of shoe.entries()) {
          scoreboard.add(each);
          // Every coup of a short shoe, every eighth of a long one, and the last.
          if (index > 40 && index % 8 > 0 && index < shoe.length - 1) continue;
          expect(roadsOf(scoreboard)).toEqual(recomputeRoads(shoe.slice(0, index + 1)));
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it('rebuilt are the roads that were updated', () => {
    fc.assert(
      fc.property(anyShoe, (shoe) => {
        const scoreboard = new Scoreboard();
        for (const each of shoe) scoreboard.add(each);
        const again = rebuild(scoreboard.beads);
        expect(roadsOf(again)).toEqual(roadsOf(scoreboard));
        expect(again.statistics).toEqual(scoreboard.statistics);
      }),
    );
  });

  it('hand out cells that do not change when later coups come', () => {
    fc.assert(
      fc.property(anyShoe, (shoe) => {
        const scoreboard = new Scoreboard();
        const handedOut = new Map<object, string>();
        for (const each of shoe) {
          scoreboard.add(each);
          for (const road of ROADS) {
            const cell = scoreboard[road].at(-1);
            if (cell !== undefined) handedOut.set(cell, JSON.stringify(cell));
          }
        }
        for (const [cell, asItWas] of handedOut) expect(JSON.stringify(cell)).toBe(asItWas);
      }),
    );
  });

  it('stay within six rows, and no two cells of a road share a position', () => {
    fc.assert(
      fc.property(anyShoe, (shoe) => {
        const scoreboard = rebuild(shoe);
        for (const road of ROADS) {
          const places = scoreboard[road].map(({ column, row }) => `${column},${row}`);
          expect(new Set(places).size).toBe(places.length);
          expect(scoreboard[road].every(({ row }) => row >= 1 && row <= 6)).toBe(true);
        }
      }),
    );
  });
});

describe('statistics', () => {
  it('count outcomes, pairs and naturals, those of ties too', () => {
    const shoe = 'P6 P9np B8nb E7p E8nb B1pb'.split(' ').map(bead);
    expect(rebuild(shoe).statistics).toEqual({
      coups: 6,
      punto: 2,
      banco: 2,
      egalite: 2,
      puntoPairs: 3,
      bancoPairs: 3,
      naturals: 3,
    });
  });

  it('handed out do not change when later coups come', () => {
    const scoreboard = new Scoreboard();
    const before = scoreboard.statistics;
    scoreboard.add(bead('P6'));
    expect(before.coups).toBe(0);
  });

  it('give the shares in tenths of a per cent', () => {
    const thirds = sharesOf(rebuild(coups('PBE')).statistics);
    expect(thirds).toMatchObject({ punto: 334, banco: 333, egalite: 333 });
    const pairs = sharesOf(rebuild(['P6p', 'B8n', 'B6'].map(bead)).statistics);
    expect(pairs).toEqual({
      punto: 333,
      banco: 667,
      egalite: 0,
      puntoPairs: 333,
      bancoPairs: 0,
      naturals: 333,
    });
  });

  it('give no shares before the first coup', () => {
    expect(new Set(Object.values(sharesOf(new Scoreboard().statistics)))).toEqual(new Set([0]));
  });

  it('give shares of the outcomes that add up to the whole, none off by a tenth', () => {
    fc.assert(
      fc.property(
        anyShoe.filter((shoe) => shoe.length > 0),
        (shoe) => {
          const { statistics } = rebuild(shoe);
          const shares = sharesOf(statistics);
          expect(shares.punto + shares.banco + shares.egalite).toBe(1000);
          for (const outcome of ['punto', 'banco', 'egalite'] as const) {
            const exact = (statistics[outcome] * 1000) / statistics.coups;
            expect(Math.abs(shares[outcome] - exact)).toBeLessThan(1);
          }
        },
      ),
    );
  });
});
