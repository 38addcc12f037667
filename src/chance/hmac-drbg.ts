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

/** What is asked for at a time where bytes are wanted one after the other. */
const STREAM_BYTES = 128;

interface DrbgInput {
  readonly entropy: Uint8Array;
  readonly nonce: Uint8Array;
  readonly personalization: Uint8Array;
}

export class HmacDrbg {
  #key: Uint8Array = new Uint8Array(BLOCK_BYTES);
  #value: Uint8Array = new Uint8Array(BLOCK_BYTES).fill(1);

  constructor({ entropy, nonce, personalization }: DrbgInput) {
    this.#update(concatBytes(entropy, nonce, personalization));
  }

  /** The bytes of one request, 1–65,536 of them. Two requests are not one of twice the length. */
  generate(count: number): Uint8Array {
    const isCount = Number.isInteger(count) && count >= 1 && count <= REQUEST_BYTES_MAX;
    assert(isCount, 'a request is for 1 to 65,536 bytes');
    const bytes = new Uint8Array(count);
    for (let filled = 0; filled < count; filled += BLOCK_BYTES) {
      this.#value = hmac(sha256, this.#key, this.#value);
      bytes.set(this.#value.subarray(0, count - filled), filled);
    }
    this.#update(new Uint8Array());
    return bytes;
  }

  #update(given: Uint8Array): void {
    for (const round of given.length === 0 ? [0] : [0, 1]) {
      this.#key = hmac(sha256, this.#key, concatBytes(this.#value, Uint8Array.of(round), given));
      this.#value = hmac(sha256, this.#key, this.#value);
    }
  }
}

/** Its bytes one after the other, generated in requests of 128. */
export const drbgStream = (drbg: HmacDrbg): Entropy => {
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;
  return (count) => {
    const given = new Uint8Array(count);
    for (let filled = 0; filled < count; filled += 1) {
      if (used === bytes.length) {
        bytes = drbg.generate(STREAM_BYTES);
        used = 0;
      }
      given[filled] = bytes[used]!;
      used += 1;
    }
    return given;
  };
};
