/**
 * How much the tests of faults do. `npm run faults` does all of it, several times, and shows what
 * was measured. A run of the tests does a sample.
 */
import { appendFileSync } from 'node:fs';

/** How often everything is done. Zero: a sample is done, once. */
export const FAULT_TIMES = Number(process.env['SABOT_FAULTS'] ?? '0');

export const isFullSize = FAULT_TIMES > 0;

/** One line of the report. */
interface Measured {
  /** What was tried: a part of the report. */
  readonly part: string;
  readonly what: string;
  /** How long until all was well again, or how many there were of something. */
  readonly ms?: number;
  readonly count?: number;
}

const file = process.env['SABOT_FAULTS_REPORT'];

export const measured = (line: Measured): void => {
  const { part, what, ms, count } = line;
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`);
  else console.log(`${part}: ${what}: ${ms === undefined ? count : `${Math.round(ms)} ms`}`);
};
