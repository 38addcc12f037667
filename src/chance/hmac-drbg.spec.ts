import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../test/kit/source-file.js';
import { HmacDrbg, drbgStream } from './hmac-drbg.js';

const KNOWN =
  /EntropyInput = (\w+)\nNonce = (\w+)\nPersonalizationString = ?(\w*)\nReturnedBits = (\w+)/g;
const answers = [
  ...readFileSync(path.join(ROOT, 'test/vectors/hmac-drbg-sha256.rsp'), 'utf8').matchAll(KNOWN),
].map(([, entropy, nonce, personalization, returned]) => ({
  input: {
    entropy: hexToBytes(entropy!),
    nonce: hexToBytes(nonce!),
    personalization: hexToBytes(personalization!),
  },
  returned: returned!,
}));

describe('HMAC_DRBG', () => {
  it('gives the answers that NIST has published, without and with a personalization', () => {
    expect(answers).toHaveLength(10);
    expect(answers.filter(({ input }) => input.personalization.length > 0)).toHaveLength(5);
    for (const { input, returned } of answers) {
      const drbg = new HmacDrbg(input);
      drbg.generate(128);
      expect(bytesToHex(drbg.generate(128))).toBe(returned);
    }
  });

  it('streams the bytes of requests of 128, however few are taken at a time', () => {
    for (const { input, returned } of answers) {
      const stream = drbgStream(new HmacDrbg(input));
      const bytes = [1, 2, 127, 126].flatMap((count) => [...stream(count)]);
      expect(bytesToHex(Uint8Array.from(bytes.slice(128)))).toBe(returned);
    }
  });
});
