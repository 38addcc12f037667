/** A player’s thread with the staff: who waits for an answer, and what is sent once. */
import type { AcceptedOf } from '../../../../src/protocol/command.js';
import type { PitCommands } from '../../../../src/protocol/pit.js';

export type Thread = AcceptedOf<PitCommands['support:list']>['threads'][number];

/** The players who wrote last, in the order of the list. */
export const playersWaiting = (threads: readonly Thread[]): readonly string[] =>
  threads.filter(({ unanswered }) => unanswered).map(({ player }) => player);

/** Words on their way to a player, and under which key. */
export interface Answer {
  readonly key: string;
  readonly text: string;
}

/**
 * What is sent now. The same words as `before`, of which nobody knows whether they came, go under
 * the same key: the studio keeps them once.
 */
export const answerWith = (typed: string, before: Answer | undefined, newKey: string): Answer => {
  const text = typed.trim();
  return before?.text === text ? before : { key: newKey, text };
};
