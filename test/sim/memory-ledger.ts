/** The accounts and entries of a simulation, with what Postgres refuses of them. */
import { type Journal, Refused } from './journal.js';

type AccountKind =
  | 'outside'
  | 'house'
  | 'game'
  | 'session'
  | 'shortfall'
  | 'round'
  | 'hands'
  | 'advance';

/** Kinds that may be below zero. */
export const MAY_OWE: ReadonlySet<AccountKind> = new Set([
  'outside',
  'house',
  'shortfall',
  'advance',
]);

interface Account {
  readonly name: string;
  readonly kind: AccountKind;
  balance: bigint;
}

export interface MemoryPosting {
  readonly source: string;
  readonly destination: string;
  readonly amount: bigint;
}

export class Ledger {
  readonly #accounts: Account[] = [];
  readonly #byName = new Map<string, string>();
  readonly #entries = new Map<string, readonly MemoryPosting[]>();
  readonly #postings: MemoryPosting[] = [];
  readonly outside: string;
  readonly house: string;
  /** Accounts that no payment of a round can credit at present. */
  readonly closed = new Set<string>();

  constructor(private readonly journal: Journal) {
    this.outside = this.open('outside', 'outside');
    this.house = this.open('house', 'house');
    journal.keep();
  }

  get accounts(): readonly Readonly<Account>[] {
    return this.#accounts;
  }

  /** By key, in the order in which they were posted. */
  get entries(): ReadonlyMap<string, readonly MemoryPosting[]> {
    return this.#entries;
  }

  /** Those of every entry, in the same order. */
  get postings(): readonly MemoryPosting[] {
    return this.#postings;
  }

  /** Opens an empty account, and returns its number. */
  open(name: string, kind: AccountKind): string {
    if (this.#byName.has(name)) throw new Refused('23505', `account ${name} exists`);
    this.#accounts.push({ name, kind, balance: 0n });
    const id = String(this.#accounts.length);
    this.#byName.set(name, id);
    this.journal.did(() => {
      this.#accounts.pop();
      this.#byName.delete(name);
    });
    return id;
  }

  balance(id: string): bigint {
    return this.#account(id).balance;
  }

  canPay(id: string, amount: bigint): boolean {
    return this.balance(id) >= amount;
  }

  hasEntry(key: string): boolean {
    return this.#entries.has(key);
  }

  /** Refuses a key that was used, and a balance below zero. */
  post(key: string, postings: readonly MemoryPosting[]): void {
    this.postTogether([[key, postings]]);
  }

  /** Several entries as one: the balances count when all of them are posted. */
  postTogether(entries: readonly (readonly [string, readonly MemoryPosting[]])[]): void {
    for (const [key, postings] of entries) {
      if (this.#entries.has(key)) throw new Refused('23505', `entry ${key} exists`);
      this.#entries.set(key, postings);
      this.#postings.push(...postings);
      this.journal.did(() => {
        this.#entries.delete(key);
        this.#postings.splice(this.#postings.length - postings.length);
      });
      for (const { source, destination, amount } of postings) {
        if (amount <= 0n) throw new Refused('23514', `entry ${key} moves ${amount}`);
        if (this.closed.has(destination) && key.startsWith('round:')) {
          throw new Refused('23514', `entry ${key} cannot be credited`);
        }
        this.#move(source, -amount);
        this.#move(destination, amount);
      }
    }
    for (const { source } of entries.flatMap(([, postings]) => postings)) {
      const { name, kind, balance } = this.#account(source);
      if (balance < 0n && !MAY_OWE.has(kind)) {
        throw new Refused('23514', `${name} would have ${balance}`);
      }
    }
  }

  #move(id: string, change: bigint): void {
    const account = this.#account(id);
    account.balance += change;
    this.journal.did(() => {
      account.balance -= change;
    });
  }

  #account(id: string): Account {
    const account = this.#accounts[Number(id) - 1];
    if (account === undefined) throw new Error(`account ${id} exists`);
    return account;
  }
}
