/**
 * A robot's bankroll. It buys into the session when its credit runs low, until the game account is
 * empty too.
 */
import { NoAnswer } from '../client/connection.js';
import type { PlayerClient } from '../client/player-client.js';

/** Minor units: below 50.00 it buys in for 500.00. */
const LOW = 5_000n;
const BUY_IN = 50_000n;

interface BuyIn {
  readonly key: string;
  readonly amount: bigint;
}

export class Bankroll {
  /** Asked and not answered. It is asked again unchanged, so that the money moves once. */
  #pending: BuyIn | undefined;
  #isInDoubt = true;
  #isEmpty = false;
  #hasSaidSo = false;

  constructor(
    private readonly client: Pick<PlayerClient, 'send'>,
    private readonly note: (text: string) => void,
    private readonly makeKey: () => string = () => crypto.randomUUID(),
  ) {}

  /** Neither session nor game account holds anything. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** Money came back from a table. */
  credit(balance: bigint): void {
    if (balance > 0n) this.#isEmpty = false;
  }

  /** The credit is not what it was thought to be. The session may have ended. */
  doubt(): void {
    this.#isInDoubt = true;
  }

  /** The credit after a buy-in, where one was needed. Rejects with `NoAnswer`. */
  async fill(balance: bigint): Promise<bigint> {
    if (balance >= LOW && !this.#isInDoubt) return balance;
    const session = await this.client.send('session:read', {});
    if (!session.ok) throw new NoAnswer(session.refusal);
    const credit = BigInt(session.balance);
    const account = BigInt(session.gameAccount);
    this.#isInDoubt = false;
    if (credit === 0n && account === 0n) this.#runDry();
    if (credit >= LOW) this.#pending = undefined; // The credit itself was the answer.
    if (credit >= LOW || account === 0n) return credit;
    this.#pending ??= { key: this.makeKey(), amount: account < BUY_IN ? account : BUY_IN };
    const { key, amount } = this.#pending;
    const reply = await this.client.send('session:buy-in', { key, amount: `${amount}` });
    this.#pending = undefined;
    return reply.ok ? BigInt(reply.balance) : credit;
  }

  #runDry(): void {
    this.#isEmpty = true;
    if (!this.#hasSaidSo) this.note('has no money left and stops betting');
    this.#hasSaidSo = true;
  }
}
