/**
 * Where an operator has come to in a feed: text that the studio signs, so that nobody makes one up,
 * and no operator goes on with another's.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Of what is signed: the operator and the feed that it is for. */
interface CursorOf {
  readonly operator: string;
  readonly feed: string;
}

const MAC_BYTES = 16;

export const sealCursor = (jwtKey: Uint8Array, of: CursorOf, place: string): string =>
  Buffer.concat([macOf(jwtKey, of, place), Buffer.from(place)]).toString('base64url');

/** Undefined for a text that this studio has not made for this operator and feed. */
export const openCursor = (
  jwtKey: Uint8Array,
  of: CursorOf,
  cursor: string,
): string | undefined => {
  const bytes = Buffer.from(cursor, 'base64url');
  if (bytes.length < MAC_BYTES) return undefined;
  const place = bytes.subarray(MAC_BYTES).toString();
  const isOurs = timingSafeEqual(bytes.subarray(0, MAC_BYTES), macOf(jwtKey, of, place));
  return isOurs ? place : undefined;
};

const macOf = (jwtKey: Uint8Array, { operator, feed }: CursorOf, place: string): Buffer => {
  const key = Buffer.from(hkdfSync('sha256', jwtKey, '', 'sabot cursors of feeds', 32));
  const text = [operator, feed, place].join('\n');
  return createHmac('sha256', key).update(text).digest().subarray(0, MAC_BYTES);
};
