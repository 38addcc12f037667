/**
 * Answers that are half written, and under which key one was sent of which nobody knows whether it
 * came. They are kept for the tab, of each member of the staff and player, until they are sent.
 */
import { tabKeeps } from '../../browser-keeps.js';
import type { StaffAnswer } from './thread.js';

interface Draft {
  readonly text: string;
  readonly sent?: StaffAnswer | undefined;
}

const keyOf = (member: string, player: string): string => `sabot.draft.${member}.${player}`;

export const keptDraft = (member: string, player: string): Draft | undefined => {
  const kept = tabKeeps.getItem(keyOf(member, player));
  return kept === null ? undefined : (JSON.parse(kept) as Draft);
};

/** An empty one is kept no longer. */
export const keepDraft = (member: string, player: string, draft: Draft): void => {
  const key = keyOf(member, player);
  if (draft.text.trim() === '') tabKeeps.removeItem(key);
  else tabKeeps.setItem(key, JSON.stringify(draft));
};
