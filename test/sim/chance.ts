/** Chance: every choice of a simulation, decided by its seed and by nothing else. */

export class Chance {
  #a: number;
  #b: number;
  #c: number;
  #count = 1;

  /** Streams of one seed that differ in name do not follow from each other. */
  constructor(seed: number, stream: string) {
    let hash = 2_166_136_261 ^ seed;
    for (const letter of `${seed}/${stream}`) {
      hash = Math.imul(hash ^ letter.codePointAt(0)!, 16_777_619);
    }
    this.#a = hash;
    this.#b = Math.imul(hash, 2_246_822_519) ^ seed;
    this.#c = ~hash;
    for (let warm = 0; warm < 12; warm += 1) this.#next();
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor((this.#next() / 4_294_967_296) * limit);
  }

  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  /** True in this many cases out of a hundred. */
  percent(cases: number): boolean {
    return this.below(10_000) < cases * 100;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error('there is something to pick from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const all = [...items];
    for (let last = all.length - 1; last > 0; last -= 1) {
      const chosen = this.below(last + 1);
      [all[last], all[chosen]] = [all[chosen]!, all[last]!];
    }
    return all;
  }

  /** The id of a bet or of an owner. */
  uuid(): string {
    const hex = (digits: number): string => hexOf(this.#next()).slice(0, digits);
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(8)}${hex(4)}`;
  }

  /** Sfc32 by Chris Doty-Humphrey: 32 bits. */
  #next(): number {
    const sum = (this.#a + this.#b + this.#count) | 0;
    this.#count = (this.#count + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }
}

/** In eight digits, made of halves: small numbers are written much faster. */
const hexOf = (bits: number): string => hexOfHalf(bits >>> 16) + hexOfHalf(bits & 0xffff);
const hexOfHalf = (bits: number): string => bits.toString(16).padStart(4, '0');
