/** What an operator's wallet has a player read, between rounds, and what the player answers. */
import { z } from 'zod';
import { words } from './words.js';

const NOTICE_KINDS = ['reality_check', 'limit_near', 'message'] as const;

export const noticeId = z.string().regex(/^[\w.-]{1,64}$/);
export const noticeAction = z.string().regex(/^[\w-]{1,32}$/);

export const walletNotice = z.object({
  id: noticeId.describe('the operator’s own, once for each notice of a player'),
  kind: z.enum(NOTICE_KINDS),
  text: words(500).describe('as the player reads it'),
  actions: z
    .array(z.object({ id: noticeAction, label: words(40) }))
    .max(3)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length)
    .describe('what the player may answer; none: that it was read, by `read`'),
});
export type WalletNotice = z.infer<typeof walletNotice>;

export const ownNotices = z.strictObject({
  notices: z.array(walletNotice).describe('that are not answered yet, the oldest first'),
});
export type OwnNotices = z.infer<typeof ownNotices>;

export const noticeAnswer = z.strictObject({ id: noticeId, action: noticeAction });
export type NoticeAnswer = z.infer<typeof noticeAnswer>;
