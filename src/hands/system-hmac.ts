/**
 * HMAC-SHA256 by the system's library, for whoever deals many decks. It gives the same bytes as the
 * one that also runs in a browser.
 */
import { hash } from 'node:crypto';
import type { Hmac } from '../chance/hmac-drbg.js';

/** Of SHA-256, in bytes. */
const BLOCK_BYTES = 64;
const HASH_BYTES = 32;
const INNER = 0x36;
const OUTER = 0x5c;

/** Text of one character a byte, which costs a third of a buffer of node's. */
const TEXT = 'binary';

/** What is hashed is put together here, since each new buffer would cost as much as its hash. */
const inner = Buffer.alloc(BLOCK_BYTES + 1_024);
const outer = Buffer.alloc(BLOCK_BYTES + HASH_BYTES);

/** RFC 2104. An object of node for each code would cost more than the two hashes. */
export const systemHmac: Hmac = (key, message) => {
  const whole = key.length > BLOCK_BYTES ? bytesOf(hash('sha256', key, TEXT)) : key;
  const bytes = message.length <= inner.length - BLOCK_BYTES ? inner : roomFor(message);
  putKey(whole, INNER, bytes);
  bytes.set(message, BLOCK_BYTES);
  const end = BLOCK_BYTES + message.length;
  putKey(whole, OUTER, outer);
  outer.write(hash('sha256', bytes.subarray(0, end), TEXT), BLOCK_BYTES, TEXT);
  return bytesOf(hash('sha256', outer, TEXT));
};

const bytesOf = (text: string): Uint8Array => {
  const made = new Uint8Array(HASH_BYTES);
  for (let at = 0; at < HASH_BYTES; at += 1) made[at] = text.charCodeAt(at);
  return made;
};

const roomFor = (message: Uint8Array): Buffer => Buffer.alloc(BLOCK_BYTES + message.length);

const putKey = (key: Uint8Array, pad: number, bytes: Buffer): void => {
  bytes.fill(pad, 0, BLOCK_BYTES);
  for (let at = 0; at < key.length; at += 1) bytes[at] = key[at]! ^ pad;
};
