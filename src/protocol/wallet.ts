/**
 * What the studio asks of an operator's wallet, and what is taken for its verdict. Each request is
 * signed by the studio, and each verdict by the operator.
 */
import { z } from 'zod';
import * as wire from './wire.js';

const exponent = z.int().min(0).max(8).describe('how many decimals the minor unit has');
const movementId = z.string().regex(/^[\w.-]{1,96}$/);

const request = {
  requestId: z.string().describe('another one for each try; the answer repeats it'),
  player: z.string().describe('the operator’s own name for the player'),
  currency: wire.currency,
  exponent,
};

const movement = {
  ...request,
  movementId: movementId.describe('the same in every try: it is to happen once'),
  total: wire.amountText.describe('minor units'),
};

/** By the path after the callback URL. */
export const WALLET_REQUESTS = {
  /** What the player has. */
  balance: z.strictObject(request),
  /** Takes `total` from the player for a session. */
  debit: z.strictObject(movement),
  /** Gives `total` of a session back. It may not be refused. */
  credit: z.strictObject(movement),
  /**
   * Undoes the debit `refers`, whether it has come, comes later or never does. It may not be
   * refused.
   */
  cancel: z.strictObject({ ...movement, refers: movementId }),
} as const;
export type WalletVerb = keyof typeof WALLET_REQUESTS;

/** Why a wallet gives nothing. */
const WALLET_REASONS = [
  'funds',
  'limit',
  'blocked',
  'excluded',
  'session',
  'currency',
  'game',
] as const;
export type WalletReason = (typeof WALLET_REASONS)[number];

const answer = { requestId: z.string(), movementId: movementId.optional() };

/** Of an answer with status 200. Whatever has another form is no verdict. */
export const walletAnswer = z.discriminatedUnion('status', [
  z.object({
    ...answer,
    status: z.literal('done'),
    balance: wire.amountText.describe('what the player has after it'),
  }),
  z.object({ ...answer, status: z.literal('refused'), reason: z.enum(WALLET_REASONS) }),
  z.object({ ...answer, status: z.literal('busy') }),
]);
export type WalletAnswer = z.infer<typeof walletAnswer>;
