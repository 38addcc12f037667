/**
 * Betting commands that were sent and not answered yet. They outlive a reload. What became of each
 * is asked afterwards.
 */
import type { Bet } from '../../../src/client/betting.js';
import { tabKeeps } from '../browser-keeps.js';

export interface Unanswered {
  readonly betId: string;
  readonly table: string;
  readonly game: string;
  readonly bet: Bet;
  readonly sentAtMs: number;
  /** What became of it, once that is known. `missing`: it never stood. */
  readonly outcome?: 'stands' | 'missing';
  /** The player has been shown it. */
  readonly isShown?: true;
}

const KEY = 'sabot.unanswered';
/** Older ones do not matter any more. */
const KEPT = 50;

export const unanswered = (): readonly Unanswered[] => {
  try {
    return JSON.parse(tabKeeps.getItem(KEY) ?? '[]') as Unanswered[];
  } catch {
    return [];
  }
};

export const noteSent = (each: Unanswered): void => write([...unanswered(), each].slice(-KEPT));

export const noteAnswered = (betId: string): void =>
  write(unanswered().filter((each) => each.betId !== betId));

export const noteOutcome = (betId: string, outcome: 'stands' | 'missing'): void =>
  write(unanswered().map((each) => (each.betId === betId ? { ...each, outcome } : each)));

/** The History goes on listing them. */
export const noteShown = (): void =>
  write(
    unanswered().map((each) => (each.outcome === undefined ? each : { ...each, isShown: true })),
  );

const write = (all: readonly Unanswered[]): void => {
  if (all.length === 0) tabKeeps.removeItem(KEY);
  else tabKeeps.setItem(KEY, JSON.stringify(all));
};
