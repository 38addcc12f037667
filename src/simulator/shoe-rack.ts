/**
 * A table's shoe rack: the shoes its robot deals from. Which of them came from a shoe file is kept
 * in the data folder.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Shoe } from '../cards/shoe.js';
import { assert } from '../money/assert.js';
import type { Coup } from '../punto-banco/coup.js';
import { makeCoup } from '../punto-banco/notation.js';
import { arrangedShoe, shuffledShoe } from './physical-shoe.js';
import { parseShoeFile } from './shoe-file.js';

interface Placed {
  readonly ordinal: number;
  readonly coups: readonly Coup[];
}

export class ShoeRack {
  readonly #file: string;
  #placed: Placed | undefined;
  #last: { readonly key: string; readonly shoe: Shoe } | undefined;

  /** `coups`: what every new shoe is to deal first. Undefined for shuffled shoes. */
  constructor(
    folder: string,
    private readonly seed: string,
    private readonly table: string,
    private readonly coups?: readonly Coup[],
  ) {
    this.#file = path.join(folder, `simulator-shoe-${table}`);
    this.#placed = readPlaced(this.#file);
  }

  /** A new shoe is in place, and no card of it is drawn. */
  place(ordinal: number): void {
    if (this.coups === undefined || this.isWanted(ordinal)) return;
    this.#placed = { ordinal, coups: this.coups };
    this.#last = undefined;
    const lines = [`# shoe ${ordinal}`, ...this.coups.map(makeCoup)];
    fs.writeFileSync(this.#file, `${lines.join('\n')}\n`);
  }

  /** Whether the shoe in use is one that is to be dealt. It is not while a shoe file waits. */
  isWanted(ordinal: number): boolean {
    if (this.coups === undefined) return true;
    const placed = this.#placed;
    return placed?.ordinal === ordinal && written(placed.coups) === written(this.coups);
  }

  shoe(ordinal: number, decks: number): Shoe {
    const key = `${ordinal}/${decks}`;
    if (this.#last?.key !== key) this.#last = { key, shoe: this.#find(ordinal, decks) };
    return this.#last.shoe;
  }

  #find(ordinal: number, decks: number): Shoe {
    const name = { seed: this.seed, table: this.table, ordinal, decks };
    if (this.#placed?.ordinal !== ordinal) return shuffledShoe(name);
    const shoe = arrangedShoe(name, this.#placed.coups);
    assert(
      shoe !== undefined,
      `a shoe of ${decks} decks has the cards for the coups of the shoe file`,
    );
    return shoe;
  }
}

const written = (coups: readonly Coup[]): string => coups.map(makeCoup).join('\n');

const readPlaced = (file: string): Placed | undefined => {
  if (!fs.existsSync(file)) return undefined;
  const text = fs.readFileSync(file, 'utf8');
  const ordinal = Number(/^# shoe (\d+)\n/.exec(text)?.[1]);
  const coups = parseShoeFile(text);
  return typeof coups === 'string' || Number.isNaN(ordinal) ? undefined : { ordinal, coups };
};
