/**
 * A player’s thread with the staff: who waits for an answer, what was written and noted in which
 * order, and what is sent once.
 */
import type {
  StaffSupportMessage,
  SupportNote,
  SupportThread,
} from '../../../../src/protocol/chat.js';

export type Thread = SupportThread;

export const STANDINGS = ['waits', 'open', 'settled'] as const;
export type ThreadStanding = (typeof STANDINGS)[number];

export const standingOf = ({ unanswered, settled }: Thread): ThreadStanding => {
  if (unanswered) return 'waits';
  return settled ? 'settled' : 'open';
};

type ThreadLine =
  | { readonly kind: 'message'; readonly message: StaffSupportMessage }
  | { readonly kind: 'note'; readonly note: SupportNote };

/** Each note comes after the message that was the last one then. */
export const threadLines = (
  messages: readonly StaffSupportMessage[],
  notes: readonly SupportNote[],
): readonly ThreadLine[] =>
  messages.flatMap((message): readonly ThreadLine[] => [
    { kind: 'message', message },
    ...notes
      .filter((note) => note.message === message.id)
      .map((note): ThreadLine => ({ kind: 'note', note })),
  ]);

export const keyOf = (line: ThreadLine | undefined): string => {
  if (line === undefined) return '';
  return line.kind === 'message' ? line.message.id : `note ${line.note.id}`;
};

/** Who of the staff it is from. Undefined where the player wrote it. */
export const authorOf = (line: ThreadLine | undefined): string | undefined => {
  if (line?.kind === 'note') return line.note.by;
  return line?.message.from === 'staff' ? line.message.name : undefined;
};

/** The text in pieces. What may be the number of a round stands in every second one. */
export const roundsIn = (text: string): readonly string[] => text.split(/\b([1-9]\d{9})\b/);

/** The players who wait, in the order of the list. */
export const playersWaiting = (threads: readonly Thread[]): readonly string[] =>
  threads.filter(({ unanswered }) => unanswered).map(({ player }) => player);

/** Words on their way to a player, or to a table’s chat, and under which key. */
export interface StaffAnswer {
  readonly key: string;
  readonly text: string;
}

/**
 * What is sent now. The same words as `before`, of which nobody knows whether they came, go under
 * the same key: the studio keeps them once.
 */
export const answerWith = (
  typed: string,
  before: StaffAnswer | undefined,
  newKey: string,
): StaffAnswer => {
  const text = typed.trim();
  return before?.text === text ? before : { key: newKey, text };
};
