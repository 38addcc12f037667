/** What is to be cleared up with operators about their wallets, as the pit reads it by HTTP. */
import { z } from 'zod';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why a case is not sent again, besides what any request is refused for, with its status. */
export const CASE_REFUSALS = {
  nothing_to_send: 409, // the case is closed, or its movement has ended
} as const;
export type CaseRefusal = keyof typeof CASE_REFUSALS;

const WALLET_CASE_KINDS = [
  'unanswered', // the wallet has given no verdict for a day
  'refused', // the wallet refuses what may not be refused
  'missing_there', // ours says that it was done, and the operator’s list does not have it
  'missing_here', // the operator’s list has what ours does not
  'amount_differs',
  'outcome_differs', // one side says that it was done, and the other that it was not
] as const;
export type WalletCaseKind = (typeof WALLET_CASE_KINDS)[number];

const CASE_ENDINGS = [
  'answered', // the wallet took it after all
  'agrees', // the operator’s list says the same as ours
  'by_hand', // two persons agreed that it was settled outside the studio
] as const;
export type CaseEnding = (typeof CASE_ENDINGS)[number];

/** Of a movement in our journal. */
const caseMovement = z.strictObject({
  verb: z
    .enum(['debit', 'credit', 'cancel', 'adjust', 'tip'])
    .describe('what the wallet is asked for'),
  player: z.string().describe('the player’s number'),
  name: z.string(),
  amount: wire.changeText.describe('of an adjustment below zero where the wallet gives'),
  currency: wire.currency,
  status: z.enum(['due', 'done', 'refused', 'void', 'cancelled', 'by_hand']),
  tries: z.int().nonnegative(),
  askedAtMs: wire.timeMs,
  nextTryAtMs: wire.timeMs.nullable().describe('null once it has ended'),
});

const walletCase = z.strictObject({
  id: z.string(),
  operator: z.string(),
  movementId: z.string(),
  kind: z.enum(WALLET_CASE_KINDS),
  detail: z.string().describe('of `refused` the reason; of a difference what the operator says'),
  openedAtMs: wire.timeMs,
  closedAtMs: wire.timeMs.nullable(),
  endedAs: z.enum(CASE_ENDINGS).nullable(),
  movement: caseMovement.nullable().describe('null where our journal has none of this id'),
});
export type WalletCase = z.infer<typeof walletCase>;

export const walletCases = z.strictObject({
  open: z.int().nonnegative().describe('how many are open'),
  cases: z.array(walletCase).describe('the open ones first, at most 200'),
});
export type WalletCases = z.infer<typeof walletCases>;

/** As it stands in the path of a request. */
export const caseNumber = z.string().regex(/^[1-9]\d{0,17}$/);

export const caseRetry = z.strictObject({ reason: words(200).describe('why; it is kept') });
export type CaseRetry = z.infer<typeof caseRetry>;
