/** How tables are spread over processes: which process one of them goes to next, if any. */
import type { DrainRefusal } from '../protocol/processes.js';

/** A process, as far as it counts for where tables go. */
export interface Taker {
  readonly id: string;
  /** Whether it takes tables, unless it is drained. */
  readonly takes: boolean;
  readonly isDrained: boolean;
  /** Whether it has run for so long that tables are moved to it. */
  readonly isSettled: boolean;
  readonly tables: number;
}

/** With a smaller difference a move would only turn it round. */
const DIFFERENCE_MIN = 2;

/** Those that take tables. A drained one takes them only where there is no other. */
export const takersOf = <T extends Taker>(all: readonly T[]): readonly T[] => {
  const taking = all.filter(({ takes }) => takes);
  const undrained = taking.filter(({ isDrained }) => !isDrained);
  return undrained.length > 0 ? undrained : taking;
};

/** Who takes the tables of a process that gives all of them away: whoever has the fewest. */
export const successorOf = <T extends Taker>(all: readonly T[], giver: string): T | undefined =>
  least(takersOf(all).filter(({ id }) => id !== giver));

/**
 * Who gets one table of `giver`, so that all have about the same number. Only the process with the
 * most tables gives, so that no two give at a time to the same one.
 */
export const receiverOf = <T extends Taker>(all: readonly T[], giver: string): T | undefined => {
  const takers = takersOf(all);
  const most = takers.reduce<T | undefined>(
    (found, each) => (found === undefined || each.tables > found.tables ? each : found),
    undefined,
  );
  const receiver = least(takers.filter(({ isSettled }) => isSettled));
  if (most?.id !== giver || receiver === undefined) return undefined;
  return most.tables - receiver.tables >= DIFFERENCE_MIN ? receiver : undefined;
};

/** Why the process is not drained, or not undrained. Undefined where it may be. */
export const drainRefusal = (
  all: readonly Taker[],
  process: string,
  isDrained: boolean,
): DrainRefusal | undefined => {
  const found = all.find(({ id }) => id === process);
  if (found === undefined) return 'unknown_process';
  if (!found.takes) return 'takes_no_tables';
  if (found.isDrained === isDrained) return isDrained ? 'already_drained' : 'not_drained';
  const others = all.filter((each) => each.takes && !each.isDrained && each !== found);
  return isDrained && others.length === 0 ? 'last_process' : undefined;
};

const least = <T extends Taker>(takers: readonly T[]): T | undefined =>
  takers.reduce<T | undefined>(
    (found, each) => (found === undefined || each.tables < found.tables ? each : found),
    undefined,
  );
