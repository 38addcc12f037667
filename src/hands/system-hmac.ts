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

/**
 * What is hashed is put together here, for each length of a message in a room of its own, since
 * each new buffer would cost as much as its hash.
 */
const rooms: Uint8Array[] = [];
const outer = new Uint8Array(BLOCK_BYTES + HASH_BYTES);
/** A longer message gets a new room, in bytes. */
const LONGEST_KEPT = 256;

/** RFC 2104. An object of node for each code would cost more than the two hashes. */
export const systemHmac: Hmac = (key, message) => {
  const whole = key.length > BLOCK_BYTES ? bytesOf(hash('sha256', key, TEXT)) : key;
  const bytes = roomFor(message);
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = at < whole.length ? whole[at]! : 0;
    bytes[at] = byte ^ INNER;
    outer[at] = byte ^ OUTER;
  }
  bytes.set(message, BLOCK_BYTES);
  putText(hash('sha256', bytes, TEXT), outer, BLOCK_BYTES);
  return bytesOf(hash('sha256', outer, TEXT));
};

const bytesOf = (text: string): Uint8Array => {
  const made = new Uint8Array(HASH_BYTES);
  putText(text, made, 0);
  return made;
};

const putText = (text: string, bytes: Uint8Array, from: number): void => {
  for (let at = 0; at < HASH_BYTES; at += 1) bytes[from + at] = text.charCodeAt(at);
};

const roomFor = ({ length }: Uint8Array): Uint8Array => {
  if (length > LONGEST_KEPT) return new Uint8Array(BLOCK_BYTES + length);
  return (rooms[length] ??= new Uint8Array(BLOCK_BYTES + length));
};
