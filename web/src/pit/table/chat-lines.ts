/** The lines of a table’s chat as the pit shows them: what was read, and what was heard since. */
import type { StaffChatMessage } from '../../../../src/protocol/chat.js';

export type StaffChatLine = StaffChatMessage & { readonly removed: boolean };

/**
 * Each once, the newest at the end. What was heard before the first line that was read is left out:
 * others may have come in between while there was no connection.
 */
export const chatLines = (
  read: readonly StaffChatLine[],
  heard: readonly StaffChatLine[],
  removed: ReadonlySet<string>,
): readonly StaffChatLine[] => {
  const known = new Set(read.map(({ id }) => id));
  const first = BigInt(read[0]?.id ?? 0);
  const since = heard.filter(({ id }) => !known.has(id) && BigInt(id) >= first);
  return [...read, ...since]
    .toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((line) => (removed.has(line.id) ? { ...line, removed: true } : line));
};
