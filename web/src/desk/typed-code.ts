/**
 * The code of a card that somebody types by hand, key by key. It is no scan, and the desk says so.
 * Where it ends is not known before Enter: a serial number may be longer. What is doubtful counts
 * as the desk’s own keys, so that nothing that the dealer means is lost.
 */
import type { KeyTaker } from './key-scope.js';

/** So long may somebody look for the next key, in ms. */
const GAP_MS = 5_000;
/** No code is longer. What a key that is held down makes is not kept. */
const TEXT_MAX = 100;

export class TypedCode {
  #text = '';
  /** The last one that was complete since the text began. */
  #code: string | undefined;
  #lastMs = -Infinity;

  constructor(private readonly isCard: (code: string) => boolean) {}

  /**
   * A key by its name, letters as capitals, that is none of the desk’s own, or Enter. Returns the
   * code that it makes complete, or that it ends, where it is Enter.
   */
  take(key: string, atMs: number): string | undefined {
    if (key === 'Shift') return undefined;
    if (atMs - this.#lastMs > GAP_MS) this.clear();
    this.#lastMs = atMs;
    if (key.length > 1) {
      const ended = key === 'Enter' ? this.#code : undefined;
      this.clear();
      return ended;
    }
    this.#text = (this.#text + key).slice(-TEXT_MAX);
    const code = this.#completed();
    this.#code = code ?? this.#code;
    return code;
  }

  clear(): void {
    this.#text = '';
    this.#code = undefined;
  }

  /** A slip, or another code, may stand before it. */
  #completed(): string | undefined {
    for (let from = 0; from < this.#text.length; from += 1) {
      const code = this.#text.slice(from);
      if (this.isCard(code)) return code;
    }
    return undefined;
  }
}

/**
 * What the desk hears, with the codes that are typed by hand taken out of it. Each of its own keys
 * does what it says, and ends what was typed before it. So does whatever a scanner sends.
 */
export const withTypedCodes = (
  typed: TypedCode,
  taker: Required<KeyTaker>,
  nowMs: () => number,
): Required<KeyTaker> => ({
  key: (key) => {
    const isEnter = key === 'Enter';
    if (!isEnter && taker.key(key)) {
      typed.clear();
      return true;
    }
    const code = typed.take(key, nowMs());
    if (code === undefined) return isEnter && taker.key(key);
    taker.slow(code);
    return true;
  },
  scan: (code) => {
    typed.clear();
    return taker.scan(code);
  },
  slow: (code) => {
    typed.clear();
    taker.slow(code);
  },
  torn: () => {
    typed.clear();
    taker.torn();
  },
});
