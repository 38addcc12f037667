/**
 * The hands that a period was sealed with, compared with those of its files: each is there once,
 * and its steps are those of the batches in the log.
 */
import { createHash } from 'node:crypto';
import type { Proof } from '../reconcile/proof.js';
import type { LineOf } from './lines.js';
import type { Head } from './seal.js';

interface Range {
  readonly from: bigint;
  readonly below: bigint;
}

/** As Postgres writes whole numbers: `{[1000000001,1000000007),[1000000009,1000000010)}`. */
const rangesOf = (text: string): readonly Range[] =>
  [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from = '', below = '']) => ({
    ...{ from: BigInt(from), below: BigInt(below) },
  }));

/** The text of a step without its player and the balance after it, which a hand's line lacks. */
const IN_BATCH = /^(?<place>(?<hand>\d+)\|[^|]*\|\d+)\|\d+\|(?<rest>.*)\|-?\d+$/s;

const MODULUS = 1n << 256n;

export class SealedHands {
  readonly #ranges: readonly Range[];
  readonly #heads: ReadonlyMap<string, Head>;
  #lines = 0n;
  /** The digests of the steps in batches, less those of the steps in lines, in whatever order. */
  #left = 0n;

  constructor(
    hands: string,
    heads: readonly Head[],
    private readonly proof: Proof,
  ) {
    this.#ranges = rangesOf(hands);
    this.#heads = new Map(heads.map((head) => [head.log, head]));
  }

  /** A step that the log of `chain` has in its row `seq`. */
  batched(chain: string, seq: string, text: string): void {
    const { place = '', hand = '0', rest = '' } = IN_BATCH.exec(text)?.groups ?? {};
    if (this.#isSealed(BigInt(hand))) this.#left += digestOf(chain, seq, place, rest);
  }

  line({ hand, commitment, steps }: LineOf<'hands'>): void {
    this.#lines += 1n;
    if (!this.#isSealed(BigInt(hand))) this.proof.fails(`hand ${hand} was not sealed`);
    for (const [index, step] of steps.entries()) {
      const { chain, seq, id, command, events, taken, paid } = step;
      const head = this.#heads.get(chain);
      if (head === undefined || BigInt(seq) <= head.fromSeq || BigInt(seq) > head.seq) continue;
      const rest = [id, command, events, step.step, taken, paid].join('|');
      this.#left -= digestOf(chain, seq, `${hand}|${commitment}|${index + 1}`, rest);
    }
  }

  /** All batches and all lines have been given. */
  end(): void {
    const sealed = this.#ranges.reduce((sum, { from, below }) => sum + below - from, 0n);
    const { proof } = this;
    proof.needs(
      this.#lines === sealed,
      `${this.#lines} hands are there, and ${sealed} were sealed`,
    );
    proof.needs(this.#left % MODULUS === 0n, 'the steps of its hands are not those of its batches');
  }

  #isSealed(hand: bigint): boolean {
    let [low, high] = [0, this.#ranges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ranges[middle]!.below <= hand) low = middle + 1;
      else high = middle;
    }
    const range = this.#ranges[low];
    return range !== undefined && range.from <= hand;
  }
}

const digestOf = (...parts: readonly string[]): bigint =>
  BigInt(`0x${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`);
