/** What many simulated worlds came to, added up. */
import { SOLO_GAMES } from '../../src/solo/game.js';
import type { Run } from './world.js';

/** Of one world. */
export type WorldReport = Pick<Run, 'rounds' | 'seen' | 'simulatedMs'> & {
  readonly seed: number;
  readonly fault: string | undefined;
};

export interface Report {
  readonly worlds: number;
  readonly rounds: number;
  readonly simulatedMs: number;
  readonly seen: Readonly<Record<string, number>>;
  /** The worlds in which something did not hold. */
  readonly failed: readonly { readonly seed: number; readonly fault: string }[];
}

export const NOTHING_YET: Report = { worlds: 0, rounds: 0, simulatedMs: 0, seen: {}, failed: [] };

export const added = (report: Report, { seed, fault, ...world }: WorldReport): Report => {
  const seen = { ...report.seen };
  for (const [what, count] of Object.entries(world.seen)) seen[what] = (seen[what] ?? 0) + count;
  return {
    worlds: report.worlds + 1,
    rounds: report.rounds + world.rounds,
    simulatedMs: report.simulatedMs + world.simulatedMs,
    seen,
    failed: fault === undefined ? report.failed : [...report.failed, { seed, fault }],
  };
};

/** In one line. */
export const summary = ({ rounds, simulatedMs, seen, failed }: Report): string => {
  const hours = (simulatedMs / 3_600_000).toFixed(1);
  const held = failed.length === 0 ? 'all held' : `${failed.length} worlds failed`;
  return `${inWords(rounds)} rounds in ${hours} hours of simulated time, with ${inWords(faultsIn(seen))} faults and ${inWords(handsIn(seen))} hands; ${held}`;
};

/** How often each thing came about, a line each. */
export const counts = ({ seen }: Report): string =>
  Object.entries(seen)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([what, count]) => `  ${String(count).padStart(10)}  ${what}`)
    .join('\n');

export const inWords = (count: number): string => count.toLocaleString('en-GB');

/** Hands of solo games that were played to their end. */
const handsIn = (seen: Report['seen']): number =>
  SOLO_GAMES.reduce((sum, game) => sum + (seen[`hands: ${game}`] ?? 0), 0);

const faultsIn = (seen: Report['seen']): number =>
  Object.entries(seen).reduce(
    (sum, [what, count]) => sum + (what.startsWith('fault: ') ? count : 0),
    0,
  );
