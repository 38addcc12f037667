/**
 * The books of a simulated operator: what its players have, and every movement that the studio has
 * asked for, once. A cancel that comes before its debit is kept, and the debit then refused.
 */
import type { WalletReason } from '../protocol/wallet.js';

interface BookedMovement {
  readonly movementId: string;
  readonly kind: 'debit' | 'credit' | 'cancel' | 'adjust' | 'tip';
  readonly player: string;
  /** Minor units. Of an adjustment below zero where it takes. */
  readonly total: bigint;
  /** Of a tip: it takes, as a debit does. */
  readonly takes?: true;
  /** The debit that a cancel undoes, or whose round is corrected. */
  readonly refers?: string;
}

export type BookAnswer =
  | { readonly status: 'done'; readonly balance: bigint; readonly replay: boolean }
  | { readonly status: 'refused'; readonly reason: WalletReason };

interface Booked {
  readonly movement: BookedMovement;
  readonly answer: BookAnswer;
}

const takes = ({ kind, takes: isTaken }: BookedMovement): boolean =>
  kind === 'debit' || (kind === 'tip' && isTaken === true);

export class Book {
  readonly #balances = new Map<string, bigint>();
  #booked = new Map<string, Booked>();
  /** The ids of debits that are undone, also of those that never came. */
  #undone = new Set<string>();
  /** Whom nothing is taken from, and why. */
  readonly barred = new Map<string, WalletReason>();
  /** Of players who may play by this session alone. */
  readonly sessions = new Map<string, string>();
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

  /** Money goes back to a player whose session is another, or over. */
  knows(player: string, session: string | undefined): boolean {
    const due = this.sessions.get(player);
    return due === undefined || due === session;
  }

  isUndone(movementId: string): boolean {
    return this.#undone.has(movementId);
  }

  /** A restart of a wallet that has kept its balances, and not which movements it has done. */
  forget(): void {
    this.#booked = new Map();
    this.#undone = new Set();
  }

  /** A repeat gets the first answer. What was refused stays so where it would have taken. */
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
    // It is asked for again, and may be done then.
    if (!takes(movement) && answer.status === 'refused') return answer;
    this.#booked.set(movementId, { movement, answer });
    return answer;
  }

  #decide(movement: BookedMovement): BookAnswer {
    const { movementId, kind, player, total, refers } = movement;
    const balance = this.#balances.get(player);
    if (balance === undefined) return { status: 'refused', reason: 'session' };
    if (takes(movement)) {
      const barred = this.barred.get(player);
      if (this.#undone.has(movementId)) return { status: 'refused', reason: 'session' };
      if (barred !== undefined) return { status: 'refused', reason: barred };
      if (balance < total) return { status: 'refused', reason: 'funds' };
      return this.#set(player, balance - total);
    }
    if (kind === 'adjust') {
      const stake = this.#booked.get(refers ?? '');
      const isStaked = stake?.movement.kind === 'debit' && stake.answer.status === 'done';
      if (!isStaked) return { status: 'refused', reason: 'session' };
      if (balance + total < 0n) return { status: 'refused', reason: 'funds' };
    }
    // It is of what a debit has taken, and the credit that ends the session is less by it.
    if (kind === 'tip') return { status: 'done', balance, replay: false };
    if (kind === 'credit' || kind === 'adjust') return this.#set(player, balance + total);
    const debit = this.#booked.get(refers ?? '');
    const isUndone = this.#undone.has(refers ?? '');
    this.#undone.add(refers ?? '');
    const isDone = debit !== undefined && takes(debit.movement) && debit.answer.status === 'done';
    const given = isDone && !isUndone ? debit.movement.total : 0n;
    return this.#set(player, balance + given);
  }

  #set(player: string, balance: bigint): BookAnswer {
    this.#balances.set(player, balance);
    return { status: 'done', balance, replay: false };
  }
}
