/** What the accounts hold while the entries of a period are added up, against what was sealed. */
import type { Proof } from '../reconcile/proof.js';
import type { EntryLine, LineOf } from './lines.js';
import { type ManifestContent } from './manifest.js';
import { LinesDigest, balanceLine } from './seal.js';

export class Balances {
  /** What is not nothing. An account of stakes comes and goes with its round. */
  readonly #held = new Map<string, bigint>();
  readonly #closing = new Map<string, bigint>();
  readonly #totals = new Map<string, { entries: number; moved: bigint }>();
  readonly #opened = new LinesDigest();
  readonly #closed = new LinesDigest();
  house = '-';

  constructor(private readonly proof: Proof) {}

  /** The accounts come first, in the order of their numbers. */
  open({ id, name, opening, closing }: LineOf<'accounts'>): void {
    if (name === 'house') this.house = id;
    this.#add(id, BigInt(opening));
    if (BigInt(opening) !== 0n) this.#opened.add(balanceLine(id, opening));
    if (BigInt(closing) === 0n) return;
    this.#closed.add(balanceLine(id, closing));
    this.#closing.set(id, BigInt(closing));
  }

  post({ key, kind, currency, postings }: EntryLine): void {
    this.proof.looked += 1;
    const ofEntry = new Set<string>();
    if (postings.length === 0) this.#total(kind, currency).entries += 1;
    for (const [source, destination, amount, own = currency] of postings) {
      this.proof.needs(BigInt(amount) > 0n, `entry ${key} moves ${amount}`);
      const total = this.#total(kind, own);
      total.moved += BigInt(amount);
      if (!ofEntry.has(own)) total.entries += 1;
      ofEntry.add(own);
      this.#add(source, -BigInt(amount));
      this.#add(destination, BigInt(amount));
    }
  }

  /** All is posted. */
  close({ seal, previous }: ManifestContent): void {
    const isClosed = this.#closed.end() === seal.balancesDigest;
    this.proof.needs(isClosed, 'the closing balances are not what was sealed');
    const isOpened =
      this.#opened.end() === (previous?.seal.balancesDigest ?? new LinesDigest().end());
    this.proof.needs(isOpened, 'the opening balances are not what was sealed before');
    const totals = [...this.#totals]
      .map(([name, { entries, moved }]) => `${name} ${entries} ${moved}`)
      .sort()
      .join('\n');
    this.proof.needs(totals === seal.totals, 'the totals are not what was sealed');
    for (const id of new Set([...this.#held.keys(), ...this.#closing.keys()])) {
      const [held, sealed] = [this.#held.get(id) ?? 0n, this.#closing.get(id) ?? 0n];
      this.proof.needs(
        held === sealed,
        `account ${id} comes to ${held}, and was sealed at ${sealed}`,
      );
    }
  }

  #total(kind: string, currency: string): { entries: number; moved: bigint } {
    const name = `${kind} ${currency}`;
    const total = this.#totals.get(name) ?? { entries: 0, moved: 0n };
    this.#totals.set(name, total);
    return total;
  }

  #add(id: string, amount: bigint): void {
    const held = (this.#held.get(id) ?? 0n) + amount;
    if (held === 0n) this.#held.delete(id);
    else this.#held.set(id, held);
  }
}
