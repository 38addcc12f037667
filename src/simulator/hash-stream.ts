/**
 * Bytes that a seed decides: SHA-256 over the seed and a counter, block after block. The same seed
 * gives the same bytes for ever.
 */
import { createHash } from 'node:crypto';
import type { Entropy } from '../cards/shuffle.js';

export const hashStream = (seed: string): Entropy => {
  let block: Uint8Array = new Uint8Array();
  let used = 0;
  let counter = 0;
  return (count) => {
    const bytes = new Uint8Array(count);
    for (let filled = 0; filled < count; filled += 1) {
      if (used === block.length) {
        block = createHash('sha256').update(`${seed}#${counter}`).digest();
        used = 0;
        counter += 1;
      }
      bytes[filled] = block[used]!;
      used += 1;
    }
    return bytes;
  };
};
