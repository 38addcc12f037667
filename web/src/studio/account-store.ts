/** The player’s money and session, as the studio last sent them. */
import { createStore } from 'zustand/vanilla';
import type { SessionEnd } from '../../../src/protocol/session.js';

export interface Account {
  /** Undefined until the studio has sent it. Minor units. */
  readonly session:
    | { readonly open: boolean; readonly balance: bigint; readonly gameAccount: bigint }
    | undefined;
  /** The credit is as `session:read` said it. Reported in passing, it may be an older one. */
  readonly isRead: boolean;
  /** When the session ends if nothing is done, in ms of the studio’s clock. */
  readonly endsAtMs: number | undefined;
  /** How the session ended while the player was here, or away. */
  readonly ended:
    | { readonly reason: SessionEnd; readonly amount: bigint; readonly atMs: number }
    | undefined;
}

export const createAccountStore = () =>
  createStore<Account>(() => ({
    session: undefined,
    isRead: false,
    endsAtMs: undefined,
    ended: undefined,
  }));
type AccountStore = ReturnType<typeof createAccountStore>;

/** Only the credit has changed. */
export const setBalance = (store: AccountStore, balance: bigint): void =>
  store.setState(({ session }) => ({ session: session && { ...session, balance }, isRead: false }));

/** A game action, so an earlier warning counts no longer. */
export const acted = (store: AccountStore): void => store.setState({ endsAtMs: undefined });
