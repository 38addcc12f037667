/**
 * What the browser keeps of the player’s thread with the staff: what was being written and under
 * which key it was sent, for this sign-in in this tab; and up to where this player has read the
 * answers.
 */
import { browserKeeps, tabKeeps } from '../browser-keeps.js';
import { playerOf } from '../studio/token.js';
import type { Draft, TalkKeeps } from './talk.js';

const DRAFT = 'sabot.support.draft';
const SEEN = 'sabot.support.seen';

interface KeptDraft extends Draft {
  readonly of: string;
}

export const supportKeeps = (token: string): TalkKeeps => {
  // The end of the token, which is its signature, is enough to tell tokens apart.
  const of = token.slice(-12);
  const seen = `${SEEN}.${playerOf(token)}`;
  return {
    draft: () => {
      const kept = JSON.parse(tabKeeps.getItem(DRAFT) ?? 'null') as KeptDraft | null;
      return kept?.of === of ? kept : { text: '' };
    },
    keepDraft: (draft) => {
      if (draft.text === '') tabKeeps.removeItem(DRAFT);
      else tabKeeps.setItem(DRAFT, JSON.stringify({ of, ...draft } satisfies KeptDraft));
    },
    seen: () => browserKeeps.getItem(seen) ?? undefined,
    keepSeen: (line) => browserKeeps.setItem(seen, line),
  };
};
