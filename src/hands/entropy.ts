/** Where the openings of hands have their chance from. */
import { randomBytes } from 'node:crypto';
import type { Entropy } from '../cards/shuffle.js';

/** The token under which Nest provides it. */
export const ENTROPY = Symbol('Entropy');

/** Bytes of the generator that are asked for at once. */
const STOCK_BYTES = 16_384;

/** The system's generator. No byte is given twice. */
export const systemEntropy = (): Entropy => {
  let stock = Buffer.alloc(0);
  return (count) => {
    if (stock.length < count) stock = randomBytes(Math.max(count, STOCK_BYTES));
    const given = stock.subarray(0, count);
    stock = stock.subarray(count);
    return given;
  };
};
