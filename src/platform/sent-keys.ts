/** What was sent lately, by a key of each, so that what comes in two ways is sent once. */

/** What was sent before so many others is forgotten. */
const KEPT_MAX = 5_000;

export class SentKeys {
  /** The latest last. */
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Whether it was not sent before. From now on it was. */
  isNew(key: string): boolean {
    if (this.#keys.has(key)) return false;
    this.#keys.add(key);
    const [oldest] = this.#keys;
    if (this.#keys.size > KEPT_MAX && oldest !== undefined) this.#keys.delete(oldest);
    return true;
  }
}
