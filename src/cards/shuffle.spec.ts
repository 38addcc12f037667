import { describe, expect, it } from 'vitest';
import { fullShoe } from './shoe.js';
import { type Entropy, shuffle, uniformBelow } from './shuffle.js';

/** Gives these bytes one after the other. `used` says how many were asked for. */
const stream = (bytes: readonly number[]): { entropy: Entropy; used: () => number } => {
  let at = 0;
  return {
    entropy: (count) => Uint8Array.from({ length: count }, () => bytes[at++] ?? 0),
    used: () => at,
  };
};

/** A small generator with a fixed seed, so that the statistics are the same in every run. */
const seeded = (seed: number): Entropy => {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) & 255;
  };
  return (count) => Uint8Array.from({ length: count }, next);
};

const tally = (keys: Iterable<string | number>): Map<string | number, number> => {
  const counts = new Map<string | number, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

describe('a number below a limit', () => {
  it('is each number equally often over every first byte, for every limit of one byte', () => {
    for (let limit = 1; limit <= 256; limit += 1) {
      const drawn = [];
      for (let byte = 0; byte < 256; byte += 1) {
        const { entropy, used } = stream([byte]);
        const number = uniformBelow(limit, entropy);
        if (used() === 1) drawn.push(number);
      }
      const counts = tally(drawn);
      expect(counts.size).toBe(limit);
      expect(new Set(counts.values())).toEqual(new Set([Math.floor(256 / limit)]));
    }
  });

  it.each([257, 300, 416, 65_536])(
    'is each equally often over every two bytes, below %i',
    (limit) => {
      const counts = new Array<number>(limit).fill(0);
      for (let pair = 0; pair < 65_536; pair += 1) {
        const { entropy, used } = stream([pair >> 8, pair & 255]);
        const number = uniformBelow(limit, entropy);
        if (used() === 2) counts[number]! += 1;
      }
      expect(new Set(counts)).toEqual(new Set([Math.floor(65_536 / limit)]));
    },
  );

  it('is drawn again when the byte would favour the small numbers', () => {
    const { entropy, used } = stream([255, 255, 4]);
    expect(uniformBelow(3, entropy)).toBe(1);
    expect(used()).toBe(3);
  });
});

describe('a shuffle', () => {
  it('of three cards gives each of the six orders equally often over every two bytes', () => {
    const orders = [];
    for (let pair = 0; pair < 65_536; pair += 1) {
      const { entropy, used } = stream([pair >> 8, pair & 255]);
      const order = shuffle(['a', 'b', 'c'], entropy).join('');
      if (used() === 2) orders.push(order);
    }
    const counts = tally(orders);
    expect(counts.size).toBe(6);
    expect(new Set(counts.values())).toEqual(new Set([(255 * 256) / 6]));
  });

  it.each([
    [2, 2],
    [4, 24],
    [6, 720],
  ])(
    'of %i cards reaches each of the %i orders by exactly one choice of its draws',
    (cards, orders) => {
      const items = Array.from({ length: cards }, (_, index) => index);
      const choices = (below: number): number[][] =>
        below < 2
          ? [[]]
          : Array.from({ length: below }, (_, chosen) => chosen).flatMap((chosen) =>
              choices(below - 1).map((rest) => [chosen, ...rest]),
            );
      const counts = tally(
        choices(cards).map((draws) => shuffle(items, stream(draws).entropy).join('')),
      );
      expect(counts.size).toBe(orders);
      expect(new Set(counts.values())).toEqual(new Set([1]));
    },
  );

  it('brings every card to every place equally often', () => {
    const runs = 20_000;
    const entropy = seeded(20_260_101);
    const counts = new Array<number>(64).fill(0);
    for (let run = 0; run < runs; run += 1) {
      const order = shuffle([0, 1, 2, 3, 4, 5, 6, 7], entropy);
      for (const [place, card] of order.entries()) counts[card * 8 + place]! += 1;
    }
    const expected = runs / 8;
    const chiSquared = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 49 degrees of freedom: a fair shuffle exceeds 85 about once in a thousand seeds.
    expect(chiSquared).toBeLessThan(85);
  });

  it('keeps every card of the shoe and leaves the list it was given unchanged', () => {
    const shoe = fullShoe(8);
    const shuffled = shuffle(shoe, seeded(7));
    expect(shuffled).not.toEqual(shoe);
    expect(shuffled.toSorted()).toEqual(shoe.toSorted());
    expect(shoe).toEqual(fullShoe(8));
  });
});
