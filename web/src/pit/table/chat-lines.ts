/** The lines of a table’s chat as the pit shows them: what was read, and what was heard since. */
import type { StaffChatMessage } from '../../../../src/protocol/chat.js';

export type StaffChatLine = StaffChatMessage & { readonly removed: boolean };

/** No more than the newest of what was heard are kept. */
export const LINES_MAX = 200;

interface HeardLines {
  readonly lines: readonly StaffChatLine[];
  /** Whether there were more. */
  readonly isCut: boolean;
}

export const NOTHING_HEARD: HeardLines = { lines: [], isCut: false };

export const heardAlso = ({ lines, isCut }: HeardLines, line: StaffChatLine): HeardLines => ({
  lines: [...lines, line].slice(-LINES_MAX),
  isCut: isCut || lines.length >= LINES_MAX,
});

/**
 * Whether lines are missing between the last that was read and the first of those that were heard
 * and are kept.
 */
export const isReadBeforeHeard = (
  read: readonly StaffChatLine[],
  { lines, isCut }: HeardLines,
): boolean => isCut && BigInt(read.at(-1)?.id ?? 0) < BigInt(lines[0]?.id ?? 0);

/**
 * Each once, the newest at the end. What was heard before the first line that was read is left out:
 * others may have come in between while there was no connection. So is what was read, where lines
 * are missing after it.
 */
export const chatLines = (
  read: readonly StaffChatLine[],
  heard: HeardLines,
  removed: ReadonlySet<string>,
): readonly StaffChatLine[] => {
  const known = new Set(read.map(({ id }) => id));
  const first = BigInt(read[0]?.id ?? 0);
  const since = heard.lines.filter(({ id }) => !known.has(id) && BigInt(id) >= first);
  return [...(isReadBeforeHeard(read, heard) ? [] : read), ...since]
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((line) => (removed.has(line.id) ? { ...line, removed: true } : line));
};
