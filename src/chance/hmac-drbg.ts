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
    let filled = 0;
    for (const block of this.blocks(Math.ceil(count / BLOCK_BYTES))) {
      bytes.set(block.subarray(0, count - filled), filled);
      filled += BLOCK_BYTES;
    }
    return bytes;
  }

  /** One request for `count` blocks of 32 bytes. Each is made when it is asked for. */
  *blocks(count: number): Generator<Uint8Array, void> {
    if (this.#isUpdateDue) this.#update(NOTHING);
    this.#isUpdateDue = true;
    for (let made = 0; made < count; made += 1) {
      this.#value = this.#hmac(this.#key, this.#value);
      yield this.#value;
    }
  }

  #update(given: Uint8Array): void {
    for (const round of given.length === 0 ? [0] : [0, 1]) {
      this.#key = this.#hmac(this.#key, concatBytes(this.#value, Uint8Array.of(round), given));
      this.#value = this.#hmac(this.#key, this.#value);
    }
  }
}

/**
 * Its bytes one after the other, generated in requests of 128. What it gives is written over when
 * as many are asked for again: a new array for each card of a deck would cost more than its bytes.
 */
export const drbgStream = (drbg: HmacDrbg): Entropy => {
  const blocks = requests(drbg);
  let block: Uint8Array = NOTHING;
  let used = 0;
  let given: Uint8Array = NOTHING;
  return (count) => {
    if (given.length !== count) given = new Uint8Array(count);
    for (let filled = 0; filled < count; filled += 1) {
      if (used === block.length) {
        block = blocks.next().value;
        used = 0;
      }
      given[filled] = block[used]!;
      used += 1;
    }
    return given;
  };
};

function* requests(drbg: HmacDrbg): Generator<Uint8Array, never> {
  for (;;) yield* drbg.blocks(STREAM_BLOCKS);
}
