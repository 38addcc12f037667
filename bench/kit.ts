/**
 * What benches share: baseline and candidate measured in turn in one run, and the medians of their
 * pairs.
 */

/** Does a batch of work and returns what one unit of it cost, in whatever unit both sides use. */
type Measure = () => number | Promise<number>;

interface Comparison {
  /** The median over the pairs of the candidate's cost divided by the baseline's. */
  readonly costRatio: number;
  readonly baseline: number;
  readonly candidate: number;
  /** Of every pair, in the order they were measured. */
  readonly costRatios: readonly number[];
  readonly pairs: number;
}

/** The side that goes first alternates. The first `warmUps` pairs are thrown away. */
export const comparePairs = async (
  sides: { readonly baseline: Measure; readonly candidate: Measure },
  { pairs, warmUps }: { readonly pairs: number; readonly warmUps: number },
): Promise<Comparison> => {
  const baselines: number[] = [];
  const candidates: number[] = [];
  for (let pair = -warmUps; pair < pairs; pair += 1) {
    const baselineFirst = pair % 2 === 0;
    const first = await (baselineFirst ? sides.baseline() : sides.candidate());
    const second = await (baselineFirst ? sides.candidate() : sides.baseline());
    if (pair < 0) continue;
    baselines.push(baselineFirst ? first : second);
    candidates.push(baselineFirst ? second : first);
  }
  const costRatios = candidates.map((cost, index) => cost / baselines[index]!);
  return {
    costRatio: median(costRatios),
    costRatios,
    baseline: median(baselines),
    candidate: median(candidates),
    pairs,
  };
};

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

/** `quantile(values, 0.99)`: ninety-nine out of a hundred are not above it. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
};

/** Nanoseconds for each of the `units` units of work done by `work`. */
export const nanosecondsEach = (units: number, work: () => void): number => {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start) / units;
};

/** Four significant figures. More would only be noise. */
export const rounded = (value: number): number => Number(value.toPrecision(4));

/** One line of JSON on standard output. */
export const report = (figures: {
  readonly goal: string;
  readonly ratio: number;
  readonly [name: string]: unknown;
}): void => {
  console.log(JSON.stringify(figures));
};

/** A seeded stream of numbers in [0, 1) (mulberry32), so that every run measures the same work. */
export const seeded = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
