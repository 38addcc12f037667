/**
 * The books of a simulated operator: what its players have, and every movement that the studio has
 * asked for, once. A cancel that comes before its debit is kept, and the debit then refused.
 */
import type { WalletReason } from '../protocol/wallet.js';

interface BookedMovement {
  readonly movementId: string;
  readonly kind: 'debit' | 'credit' | 'cancel';
  readonly player: string;
  /** Minor units. */
  readonly total: bigint;
  /** The debit that a cancel undoes. */
  readonly refers?: string;
}

export type BookAnswer =
  | { readonly status: 'done'; readonly balance: bigint; readonly replay: boolean }
  | { readonly status: 'refused'; readonly reason: WalletReason };

interface Booked {
  readonly movement: BookedMovement;
  readonly answer: BookAnswer;
}

export class Book {
  readonly #balances = new Map<string, bigint>();
  #booked = new Map<string, Booked>();
  /** The ids of debits that are undone, also of those that never came. */
  #undone = new Set<string>();
  /** Whom nothing is taken from, and why. */
  readonly barred = new Map<string, WalletReason>();
  /** Ids that came again with other content. */
  alarms = 0;

  open(player: string, balance: bigint): void {
    this.#balances.set(player, balance);
  }

  get players(): readonly (readonly [player: string, balance: bigint])[] {
    return [...this.#balances];
  }

  get movements(): readonly Booked[] {
    return [...this.#booked.values()];
  }

  balance(player: string): bigint | undefined {
    return this.#balances.get(player);
  }

  isUndone(movementId: string): boolean {
    return this.#undone.has(movementId);
  }

  /** A restart of a wallet that has kept its balances, and not which movements it has done. */
  forget(): void {
    this.#booked = new Map();
    this.#undone = new Set();
  }

  /** A repeat gets the first answer. */
  book(movement: BookedMovement): BookAnswer {
    const { movementId, player, kind, total } = movement;
    const earlier = this.#booked.get(movementId);
    if (earlier !== undefined) {
      const is = earlier.movement;
      if (is.kind !== kind || is.player !== player || is.total !== total) {
        this.alarms += 1;
        return { status: 'refused', reason: 'session' };
      }
      return earlier.answer.status === 'done'
        ? { ...earlier.answer, replay: true }
        : earlier.answer;
    }
    const answer = this.#decide(movement);
    this.#booked.set(movementId, { movement, answer });
    return answer;
  }

  #decide({ movementId, kind, player, total, refers }: BookedMovement): BookAnswer {
    const balance = this.#balances.get(player);
    if (balance === undefined) return { status: 'refused', reason: 'session' };
    if (kind === 'debit') {
      const barred = this.barred.get(player);
      if (this.#undone.has(movementId)) return { status: 'refused', reason: 'session' };
      if (barred !== undefined) return { status: 'refused', reason: barred };
      if (balance < total) return { status: 'refused', reason: 'funds' };
      return this.#set(player, balance - total);
    }
    if (kind === 'credit') return this.#set(player, balance + total);
    const undone = this.#booked.get(refers ?? '');
    this.#undone.add(refers ?? '');
    const given = undone?.answer.status === 'done' ? undone.movement.total : 0n;
    return this.#set(player, balance + given);
  }

  #set(player: string, balance: bigint): BookAnswer {
    this.#balances.set(player, balance);
    return { status: 'done', balance, replay: false };
  }
}
