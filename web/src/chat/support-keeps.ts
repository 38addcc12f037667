/**
 * What the browser keeps of the player’s thread with the staff: what was being written, for this
 * sign-in in this tab, and up to where the answers were read.
 */
import { browserKeeps, tabKeeps } from '../browser-keeps.js';
import type { TalkKeeps } from './talk.js';

const DRAFT = 'sabot.support.draft';
const SEEN = 'sabot.support.seen';

interface KeptDraft {
  readonly of: string;
  readonly text: string;
}

export const supportKeeps = (token: string): TalkKeeps => {
  // Of the token no more than tells it from another, as its end is its signature.
  const of = token.slice(-12);
  return {
    draft: () => {
      const kept = JSON.parse(tabKeeps.getItem(DRAFT) ?? 'null') as KeptDraft | null;
      return kept?.of === of ? kept.text : '';
    },
    keepDraft: (text) => {
      if (text === '') tabKeeps.removeItem(DRAFT);
      else tabKeeps.setItem(DRAFT, JSON.stringify({ of, text } satisfies KeptDraft));
    },
    seen: () => browserKeeps.getItem(SEEN) ?? undefined,
    keepSeen: (line) => browserKeeps.setItem(SEEN, line),
  };
};
