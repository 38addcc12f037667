/** Whether a request is the studio's, as an operator looks at it, and what an operator signs by. */
import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  COVERED,
  isDigestOf,
  isSignedBy,
  mayBeBy,
  parseSignature,
  parseSignatureInput,
  signatureBase,
} from './message-signature.js';
import { parseSecret } from './shared-secrets.js';

interface Expected {
  /** Any of its keys: during a rotation there are two. */
  readonly studio: readonly KeyObject[];
  readonly nowMs: number;
  /** What must have been signed; by default all of it. */
  readonly covered?: readonly string[] | undefined;
  /** How far the clocks may be apart, in seconds; 30 where it is left out. */
  readonly apartS?: number | undefined;
}

/**
 * What the studio signs by: its public keys as PEM, or the secrets that it shares with the operator
 * as base64, each on a line. Throws where the text has none: every request would be refused.
 */
export const studioKeysIn = (text: string): readonly KeyObject[] => {
  const pems = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  const secrets = text.split('\n').flatMap((line) => parseSecret(line) ?? []);
  const found = [...pems.map((pem) => createPublicKey(pem)), ...secrets];
  if (found.length > 0) return found;
  throw new Error('the text has no public key of the studio as PEM, and no secret as base64');
};

/** What an operator signs by: a private key of Ed25519 as PEM, or its secret as base64. */
export const signingKeyIn = (text: string): KeyObject =>
  parseSecret(text) ?? createPrivateKey(text);

/**
 * Whether a request was signed for the host that it came to: `authority`, with its port if it has
 * one. If not, whoever it was signed for may be passing it on. It is checked besides the signature.
 */
export const isSignedFor = (authority: string, { headers }: IncomingMessage): boolean =>
  headers.host?.toLowerCase() === authority.toLowerCase();

export const isSignedByStudio = (
  request: IncomingMessage,
  body: Buffer,
  { studio, nowMs, covered = [...COVERED, 'content-digest'], apartS = 30 }: Expected,
): boolean => {
  const { headers, method = '', url: target = '' } = request;
  const input = parseSignatureInput(String(headers['signature-input']));
  const signature = input && parseSignature(String(headers['signature']), input.label);
  if (input === undefined || signature === undefined) return false;
  const base = signatureBase({ method, target, headers }, input);
  return (
    base !== undefined &&
    covered.every((each) => input.components.includes(each)) &&
    Math.abs(nowMs / 1000 - input.createdS) <= apartS &&
    studio.some((key) => mayBeBy(key, input) && isSignedBy(key, base, signature)) &&
    (!covered.includes('content-digest') || isDigestOf(String(headers['content-digest']), body))
  );
};
