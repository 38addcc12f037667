/** Whether a request is the studio's, as an operator looks at it. */
import { type KeyObject, createPublicKey } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  COVERED,
  isDigestOf,
  isSignedBy,
  parseSignature,
  parseSignatureInput,
  signatureBase,
} from './message-signature.js';

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
 * The studio's public keys, of which the text has one or more, as PEM. Throws where it has none:
 * every request would be refused.
 */
export const studioKeysIn = (text: string): readonly KeyObject[] => {
  const found = text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g);
  if (found === null) throw new Error('the text has no public key of the studio as PEM');
  return found.map((pem) => createPublicKey(pem));
};

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
    studio.some((key) => isSignedBy(key, base, signature)) &&
    (!covered.includes('content-digest') || isDigestOf(String(headers['content-digest']), body))
  );
};
