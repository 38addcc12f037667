/**
 * How long commands hop to the process of their table and back, as the edges count it at /metrics.
 * Nothing is known of a hop but the ends of its bucket, so these ends are what is said of it: a
 * bucket of one's own would make 5 ms of them 5.187. It is `Infinity` beyond the last of them.
 */
import type { Bar, Durations } from './histogram.js';

const BUCKET = /^sabot_hop_seconds_bucket\{.*?le="(.*?)".*?\} (\d+)$/gm;

export class Hops implements Durations {
  readonly isAtMost = true;

  /** How many are in the bucket that ends there, in ms, from the shortest. Empty ones are there. */
  private constructor(private readonly counts: ReadonlyMap<number, number>) {}

  /** Of several processes together. A page without hops adds nothing. */
  static readFrom(pages: readonly string[]): Hops {
    const counts = new Map<number, number>();
    for (const page of pages) {
      let before = 0;
      for (const [, le, upToThere] of page.matchAll(BUCKET)) {
        const toMs = le === '+Inf' ? Infinity : Number(le) * 1_000;
        counts.set(toMs, (counts.get(toMs) ?? 0) + Number(upToThere) - before);
        before = Number(upToThere);
      }
    }
    return new Hops(counts);
  }

  /** What was counted since `before`, of the same processes. */
  since(before: Hops): Hops {
    return new Hops(
      new Map(
        [...this.counts].map(([toMs, count]) => [toMs, count - (before.counts.get(toMs) ?? 0)]),
      ),
    );
  }

  get count(): number {
    return [...this.counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** So large a share of them took no longer, in ms. Zero where there are none. */
  quantileMs(share: number): number {
    let left = share * this.count;
    for (const { toMs, count } of this.bars) {
      left -= count;
      if (left <= 0) return toMs;
    }
    return this.maxMs;
  }

  get maxMs(): number {
    return this.bars.at(-1)?.toMs ?? 0;
  }

  get bars(): readonly Bar[] {
    const ends = [...this.counts.keys()];
    return ends
      .map((toMs, index) => ({
        fromMs: ends[index - 1] ?? 0,
        toMs,
        count: this.counts.get(toMs) ?? 0,
      }))
      .filter(({ count }) => count > 0);
  }

  toJSON(): object {
    const counts: Record<string, number> = {};
    for (const [toMs, count] of this.counts) counts[toMs === Infinity ? '+Inf' : toMs] = count;
    return { counts, count: this.count };
  }
}
