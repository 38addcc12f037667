/**
 * The code of a card that somebody types by hand, key by key. It is no scan, and the desk says so.
 * None of the desk’s own keys is in such a code (key-caps.ts).
 */

/** So long may somebody look for the next key, in ms. */
const GAP_MS = 5_000;

export class TypedCode {
  #text = '';
  #lastMs = -Infinity;

  constructor(private readonly isCard: (code: string) => boolean) {}

  /**
   * A key by its name, letters as capitals. Returns the code that it makes complete, or that it
   * ends, where it is Enter.
   */
  take(key: string, atMs: number): string | undefined {
    if (key === 'Shift') return undefined;
    if (atMs - this.#lastMs > GAP_MS) this.#text = '';
    this.#lastMs = atMs;
    if (key === 'Enter') {
      const ended = this.#text;
      this.#text = '';
      return this.isCard(ended) ? ended : undefined;
    }
    if (key.length > 1 || key === ' ' || this.isCard(this.#text)) this.#text = '';
    if (key.length === 1) this.#text += key.trim();
    return this.isCard(this.#text) ? this.#text : undefined;
  }
}
