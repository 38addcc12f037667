/** Operators as an administrator reads and changes them by HTTP, in the pit. */
import { z } from 'zod';
import { operatorPolicy } from './operator-policy.js';
import {
  OPERATOR_MODES,
  algorithm,
  calledUrl,
  frameOrigins,
  operatorId,
  operatorOpening,
  webhookSettings,
} from './operator.js';
import * as wire from './wire.js';
import { words } from './words.js';

/** Why an operator is not changed, in the body's `error`, with its status. */
export const OPERATOR_CHANGE_REFUSALS = {
  unknown_operator: 404,
  operator_exists: 409,
  not_an_ed25519_key: 400, // nor as PEM
  key_exists: 409, // it is held, or was revoked
  two_keys_hold: 409, // for a third, one of them is revoked first
  no_such_key: 404, // or it was revoked before
  unknown_currency: 400, // it is new to the operator, and not in use
  callback_does_not_fit: 409, // the modes with a wallet have a callback URL, and no other has one
  tries_outlast_stakes: 409, // a request may wait no longer than the stakes it is about
  no_webhook: 409, // it has no address yet, and none is given
  nothing_changes: 409, // it is so already
  same_person: 409, // one person may not do both
  role_too_new: 409, // who asks, or approves, has had the role for less than a day
  not_approved: 403, // or by somebody who may not approve
  approval_used: 409, // it was decided before
  approval_expired: 409, // it was asked for more than a day ago
  moved_on: 409, // the operator is not what it was when it was asked for
} as const;
export type OperatorChangeRefusal = keyof typeof OPERATOR_CHANGE_REFUSALS;

const pem = z.string().max(1_000);

/** All that may be altered of an operator. A mode is for good. */
export const operatorAlteration = z.strictObject({
  name: words(64).optional(),
  currencies: z.array(wire.currency).min(1).max(50).optional(),
  tables: z
    .array(wire.tableId)
    .min(1)
    .max(200)
    .nullable()
    .optional()
    .describe('that its players may see; null: all'),
  callbackUrl: calledUrl.optional(),
  frameOrigins: frameOrigins.optional(),
  policy: operatorPolicy.partial().optional().describe('what is left out stays as it is'),
  webhook: webhookSettings
    .partial()
    .optional()
    .describe('what is left out stays as it is; at first all feeds, and on'),
});
export type OperatorAlteration = z.infer<typeof operatorAlteration>;

const operatorChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('add'), opening: operatorOpening }),
  z.strictObject({ kind: z.literal('alter'), id: operatorId, alteration: operatorAlteration }),
  z.strictObject({
    kind: z.literal('key'),
    id: operatorId,
    publicKey: pem
      .optional()
      .describe('Ed25519, as PEM; without it a pair is made, and its private half given once'),
    algorithm: algorithm
      .optional()
      .describe(
        '`hmac-sha256`: two secrets are made in place of a pair, and given once; by default `ed25519`',
      ),
  }),
  z.strictObject({ kind: z.literal('on'), id: operatorId }),
  z.strictObject({ kind: z.literal('off'), id: operatorId }),
  z.strictObject({
    kind: z.literal('revoke'),
    id: operatorId,
    kid: z.string().regex(/^[^\0\p{Cs}]{1,64}$/u),
  }),
]);
export type OperatorChange = z.infer<typeof operatorChange>;

const reason = words(200).describe('why; it is kept');

export const operatorChangeOrder = z.strictObject({ change: operatorChange, reason });
export type OperatorChangeOrder = z.infer<typeof operatorChangeOrder>;

export const operatorDecision = z.strictObject({ reason });
export type OperatorDecision = z.infer<typeof operatorDecision>;

const standing = {
  name: z.string(),
  mode: z.enum(OPERATOR_MODES),
  currencies: z.array(wire.currency),
  tables: z.array(wire.tableId).nullable(),
  callbackUrl: z.string().nullable(),
  frameOrigins: z.array(z.string()),
  policy: operatorPolicy,
  webhook: webhookSettings.nullable().describe('the feeds that the studio pushes; null: none'),
  isOff: z.boolean(),
};
/** An operator, as a change says how it is and how it will be. */
const operatorState = z.strictObject(standing);
export type OperatorState = z.infer<typeof operatorState>;

/** As it was asked for. What was asked for before there were policies, or webhooks, has none. */
const askedState = operatorState.partial({ policy: true, webhook: true });
export type AskedState = z.infer<typeof askedState>;

const keptOperator = z.strictObject({
  id: operatorId,
  ...standing,
  keys: z.array(
    z.strictObject({
      kid: z.string(),
      algorithm,
      sinceMs: wire.timeMs,
      isRevoked: z.boolean(),
    }),
  ),
});
export type KeptOperator = z.infer<typeof keptOperator>;

const keptChange = z.strictObject({
  id: z.string(),
  operator: z.string(),
  kind: z.enum(['add', 'alter', 'key', 'on']),
  before: askedState.nullable().describe('null of an operator that is new, and of a key'),
  after: z.union([
    askedState,
    z.strictObject({ kid: z.string(), publicKey: z.string() }),
    z.strictObject({
      kid: z.string(),
      secretBy: z.string().describe('the name of the studio’s key that the secret is derived of'),
    }),
  ]),
  reason: z.string(),
  requestedBy: z.string(),
  requestedAtMs: wire.timeMs,
  expiresAtMs: wire.timeMs,
  state: z.enum(['pending', 'done', 'refused', 'expired']),
  decidedBy: z.string().nullable(),
  decidedAtMs: wire.timeMs.nullable(),
});
export type KeptChange = z.infer<typeof keptChange>;

export const keptOperators = z.strictObject({
  operators: z.array(keptOperator),
  changes: z.array(keptChange).describe('the last fifty that were asked for, the newest first'),
});
export type KeptOperators = z.infer<typeof keptOperators>;

export const orderedChange = keptOperators.extend({
  privateKey: z.string().nullable().describe('of a pair that was made: PEM, given this once'),
  secrets: z
    .strictObject({
      operator: z.string().describe('signs what the operator says'),
      studio: z.string().describe('signs what the studio says to the operator'),
    })
    .nullable()
    .describe('that were made, as base64, given this once'),
});
export type OrderedChange = z.infer<typeof orderedChange>;

/** As it stands in the path of a request. */
export const changeNumber = z.string().regex(/^[1-9]\d{0,17}$/);
