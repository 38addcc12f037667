/** Chi-square tests: how far counts are from what is expected, and how often that happens. */

/** One test, in the form in which its statistic is compared with the chi-square distribution. */
export interface ChiSquare {
  readonly statistic: number;
  readonly freedom: number;
  /** How often a fair shuffle is at least as far off, on either side. Too even is off, too. */
  readonly p: number;
}

/** `factor` corrects a statistic whose counts are not independent. */
export const chiSquare = (
  counts: ArrayLike<number>,
  expected: (cell: number) => number,
  freedom: number,
  factor = 1,
): ChiSquare => {
  let statistic = 0;
  for (let cell = 0; cell < counts.length; cell += 1) {
    const due = expected(cell);
    statistic += ((counts[cell] ?? 0) - due) ** 2 / due;
  }
  statistic *= factor;
  const above = chiSquareAbove(statistic, freedom);
  return { statistic, freedom, p: Math.min(1, 2 * Math.min(above, 1 - above)) };
};

/** The fewest that may be expected of a cell: others are put together with their neighbours. */
const EXPECTED_MIN = 10;

/** Of one value of each of `total` shuffles, by the probabilities of these values. */
export const chiSquareOfValues = (
  counts: ArrayLike<number>,
  probabilities: readonly number[],
  total: number,
): ChiSquare => {
  const cells: { counted: number; expected: number }[] = [];
  let open = { counted: 0, expected: 0 };
  for (const [value, probability] of probabilities.entries()) {
    open.counted += counts[value] ?? 0;
    open.expected += probability * total;
    if (open.expected < EXPECTED_MIN) continue;
    cells.push(open);
    open = { counted: 0, expected: 0 };
  }
  const last = cells.at(-1);
  if (last !== undefined) {
    last.counted += open.counted;
    last.expected += open.expected;
  }
  return chiSquare(
    cells.map(({ counted }) => counted),
    (cell) => cells[cell]!.expected,
    cells.length - 1,
  );
};

/**
 * The probability of more than this, with so many degrees of freedom: the incomplete gamma function
 * by its series below the mean, by its continued fraction above.
 */
export const chiSquareAbove = (statistic: number, freedom: number): number => {
  if (statistic <= 0 || freedom <= 0) return 1;
  const [a, x] = [freedom / 2, statistic / 2];
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * seriesBelow(a, x) : front * fractionAbove(a, x);
};

const PRECISION = 1e-15;

const seriesBelow = (a: number, x: number): number => {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * PRECISION; n += 1) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
};

/** Lentz's method. */
const fractionAbove = (a: number, x: number): number => {
  let b = x + 1 - a;
  let c = Number.MAX_SAFE_INTEGER;
  let d = 1 / b;
  let value = d;
  for (let n = 1, change = 0; Math.abs(change - 1) > PRECISION && n < 1_000_000; n += 1) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    change = c * d;
    value *= change;
  }
  return value;
};

/** Stirling's series, for 10 and more; what is smaller is brought there by its recurrence. */
const logGamma = (a: number): number => {
  if (a < 10) return logGamma(a + 1) - Math.log(a);
  const series = 1 / (12 * a) - 1 / (360 * a ** 3) + 1 / (1260 * a ** 5) - 1 / (1680 * a ** 7);
  return (a - 0.5) * Math.log(a) - a + Math.log(2 * Math.PI) / 2 + series;
};

/**
 * The p-values as they count when there are several of them (Holm's method): the chance that the
 * smallest is that small in any of the tests, and so on.
 */
export const adjusted = (ps: readonly number[]): readonly number[] => {
  const order = ps.map((_, index) => index).sort((one, other) => ps[one]! - ps[other]!);
  const result = new Array<number>(ps.length);
  let least = 0;
  for (const [rank, index] of order.entries()) {
    least = Math.max(least, Math.min(1, (ps.length - rank) * ps[index]!));
    result[index] = least;
  }
  return result;
};
