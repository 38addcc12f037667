/** A thread of `npm run chance`: deals its share of the shuffles, and sends what it counted. */
import { randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { Entropy } from '../cards/shuffle.js';
import { DECKS_OF, type DeckKind, dealtDeck } from './dealt-decks.js';
import { type CountedShuffles, ShuffleCounts } from './shuffle-counts.js';

/** Hands of these numbers, from 0. */
export interface Share {
  readonly kind: DeckKind;
  readonly from: number;
  readonly shuffles: number;
}

/** How many more are dealt, and with the last message what was counted. */
export interface Dealt {
  readonly dealt: number;
  readonly counted: CountedShuffles | undefined;
}

const REPORTED_EVERY = 20_000;
const FETCHED_BYTES = 65_536;

/** The system's generator, asked for many bytes at a time. */
const systemEntropy = (): Entropy => {
  let bytes: Uint8Array = new Uint8Array();
  let used = 0;
  return (count) => {
    if (used + count > bytes.length) {
      bytes = randomBytes(FETCHED_BYTES);
      used = 0;
    }
    used += count;
    return bytes.subarray(used - count, used);
  };
};

const { kind, from, shuffles } = workerData as Share;
const counts = new ShuffleCounts(DECKS_OF[kind]);
const entropy = systemEntropy();
const tell = (message: Dealt): void => parentPort?.postMessage(message);
let waiting = 0;
for (let number = from; number < from + shuffles; number += 1) {
  counts.count(dealtDeck(kind, number, entropy));
  waiting += 1;
  if (waiting < REPORTED_EVERY) continue;
  tell({ dealt: waiting, counted: undefined });
  waiting = 0;
}
tell({ dealt: waiting, counted: counts.counted });
