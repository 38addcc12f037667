/**
 * What an operator and the studio say to each other over HTTP. Every request is signed by a key of
 * the operator's (RFC 9421).
 */
import { z } from 'zod';
import * as wire from './wire.js';

/** Why a request of an operator is refused, in the body's `error`, with its status. */
export const OPERATOR_REFUSALS = {
  signature_missing: 401, // no Signature-Input and Signature, or not one of each
  signature_malformed: 401, // they are not what RFC 9421 says, or lack created, nonce or keyid
  signature_covers_too_little: 401, // not all is signed that must be
  signature_not_in_time: 401, // created more than 30 s ago, or as far ahead
  unknown_key: 401, // no key of this name, or it is revoked
  signature_wrong: 401, // not by this key, or not of this request
  digest_wrong: 401, // the body is not what Content-Digest says
  request_repeated: 409, // the nonce was used before
  operator_is_off: 403, // the studio serves this operator no more
} as const;
export type OperatorRefusal = keyof typeof OPERATOR_REFUSALS;

/** Where the money of an operator's players is: `transfer`, in the studio's own ledger. */
const OPERATOR_MODES = ['transfer'] as const;

const operatorId = z.string().regex(/^[a-z][a-z0-9-]{1,31}$/);

/** As the console takes it. */
export const operatorOpening = z.strictObject({
  id: operatorId,
  name: z.string().min(1).max(64),
  mode: z.enum(OPERATOR_MODES).default('transfer'),
  currencies: z.array(wire.currency).min(1).max(50),
  tables: z.array(wire.tableId).min(1).max(200).optional(),
});
export type OperatorOpening = z.infer<typeof operatorOpening>;

/** How an operator stands, as it reads of itself. */
export const ownOperator = z.strictObject({
  id: operatorId,
  name: z.string(),
  mode: z.enum(OPERATOR_MODES),
  currencies: z.array(wire.currency),
  tables: z.array(wire.tableId).nullable().describe('that its players may see; null: all'),
  keys: z
    .array(z.strictObject({ kid: z.string(), sinceMs: wire.timeMs }))
    .describe('that its requests may be signed by'),
});
export type OwnOperator = z.infer<typeof ownOperator>;
