/**
 * How often properties are tried. SABOT_RUNS says it: `least` where the same test is run again and
 * again, `low` for a quick check, `full` for a whole run of the tests, and `deep` to prove a change
 * that one does not trust.
 */
const FACTORS: Readonly<Record<string, number>> = { least: 0.02, low: 0.1, full: 1, deep: 25 };

const factor = FACTORS[process.env['SABOT_RUNS'] ?? 'full'];
if (factor === undefined) {
  throw new Error(`SABOT_RUNS is one of ${Object.keys(FACTORS).join(', ')}.`);
}

/** What is worked out exactly, for seconds, is left to whole runs of the tests. */
export const IS_QUICK = factor < 1;

/** For a number of runs in a whole run of the tests, how many there are now. At least one. */
export const runs = (full: number): number => Math.ceil(full * factor);

/** The same of what costs little each time: in CI, where nobody waits for it, there are `inCi`. */
export const runsInCi = (full: number, inCi: number): number =>
  process.env['CI'] === 'true' ? Math.max(inCi, runs(full)) : runs(full);
