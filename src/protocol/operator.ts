/**
 * What an operator and the studio say to each other over HTTP. Every request is signed by a key of
 * the operator's (RFC 9421).
 */
import { z } from 'zod';
import { ALGORITHMS } from './algorithms.js';
import { WEBHOOK_FEEDS } from './operator-feeds.js';
import { walletSession } from './wallet.js';
import { operatorPolicy } from './operator-policy.js';
import * as wire from './wire.js';
import { plainText, webUrl, words } from './words.js';

/** Why a request of an operator is refused, in the body's `error`, with its status. */
export const OPERATOR_REFUSALS = {
  signature_missing: 401, // no Signature-Input and Signature, or not one of each
  signature_malformed: 401, // they are not what RFC 9421 says, or lack created, nonce or keyid
  signature_covers_too_little: 401, // not all is signed that must be
  wrong_host: 421, // signed for another studio than this one
  signature_not_in_time: 401, // created more than 30 s ago, or as far ahead
  unknown_key: 401, // no key of this name, or it is revoked
  signature_wrong: 401, // not by this key, or not of this request
  digest_wrong: 401, // the body is not what Content-Digest says
  request_repeated: 409, // the nonce was used before
  operator_is_off: 403, // the studio serves this operator no more
} as const;
export type OperatorRefusal = keyof typeof OPERATOR_REFUSALS;

/** Money that is made up, by the code that ISO 4217 has for no currency at all. */
export const DEMO_CURRENCY = 'XXX';

/** Why what an operator asks for is not done, in the body's `error`, with its status. */
export const OPERATOR_ORDER_REFUSALS = {
  currency_not_played: 409, // the operator does not play in it
  unknown_table: 404, // or one that the operator's players may not see
  unknown_player: 404, // never launched in this currency
  wallet_has_the_money: 409, // the operator's own wallet: the studio fetches it from there
  exponent_differs: 409, // the currency has another number of decimals here
  movement_id_reused: 409, // for a movement with other content: an alarm
  insufficient_funds: 409, // not so much is in the game account
  barred_from_play: 403, // a launch of a person who is excluded, takes a break, or is barred
  balance_too_large: 409, // the game account would hold more than 10^18 minor units
  no_open_session: 409, // there is nothing to end
  round_in_hand: 409, // stakes lie, or a hand is in play: asked again once that is paid
} as const;
export type OperatorOrderRefusal = keyof typeof OPERATOR_ORDER_REFUSALS;

/** Why a launch lets nobody in, in the body's `error`, with its status. */
export const LAUNCH_REFUSALS = {
  unknown_launch: 404,
  launch_used: 410,
  launch_expired: 410,
  barred_from_play: 403, // since the launch was made
  session_refused: 403, // the operator’s wallet does not know the session of the launch
  wallet_unavailable: 503, // the wallet has not said whether it does: to be tried again
} as const;
export type LaunchRefusal = keyof typeof LAUNCH_REFUSALS;

/**
 * Where the money of an operator's players is: `transfer`, in the studio's own ledger; `session`,
 * in the operator's wallet, but for what a session has taken from it; `seamless`, in the wallet,
 * which is asked for the stakes of each round.
 */
export const OPERATOR_MODES = ['transfer', 'session', 'seamless'] as const;

export const operatorId = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/);

/** Of pages that may show the player's page in a frame: `https://acme.example`, and nothing behind. */
export const frameOrigins = z
  .array(
    z
      .url({ protocol: /^https?$/, abort: true })
      .max(256)
      .refine((text) => new URL(text).origin === text, { error: 'an origin has no path' }),
  )
  .max(50);

/**
 * Where the studio sends what it has signed. A name and a password in it would never be sent, and
 * would stand in the log.
 */
export const calledUrl = webUrl(2_048).refine(
  (text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  },
  { error: 'an address has no name and no password' },
);

/** As the console takes it. */
export const operatorOpening = z
  .strictObject({
    id: operatorId,
    name: words(64),
    mode: z.enum(OPERATOR_MODES).default('transfer'),
    currencies: z.array(wire.currency).min(1).max(50),
    tables: z.array(wire.tableId).min(1).max(200).optional(),
    frameOrigins: frameOrigins.optional(),
    callbackUrl: calledUrl.optional(),
    policy: operatorPolicy.partial().optional(),
  })
  .refine(({ mode, callbackUrl }) => (mode === 'transfer') === (callbackUrl === undefined), {
    error: 'the modes with a wallet have a callback URL, and no other has one',
  });
export type OperatorOpening = z.infer<typeof operatorOpening>;

/** What the console sets of a webhook. */
export const webhookSettings = z.strictObject({
  url: calledUrl.describe('where the feeds are pushed to'),
  feeds: z.array(z.enum(WEBHOOK_FEEDS)).min(1).max(WEBHOOK_FEEDS.length),
  isOn: z.boolean(),
});
export type WebhookSettings = z.infer<typeof webhookSettings>;

export const algorithm = z.enum(ALGORITHMS);

/** How an operator stands, as it reads of itself. */
export const ownOperator = z.strictObject({
  id: operatorId,
  name: z.string(),
  mode: z.enum(OPERATOR_MODES),
  currencies: z.array(wire.currency),
  tables: z.array(wire.tableId).nullable().describe('that its players may see; null: all'),
  frameOrigins: frameOrigins.describe('whose pages may show the player’s page in a frame'),
  webhook: webhookSettings.nullable().describe('the feeds that the studio pushes; null: none'),
  policy: operatorPolicy.describe(
    'how long the operator’s wallet is waited for, and what it takes',
  ),
  keys: z
    .array(z.strictObject({ kid: z.string(), algorithm, sinceMs: wire.timeMs }))
    .describe('that its requests may be signed by'),
  signedBy: z
    .string()
    .describe(
      'the name of the key that the studio signs what it says to the operator by now: its own, or that of the secret that both have shared for longest',
    ),
  studioKey: z
    .strictObject({ kid: z.string(), publicKey: z.string() })
    .describe(
      'that the studio signs its requests to the operator’s wallet by, as PEM, unless they share a secret',
    ),
  nextStudioKey: z
    .strictObject({ kid: z.string(), publicKey: z.string() })
    .nullable()
    .describe('that it will sign them by some day: to be taken from now on, beside the other'),
  anchorKey: z
    .strictObject({ keyId: z.string(), publicKey: z.string() })
    .describe(
      'that the studio signs the pages of rounds and the anchors of its logs by: SPKI as base64',
    ),
});
export type OwnOperator = z.infer<typeof ownOperator>;

/** The operator's own name for a player. */
export const playerRef = z.string().regex(/^[!-~]{1,64}$/);
const pageUrl = webUrl(2_048);
const language = z.enum(['en', 'it']);

export const launchOrder = z.strictObject({
  player: playerRef.describe('the operator’s own name for the player'),
  name: plainText(32)
    .optional()
    .describe('as others see it, one line of plain text; else `player`'),
  currency: wire.currency.describe('of the player’s money; `XXX` is made up, for a trial'),
  language: language.optional().describe('without it the browser’s'),
  group: wire.limitGroup
    .optional()
    .describe('by whose limits the player bets from now on; without it by the tables’ own'),
  table: wire.tableId.optional().describe('without it the player chooses'),
  session: walletSession
    .optional()
    .describe('by which the operator’s wallet knows the player: it is asked for `open` by it'),
  returnUrl: pageUrl.optional().describe('where the player goes on leaving'),
  cashierUrl: pageUrl.optional().describe('where the player brings and takes money'),
});
export type LaunchOrder = z.infer<typeof launchOrder>;

export const launchReply = z.strictObject({
  url: z.string().describe('to be opened in the player’s browser, once'),
  expiresAtMs: wire.timeMs,
  playerId: z.string().describe('the studio’s number for the player in this currency'),
});
export type LaunchReply = z.infer<typeof launchReply>;

/** What the page shows for its way in. */
export const launchUse = z.strictObject({ launch: z.string().regex(/^[\w-]{43}$/) });
export type LaunchUse = z.infer<typeof launchUse>;

export const launchedPlayer = z.strictObject({
  token: z.string().describe('for the sockets, and for what a player reads by HTTP'),
  currency: wire.currency,
  language: language.nullable(),
  table: wire.tableId.nullable(),
  returnUrl: z.string().nullable(),
  cashierUrl: z.string().nullable(),
  frameOrigins: z.array(z.string()).describe('whose pages the page speaks to, where they frame it'),
});
export type LaunchedPlayer = z.infer<typeof launchedPlayer>;

const exponent = z.int().min(0).max(8).describe('how many decimals the minor unit has');

export const moneyOrder = z.strictObject({
  movementId: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .describe('the operator’s own, once for each movement; a repeat has the same'),
  player: playerRef,
  currency: wire.currency,
  exponent,
  amount: wire.amountText.refine((text) => text !== '0').describe('minor units, above zero'),
});
export type MoneyOrder = z.infer<typeof moneyOrder>;

export const moneyReply = z.strictObject({
  movementId: z.string(),
  replay: z.boolean().describe('true: it was answered so before, and nothing moved now'),
  amount: wire.amountText,
  available: wire.amountText.describe('what the player could take out after it'),
});
export type MoneyReply = z.infer<typeof moneyReply>;

export const sessionEndOrder = z.strictObject({
  endId: z
    .string()
    .regex(/^[\w.-]{1,64}$/)
    .describe('the operator’s own, once for each end; a repeat has the same'),
  player: playerRef,
  currency: wire.currency,
  because: z.enum(['operator', 'self_exclusion', 'limit']),
  reason: words(200).describe('shown to the player, and kept in the log of the staff'),
});
export type SessionEndOrder = z.infer<typeof sessionEndOrder>;

export const sessionEndReply = z.strictObject({
  endId: z.string(),
  replay: z.boolean().describe('true: it was ended so before'),
  amount: wire.amountText.describe('the credit that went back, minor units'),
  exponent,
});
export type SessionEndReply = z.infer<typeof sessionEndReply>;

export const studioHealth = z.strictObject({
  status: z.literal('ok'),
  nowMs: wire.timeMs.describe('by the clock that signatures are measured by'),
});
export type StudioHealth = z.infer<typeof studioHealth>;

export const balanceQuery = z.strictObject({ player: playerRef, currency: wire.currency });
export type BalanceQuery = z.infer<typeof balanceQuery>;

export const playerBalance = z.strictObject({
  currency: wire.currency,
  exponent,
  available: wire.amountText.describe('in the game account: what can be taken out'),
  atTables: wire.amountText.describe('the credit of the player’s session'),
});
export type PlayerBalance = z.infer<typeof playerBalance>;
