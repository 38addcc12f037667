/** Reading what an operator's wallet answers: only what the operator has signed is a verdict. */
import { type KeyObject, verify } from 'node:crypto';
import { promisify } from 'node:util';
import {
  ANSWER_COVERED,
  isDigestOf,
  isSignedBy,
  mayBeBy,
  parseSignature,
  parseSignatureInput,
  signatureBase,
} from '../operator/message-signature.js';

/** The answer as the operator signed it, for whoever doubts it. */
export interface Evidence {
  readonly kid: string;
  readonly signed: string;
  readonly signature: Buffer;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  /** By their names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Bytes of an answer at most: a verdict is far shorter, and a page of movements fits. */
const BODY_MAX = 64 * 1024;
/** How far the clocks of an operator and of the studio may be apart. */
const APART_S = 30;

/** It came from somebody who is there. */
export class AnswerTooLong extends Error {}

/** Throws for one that is too long. */
export const bodyOf = async (body: AsyncIterable<Uint8Array> | null): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.byteLength;
    if (length > BODY_MAX) throw new AnswerTooLong('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const verified = promisify(verify) as (
  algorithm: null,
  data: Buffer,
  key: KeyObject,
  signature: Buffer,
) => Promise<boolean>;

/**
 * On another thread: thousands of answers come in at once when the bets of a round are closed. An
 * HMAC costs less than to go there.
 */
const isSigned = (key: KeyObject, base: string, signature: Buffer): Promise<boolean> =>
  key.type === 'secret'
    ? Promise.resolve(isSignedBy(key, base, signature))
    : verified(null, Buffer.from(base), key, signature);

interface Signed {
  readonly evidence: Evidence;
  /** What the body says, whatever it is: undefined where it is no JSON. */
  readonly said: unknown;
}

/**
 * The body that the operator has signed, or why it is none. `keyOf` has the operator's public key
 * or secret of that name, if it holds.
 */
export const readSigned = async (
  { status, headers, body }: Answer,
  nowMs: number,
  keyOf: (kid: string) => Promise<KeyObject | undefined>,
): Promise<Signed | string> => {
  if (status !== 200) return `status ${status}`;
  const input = parseSignatureInput(String(headers['signature-input']));
  const signature = input && parseSignature(String(headers['signature']), input.label);
  if (input === undefined || signature === undefined) return 'not signed';
  if (!ANSWER_COVERED.every((each) => input.components.includes(each))) {
    return 'the signature covers too little';
  }
  if (Math.abs(nowMs / 1000 - input.createdS) > APART_S) return 'signed at another time';
  const answer = { method: '', target: '', headers, status };
  const base = signatureBase(answer, input);
  const key = await keyOf(input.kid);
  if (base === undefined || key === undefined) return 'an unknown key';
  if (!mayBeBy(key, input) || !(await isSigned(key, base, signature))) {
    return 'the signature is wrong';
  }
  if (!isDigestOf(String(headers['content-digest']), body)) return 'another body';
  return { evidence: { kid: input.kid, signed: base, signature, body }, said: parsed(body) };
};

const parsed = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
};
