import { describe, expect, it } from 'vitest';
import { type Card, FACES } from '../cards/card.js';
import { type Entropy, uniformBelow } from '../cards/shuffle.js';
import { hashStream } from '../simulator/hash-stream.js';
import { FALSE_ALARMS, chanceReport } from './chance-report.js';
import { adjusted, chiSquareAbove } from './chi-square.js';
import { DECKS_OF, DECK_KINDS, dealtDeck } from './dealt-decks.js';
import { ShuffleCounts, ascendingRunChances, colourRunChances } from './shuffle-counts.js';

describe('the chi-square distribution', () => {
  it.each([
    [3.841459, 1, 0.05],
    [18.307038, 10, 0.05],
    [124.342113, 100, 0.05],
    [2.705543, 1, 0.1],
    [29.588298, 10, 0.001],
    [3.940299, 10, 0.95],
    [1_142.847, 1_000, 0.00108],
  ])('has above %d, with %d degrees of freedom, a share of %d', (statistic, freedom, share) => {
    expect(chiSquareAbove(statistic, freedom)).toBeCloseTo(share, 4);
  });

  it('is half above its median, also with many degrees of freedom', () => {
    for (const freedom of [2_601, 15_861]) {
      const median = freedom * (1 - 2 / (9 * freedom)) ** 3;
      expect(chiSquareAbove(median, freedom)).toBeCloseTo(0.5, 4);
    }
  });
});

describe('several p-values', () => {
  it('count together by Holm’s method', () => {
    expect(adjusted([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
    expect(adjusted([0.5, 0.9])).toEqual([1, 1]);
  });
});

describe('the chances of runs', () => {
  it('are those of all orders of a few cards', () => {
    const orders = ordersOf([0, 1, 2, 3, 4, 5]);
    const runsOf = (order: readonly number[], isNew: (a: number, b: number) => boolean) =>
      order.slice(1).reduce((runs, card, at) => runs + (isNew(order[at]!, card) ? 1 : 0), 1);
    const share = (runs: number, isNew: (a: number, b: number) => boolean) =>
      orders.filter((order) => runsOf(order, isNew) === runs).length / orders.length;
    for (let runs = 1; runs <= 6; runs += 1) {
      expect(ascendingRunChances(6)[runs]).toBeCloseTo(
        share(runs, (a, b) => b < a),
        12,
      );
      const colours = share(runs, (a, b) => a % 2 !== b % 2);
      expect(colourRunChances(3)[runs]).toBeCloseTo(colours, 12);
    }
  });
});

const ordersOf = (cards: readonly number[]): number[][] =>
  cards.length === 0
    ? [[]]
    : cards.flatMap((card) =>
        ordersOf(cards.filter((other) => other !== card)).map((rest) => [card, ...rest]),
      );

const SHUFFLES = 4_000;

const reportOn = (decks: number, deal: (number: number) => readonly Card[]) => {
  const counts = new ShuffleCounts(decks);
  for (let number = 0; number < SHUFFLES; number += 1) counts.count(deal(number));
  return { kind: 'a deck', shuffles: SHUFFLES, tests: counts.tests() };
};

describe('the decks of hands', () => {
  it('are as even as chance makes them, of fixed seeds', () => {
    const report = chanceReport(
      DECK_KINDS.map((kind) => {
        const entropy = hashStream(`chance of ${kind}`);
        return reportOn(DECKS_OF[kind], (number) => dealtDeck(kind, number, entropy));
      }),
    );
    expect(report.lines.at(-1)).toContain('Nothing here');
    expect(report.isFair).toBe(true);
  });

  /** Wrong in ways that have been seen in real card rooms. */
  const BIASED: Readonly<Record<string, (cards: readonly Card[], entropy: Entropy) => Card[]>> = {
    'swaps each card with any other': (cards, entropy) => {
      const deck = [...cards];
      for (let place = 0; place < deck.length; place += 1) {
        const chosen = uniformBelow(deck.length, entropy);
        [deck[place], deck[chosen]] = [deck[chosen]!, deck[place]!];
      }
      return deck;
    },
    'takes remainders without discarding': (cards, entropy) => {
      const deck = [...cards];
      for (let last = deck.length - 1; last > 0; last -= 1) {
        const chosen = entropy(1)[0]! % (last + 1);
        [deck[last], deck[chosen]] = [deck[chosen]!, deck[last]!];
      }
      return deck;
    },
    'leaves every second card behind its neighbour, anywhere': (cards, entropy) => {
      const pairs = Array.from({ length: 26 }, (_, at) => [cards[2 * at]!, cards[2 * at + 1]!]);
      const deck = shuffledBy(pairs, entropy).flat();
      const cut = uniformBelow(52, entropy);
      return [...deck.slice(cut), ...deck.slice(0, cut)];
    },
    'breaks up one long run of a colour': (cards, entropy) => {
      const deck = shuffledBy(cards, entropy);
      for (let place = 1; place < deck.length - 1; place += 1) {
        const isRed = (card: Card) => card.endsWith('h') || card.endsWith('d');
        const [before, here, behind] = [deck[place - 1]!, deck[place]!, deck[place + 1]!];
        if (isRed(before) !== isRed(here) || isRed(here) === isRed(behind)) continue;
        [deck[place], deck[place + 1]] = [behind, here];
        break;
      }
      return deck;
    },
  };

  const shuffledBy = <T>(cards: readonly T[], entropy: Entropy): T[] => {
    const deck = [...cards];
    for (let last = deck.length - 1; last > 0; last -= 1) {
      const chosen = uniformBelow(last + 1, entropy);
      [deck[last], deck[chosen]] = [deck[chosen]!, deck[last]!];
    }
    return deck;
  };

  it.each(Object.entries(BIASED))('are found out where a shuffle %s', (name, shuffle) => {
    const entropy = hashStream(name);
    const report = chanceReport([reportOn(1, () => shuffle(FACES, entropy))]);
    expect(report.isFair).toBe(false);
    expect(report.lines.at(-1)).toContain('not what chance does');
  });

  it('are found out where they are too even to be of chance', () => {
    const decks = FACES.map((_, cut) => [...FACES.slice(cut), ...FACES.slice(0, cut)]);
    const { tests } = reportOn(1, (number) => decks[number % 52]!);
    expect(tests[0]?.statistic).toBeLessThan(100);
    expect(tests[0]?.p).toBeLessThan(FALSE_ALARMS);
  });
});
