/**
 * What the studio asks of an operator's wallet, and what is taken for its verdict. Each request is
 * signed by the studio, and each verdict by the operator.
 */
import { z } from 'zod';
import { OUTCOMES } from '../punto-banco/outcome.js';
import { SOLO_GAMES } from '../solo/game.js';
import { noticeAction, noticeId, walletNotice } from './wallet-notice.js';
import * as wire from './wire.js';

const exponent = z.int().min(0).max(8).describe('how many decimals the minor unit has');
const movementId = z.string().regex(/^[\w.-]{1,96}$/);

/** By which an operator's platform knows a player who is there. */
export const walletSession = z.string().regex(/^[!-~]{1,512}$/);

const request = {
  requestId: z.string().describe('another one for each try; the answer repeats it'),
  player: z.string().describe('the operator’s own name for the player'),
  currency: wire.currency,
  exponent,
  session: walletSession
    .optional()
    .describe('what the player’s last launch has brought as `session`, or `open` made of it'),
};

const round = wire.gameNumber.describe('in seamless mode: the round whose stakes these are');

const ofHand = {
  hand: wire.handNumber
    .optional()
    .describe('in seamless mode: the hand of a solo game, in place of a round'),
  game: z.enum(SOLO_GAMES).optional().describe('of a hand: which solo game'),
};

const movement = {
  ...request,
  movementId: movementId.describe('the same in every try: it is to happen once'),
  total: wire.amountText.describe('minor units'),
};

/** Why a stake goes back. */
const CANCEL_REASONS = ['no_answer', 'round_void'] as const;

const cursor = z
  .string()
  .regex(/^[^\0\p{Cs}]{0,200}$/u)
  .nullable();

/** By the path after the callback URL. */
export const WALLET_REQUESTS = {
  /** A player comes in by a launch that has a `session`: whether that holds. It moves nothing. */
  open: z.strictObject({ ...request, session: walletSession }),
  /** What the player has. */
  balance: z.strictObject(request),
  /**
   * Takes `total` from the player for a session, for the stakes of a round, or for one action of a
   * hand.
   */
  debit: z.strictObject({
    ...movement,
    ...ofHand,
    round: round.optional(),
    table: wire.tableId.optional().describe('of a round: where it is played'),
    bets: z
      .array(z.strictObject({ spot: wire.spot, amount: wire.amountText }))
      .min(1)
      .optional()
      .describe('of a round: what lies on each spot; `total` is the sum'),
  }),
  /**
   * Gives `total` of a session back, or what a round or a hand has paid: 0 where it was lost. It
   * may not be refused.
   */
  credit: z.strictObject({
    ...movement,
    ...ofHand,
    round: round.optional(),
    refers: movementId.optional().describe('of a round: its debit; of a hand: the first of them'),
    closes: z
      .literal(true)
      .optional()
      .describe(
        'of a round or a hand: nothing but corrections follows, and of a hand the `cancel` of a debit that it never used',
      ),
    outcome: z
      .enum([...OUTCOMES, 'void'])
      .optional()
      .describe('of a round: that of its coup; `void` where the stake was paid back by hand'),
  }),
  /**
   * Undoes the debit `refers`, whether it has come, comes later or never does. It may not be
   * refused.
   */
  cancel: z.strictObject({
    ...movement,
    refers: movementId,
    reason: z
      .enum(CANCEL_REASONS)
      .describe(
        '`no_answer`: there was no verdict in time; `round_void`: the round or the hand was voided, or the action of the hand did not come to stand',
      ),
    closes: z
      .literal(true)
      .optional()
      .describe('of a hand that was voided in play: it is the last of its stakes'),
    ...ofHand,
    round: round.optional(),
  }),
  /**
   * A round or a hand that was credited or voided is corrected: it gives `total`; below zero it
   * takes. It may be refused, and is asked for again.
   */
  adjust: z.strictObject({
    ...movement,
    ...ofHand,
    total: wire.changeText,
    round: round.optional(),
    refers: movementId,
    correction: z
      .int()
      .positive()
      .describe('the number of the correction, of the round or the hand'),
  }),
  /**
   * The player gives `total` to a dealer, which the wallet keeps as a tip. In session mode it was
   * given of what was brought to the tables: it moves nothing, because the credit that ends the
   * session is less by it, and may not be refused. In seamless mode it `takes`, as a debit does.
   */
  tip: z.strictObject({
    ...movement,
    table: wire.tableId.describe('whose dealer it is for'),
    takes: z
      .literal(true)
      .optional()
      .describe('in seamless mode: `total` is to be taken from the player; it may be refused'),
  }),
  /** What the player has answered to a notice of the wallet's. It moves nothing. */
  notice: z.strictObject({
    ...request,
    notice: noticeId,
    action: noticeAction.describe('`read` where the notice has no actions'),
    answeredAtMs: wire.timeMs,
  }),
  /** The movements that the wallet has booked, in the order in which it did, page by page. */
  movements: z.strictObject({
    requestId: request.requestId,
    after: cursor.describe('`next` of the page before; null: from the first movement on'),
    limit: z.int().min(1).max(100).describe('not more than so many'),
  }),
} as const;
export type WalletVerb = keyof typeof WALLET_REQUESTS;

/** Why a wallet gives nothing. */
export const WALLET_REASONS = [
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
    session: walletSession
      .optional()
      .catch(undefined)
      .describe('of `open`: another session from now on'),
    notice: walletNotice
      .optional()
      .catch(undefined)
      .describe('what the player is to read between rounds; one of another form is left alone'),
  }),
  z.object({ ...answer, status: z.literal('refused'), reason: z.enum(WALLET_REASONS) }),
  z.object({ ...answer, status: z.literal('busy') }),
]);
export type WalletAnswer = z.infer<typeof walletAnswer>;

/** What a wallet lists may be no id of ours, but is one that a database keeps. */
const kept = (max: number) => z.string().regex(new RegExp(`^[^\\0\\p{Cs}]{0,${max}}$`, 'u'));

const listedMovement = z.object({
  movementId: kept(128),
  kind: z.enum(['debit', 'credit', 'cancel', 'adjust', 'tip']),
  player: kept(64),
  currency: wire.currency,
  total: wire.changeText,
  status: z
    .enum(['done', 'refused'])
    .describe('one that was refused may be left out, and so may a credit of 0'),
  refers: kept(128).optional().describe('of a cancel: its debit'),
});
export type ListedMovement = z.infer<typeof listedMovement>;

/** The answer to `movements`, with status 200 and signed as every answer. */
export const walletStatement = z.object({
  requestId: z.string(),
  status: z.literal('done'),
  movements: z
    .array(listedMovement)
    .max(100)
    .describe('none: there are no more now. One that was put right is there again, at the end'),
  next: cursor.describe('the cursor behind the last of them; it skips none, whatever is booked'),
});
export type WalletListing = z.infer<typeof walletStatement>;

/** Names the first field that has another form: `movements.3.kind`, counted from 0. */
export const whyNoList = ({ issues }: z.ZodError): string => {
  const place = (issues[0]?.path ?? []).map(String).join('.');
  return place === '' ? 'the body is no list' : `the body is no list: ${place}`;
};
