/**
 * HMAC_DRBG with SHA-256, the generator of NIST SP 800-90A Rev. 1, section 10.1.2: what it is given
 * at its beginning decides every byte. It is not reseeded, and takes no additional input.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Entropy } from '../cards/shuffle.js';
import { assert } from '../money/assert.js';

const BLOCK_BYTES = 32;
/** The most that one request may ask for: 2^19 bits. */
const REQUEST_BYTES_MAX = 65_536;

/** What is asked for at a time where bytes are wanted one after the other: 128 bytes. */
const STREAM_BLOCKS = 4;

const NOTHING = new Uint8Array();

/** HMAC-SHA256: 32 bytes, which nobody writes to. */
export type Hmac = (key: Uint8Array, message: Uint8Array) => Uint8Array;

/** It runs anywhere. */
export const pureHmac: Hmac = (key, message) => hmac(sha256, key, message);

interface DrbgInput {
  readonly entropy: Uint8Array;
  readonly nonce: Uint8Array;
  readonly personalization: Uint8Array;
}

export class HmacDrbg {
  readonly #hmac: Hmac;
  #key: Uint8Array = new Uint8Array(BLOCK_BYTES);
  #value: Uint8Array = new Uint8Array(BLOCK_BYTES).fill(1);
  /** A request ends with an update. It is made when the next one begins, if any does. */
  #isUpdateDue = false;

  constructor({ entropy, nonce, personalization }: DrbgInput, hmac: Hmac = pureHmac) {
    this.#hmac = hmac;
    this.#update(concatBytes(entropy, nonce, personalization));
  }

  /** The bytes of one request, 1–65,536 of them. Two requests are not one of twice the length. */
  generate(count: number): Uint8Array {
    const isCount = Number.isInteger(count) && count >= 1 && count <= REQUEST_BYTES_MAX;
    assert(isCount, 'a request is for 1 to 65,536 bytes');
    const bytes = new Uint8Array(count);
    this.beginRequest();
    for (let filled = 0; filled < count; filled += BLOCK_BYTES) {
      bytes.set(this.nextBlock().subarray(0, count - filled), filled);
    }
    return bytes;
  }

  /** The blocks that are made from now on are of another request. */
  beginRequest(): void {
    if (this.#isUpdateDue) this.#update(NOTHING);
    this.#isUpdateDue = true;
  }

  /** The next 32 bytes of the request that was begun. */
  nextBlock(): Uint8Array {
    this.#value = this.#hmac(this.#key, this.#value);
    return this.#value;
  }

  #update(given: Uint8Array): void {
    const message = new Uint8Array(BLOCK_BYTES + 1 + given.length);
    message.set(given, BLOCK_BYTES + 1);
    const rounds = given.length === 0 ? 1 : 2;
    for (let round = 0; round < rounds; round += 1) {
      message.set(this.#value);
      message[BLOCK_BYTES] = round;
      this.#key = this.#hmac(this.#key, message);
      this.#value = this.#hmac(this.#key, this.#value);
    }
  }
}

/**
 * Its bytes one after the other, generated in requests of 128. What it gives is written over when
 * as many are asked for again: a new array for each card of a deck would cost more than its bytes.
 */
export const drbgStream = (drbg: HmacDrbg): Entropy => {
  let block: Uint8Array = NOTHING;
  let used = 0;
  let blocksLeft = 0;
  let given: Uint8Array = NOTHING;
  return (count) => {
    if (given.length !== count) given = new Uint8Array(count);
    for (let filled = 0; filled < count; filled += 1) {
      if (used === block.length) {
        if (blocksLeft === 0) {
          drbg.beginRequest();
          blocksLeft = STREAM_BLOCKS;
        }
        blocksLeft -= 1;
        block = drbg.nextBlock();
        used = 0;
      }
      given[filled] = block[used]!;
      used += 1;
    }
    return given;
  };
};
