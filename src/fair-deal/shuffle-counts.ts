/**
 * What is counted of many shuffles: which face comes to which place, which face follows which, how
 * many runs of a colour there are, and how many runs of ascending faces.
 */
import { type Card, FACES, colourOf } from '../cards/card.js';
import { type ChiSquare, chiSquare, chiSquareOfValues } from './chi-square.js';

const KINDS = FACES.length;
const INDEX: ReadonlyMap<Card, number> = new Map(FACES.map((face, index) => [face, index]));
const IS_RED = FACES.map((face) => colourOf(face) === 'red');

export interface NamedTest extends ChiSquare {
  readonly name: string;
}

/** As a thread hands them over. */
export interface CountedShuffles {
  readonly shuffles: number;
  /** By place and face. */
  readonly positions: Float64Array;
  /** By face and the face behind it, at one place of each shuffle. */
  readonly pairs: Float64Array;
  readonly colourRuns: Float64Array;
  readonly ascendingRuns: Float64Array;
}

/** Of so many whole decks. */
export class ShuffleCounts {
  readonly #decks: number;
  readonly #size: number;
  #counted: CountedShuffles;

  constructor(decks: number) {
    const size = decks * KINDS;
    this.#decks = decks;
    this.#size = size;
    this.#counted = {
      shuffles: 0,
      positions: new Float64Array(size * KINDS),
      pairs: new Float64Array(KINDS * KINDS),
      colourRuns: new Float64Array(size + 1),
      ascendingRuns: new Float64Array(size + 1),
    };
  }

  get counted(): CountedShuffles {
    return this.#counted;
  }

  count(cards: readonly Card[]): void {
    const { shuffles, positions, pairs, colourRuns, ascendingRuns } = this.#counted;
    // The pairs of one shuffle depend on each other, so one is counted, at a place that moves on.
    const pairAt = shuffles % (this.#size - 1);
    let colours = 1;
    let ascents = 1;
    let before = -1;
    for (let place = 0; place < cards.length; place += 1) {
      const face = INDEX.get(cards[place]!)!;
      positions[place * KINDS + face]! += 1;
      if (place > 0) {
        if (place === pairAt + 1) pairs[before * KINDS + face]! += 1;
        if (IS_RED[before] !== IS_RED[face]) colours += 1;
        if (face < before) ascents += 1;
      }
      before = face;
    }
    colourRuns[colours]! += 1;
    ascendingRuns[ascents]! += 1;
    this.#counted = { ...this.#counted, shuffles: shuffles + 1 };
  }

  /** Adds what others have counted. */
  add(other: CountedShuffles): void {
    const mine = this.#counted;
    for (const name of ['positions', 'pairs', 'colourRuns', 'ascendingRuns'] as const) {
      for (const [cell, count] of other[name].entries()) mine[name][cell]! += count;
    }
    this.#counted = { ...mine, shuffles: mine.shuffles + other.shuffles };
  }

  tests(): readonly NamedTest[] {
    const { shuffles, positions, pairs, colourRuns, ascendingRuns } = this.#counted;
    const [decks, size] = [this.#decks, this.#size];
    const free = (size - 1) * (KINDS - 1);
    const pairOf = (cell: number): number => {
      const isSame = Math.floor(cell / KINDS) === cell % KINDS;
      return (shuffles * (isSame ? decks - 1 : decks)) / (KINDS * (size - 1));
    };
    const possible = (cell: number): boolean => pairOf(cell) > 0;
    const cells = [...pairs.keys()].filter(possible);
    return [
      {
        name: 'faces at places',
        // A deck has each face a fixed number of times. The factor takes that into account.
        ...chiSquare(positions, () => shuffles / KINDS, free, (size - 1) / size),
      },
      {
        name: 'pairs of neighbours',
        ...chiSquare(
          cells.map((cell) => pairs[cell]!),
          (index) => pairOf(cells[index]!),
          cells.length - 1,
        ),
      },
      {
        name: 'runs of a colour',
        ...chiSquareOfValues(colourRuns, colourRunChances(size / 2), shuffles),
      },
      // Of several decks, equal faces would have to be distinguished.
      ...(decks === 1
        ? [
            {
              name: 'runs of ascending faces',
              ...chiSquareOfValues(ascendingRuns, ascendingRunChances(size), shuffles),
            },
          ]
        : []),
    ];
  }
}

/** By how many runs `half` red and `half` black cards make (Wald and Wolfowitz). */
export const colourRunChances = (half: number): readonly number[] => {
  const chances = new Array<number>(2 * half + 1).fill(0);
  const all = logChoose(2 * half, half);
  for (let k = 1; k <= half; k += 1) {
    const even = 2 * logChoose(half - 1, k - 1) - all;
    chances[2 * k] = 2 * Math.exp(even);
    if (k === half) continue;
    const odd = logChoose(half - 1, k) + logChoose(half - 1, k - 1) - all;
    chances[2 * k + 1] = 2 * Math.exp(odd);
  }
  return chances;
};

const logChoose = (n: number, k: number): number => {
  let log = 0;
  for (let i = 1; i <= k; i += 1) log += Math.log((n - k + i) / i);
  return log;
};

/** By how many ascending runs so many different cards make: the Eulerian numbers. */
export const ascendingRunChances = (size: number): readonly number[] => {
  let chances = [0, 1];
  for (let n = 2; n <= size; n += 1) {
    chances = Array.from({ length: n + 1 }, (_, runs) => {
      const same = runs * (chances[runs] ?? 0);
      const more = (n - runs + 1) * (chances[runs - 1] ?? 0);
      return (same + more) / n;
    });
  }
  return chances;
};
