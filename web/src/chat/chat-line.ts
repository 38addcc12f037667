/** Lines of a talk, oldest first, each once, never more than a page should hold. */
import type { ChatRole } from '../../../src/protocol/chat.js';

export interface ChatLine {
  /** A later line has a higher number. */
  readonly id: string;
  readonly name: string;
  readonly role: ChatRole | 'staff';
  readonly isOwn: boolean;
  readonly text: string;
  readonly atMs: number;
}

export const LINES_MAX = 200;

const isBefore = (a: ChatLine, b: ChatLine): boolean => BigInt(a.id) < BigInt(b.id);

/**
 * A line that was received twice is listed once. Where there are too many, the oldest are dropped.
 */
export const withLines = (
  lines: readonly ChatLine[],
  more: readonly ChatLine[],
): readonly ChatLine[] => {
  const published = new Set(lines.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !published.has(id));
  if (fresh.length === 0) return lines;
  const all = [...lines, ...fresh].sort((a, b) => (isBefore(a, b) ? -1 : 1));
  return all.slice(-LINES_MAX);
};

/**
 * The newest lines, received again after the connection was lost. What lies above them is dropped,
 * to be read again: nobody knows what of it was removed meanwhile. `heard` came since they were
 * asked for, and may not be among them.
 */
export const caughtUp = (
  lines: readonly ChatLine[],
  newest: readonly ChatLine[],
  heard: ReadonlySet<string>,
): readonly ChatLine[] => {
  const first = newest[0];
  const isSince = (line: ChatLine): boolean => first === undefined || !isBefore(line, first);
  return withLines(
    newest,
    lines.filter((line) => heard.has(line.id) && isSince(line)),
  );
};
