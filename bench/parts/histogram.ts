/**
 * Counts of durations in buckets that grow by an eighth of a power of two: exact to a tenth, small,
 * and added up across processes.
 */

const PARTS = 8;
/** The first bucket ends here, in ms. */
const LEAST_MS = 0.125;

/** Plain JSON: from one process to another. */
export interface HistogramCounts {
  readonly counts: Readonly<Record<number, number>>;
  readonly count: number;
  readonly maxMs: number;
}

/** One bar of a drawing. */
export interface Bar {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
}

/** What a report says of durations, wherever they were counted. */
export interface Durations {
  /** Whether each is only known not to be longer than what is said of it. */
  readonly isAtMost: boolean;
  readonly count: number;
  readonly maxMs: number;
  readonly quantileMs: (share: number) => number;
  readonly bars: readonly Bar[];
  readonly toJSON: () => object;
}

export class Histogram implements Durations {
  readonly isAtMost = false;
  readonly #counts = new Map<number, number>();
  #count = 0;
  #maxMs = 0;

  /** Counts a duration in ms. What is below zero is counted as zero. */
  add(ms: number): void {
    const bucket = ms <= LEAST_MS ? 0 : Math.ceil(Math.log2(ms / LEAST_MS) * PARTS);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#count += 1;
    this.#maxMs = Math.max(this.#maxMs, ms);
  }

  addAll({ counts, count, maxMs }: HistogramCounts): this {
    for (const [bucket, times] of Object.entries(counts)) {
      this.#counts.set(Number(bucket), (this.#counts.get(Number(bucket)) ?? 0) + times);
    }
    this.#count += count;
    this.#maxMs = Math.max(this.#maxMs, maxMs);
    return this;
  }

  get count(): number {
    return this.#count;
  }

  get maxMs(): number {
    return this.#maxMs;
  }

  /** The upper end of the bucket that so large a share is within, in ms. Zero where it is empty. */
  quantileMs(share: number): number {
    let left = share * this.#count;
    for (const { toMs, count } of this.bars) {
      left -= count;
      if (left <= 0) return Math.min(toMs, this.#maxMs);
    }
    return this.#maxMs;
  }

  /** From the shortest, without those that are empty. */
  get bars(): readonly Bar[] {
    return [...this.#counts]
      .sort(([a], [b]) => a - b)
      .map(([bucket, count]) => ({ fromMs: endOf(bucket - 1), toMs: endOf(bucket), count }));
  }

  toJSON(): HistogramCounts {
    return { counts: Object.fromEntries(this.#counts), count: this.#count, maxMs: this.#maxMs };
  }
}

const endOf = (bucket: number): number => (bucket < 0 ? 0 : LEAST_MS * 2 ** (bucket / PARTS));
