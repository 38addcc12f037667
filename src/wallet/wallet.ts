/**
 * The wallet port: where players' money comes from when they sit down, and goes to when they leave.
 * An operator may bring its own.
 */
import type { Amount } from '../money/amount.js';
import type { Transaction } from '../platform/transaction.js';

export type WalletReply =
  | { readonly ok: true; readonly isNew: boolean; readonly session: Amount }
  | { readonly ok: false; readonly refusal: 'insufficient_funds' | 'key_reused' };

export interface Wallet {
  /** What the player has outside the session, minor units. */
  balance(playerId: string): Promise<Amount>;
  /** Moves `amount` to the session within `tx`. The same key with the same amount moves it once. */
  buyIn(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<WalletReply>;
  /** Moves `amount` back from the session within `tx`. */
  cashOut(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<WalletReply>;
}

export const WALLET = Symbol('Wallet');
