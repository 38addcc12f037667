/**
 * The wallet port: where players' money comes from when they sit down, and goes to when they leave.
 * It is in our own ledger, or in the wallet of their operator.
 */
import type { Amount } from '../money/amount.js';
import type { Transaction } from '../platform/transaction.js';

interface Refused<Refusal> {
  readonly ok: false;
  readonly refusal: Refusal;
}

interface Moved {
  readonly ok: true;
  readonly isNew: boolean;
  readonly session: Amount;
}

export type BuyInRefusal =
  | 'insufficient_funds'
  | 'key_reused'
  | 'wallet_refused'
  | 'wallet_unavailable';

/** `asked`: the operator's wallet decides, after `tx`. */
export type BuyInReply = Moved | Refused<BuyInRefusal> | 'asked';
export type CashOutReply = Moved | Refused<'insufficient_funds' | 'key_reused'>;

export interface Wallet {
  /** What the player has outside the session, minor units, as far as it is known. */
  balance(playerId: string): Promise<Amount>;
  /** Moves `amount` to the session within `tx`. The same key with the same amount moves it once. */
  buyIn(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<BuyInReply>;
  /** What was asked is decided when this resolves. Then `buyIn` under the same key says how. */
  decided(playerId: string, key: string): Promise<void>;
  /** Moves `amount` back from the session within `tx`. 0 where a session ends without credit. */
  cashOut(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<CashOutReply>;
}

export const WALLET = Symbol('Wallet');
