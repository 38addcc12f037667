/**
 * HMAC-SHA256 by the system's library, for whoever deals many decks. It gives the same bytes as the
 * one that also runs in a browser.
 */
import { hash } from 'node:crypto';
import type { Hmac } from '../chance/hmac-drbg.js';

/** Of SHA-256, in bytes. */
const BLOCK_BYTES = 64;
const INNER = 0x36;
const OUTER = 0x5c;

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer');

/** RFC 2104. An object of node for each code would cost more than the two hashes. */
export const systemHmac: Hmac = (key, message) => {
  const whole = key.length > BLOCK_BYTES ? sha256(key) : key;
  return sha256(keyed(whole, OUTER, sha256(keyed(whole, INNER, message))));
};

const keyed = (key: Uint8Array, pad: number, message: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(BLOCK_BYTES + message.length).fill(pad, 0, BLOCK_BYTES);
  for (let at = 0; at < key.length; at += 1) bytes[at] = key[at]! ^ pad;
  bytes.set(message, BLOCK_BYTES);
  return bytes;
};
