/**
 * The shape of somebody else's wallet protocol: how one of our requests is said in it, and what an
 * answer means. A shape is a pure translator: it sends nothing, and knows no time but what it gets.
 */
import type { WalletReason } from '../protocol/wallet.js';
import type { SoloGame } from '../solo/game.js';

/** One request of the studio's. */
export interface Asked {
  readonly verb: 'open' | 'balance' | 'debit' | 'credit' | 'cancel' | 'adjust' | 'tip';
  /** Another one for each try. */
  readonly requestId: string;
  readonly player: string;
  /** What the launch has brought, or the player's name. */
  readonly session: string;
  readonly currency: string;
  readonly exponent: number;
  /** These two are there where money moves. Minor units. */
  readonly movementId: string;
  readonly total: bigint;
  /** The round, or the hand, whose stakes these are. Undefined where it is of a session. */
  readonly round: string | undefined;
  /** Of a hand. */
  readonly game?: SoloGame | undefined;
  /** Nothing but corrections follows of the round, or of the hand. */
  readonly closes: boolean;
  /** The debit that it is about. */
  readonly refers: string | undefined;
  readonly atMs: number;
}

interface Call {
  /** Behind the wallet's URL. */
  readonly path: string;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type AdapterVerdict =
  | {
      readonly status: 'done';
      readonly balance: bigint;
      /** Of `open`: another session from now on. */
      readonly session?: string;
    }
  | { readonly status: 'refused'; readonly reason: WalletReason }
  | { readonly status: 'busy' }
  | { readonly status: 'unknown'; readonly why: string }
  /** Of a cancel: the wallet knows nothing of the debit. */
  | { readonly status: 'no_such_debit'; readonly why: string };

export interface Shape {
  /** What is sent, or why the protocol cannot say it. `secret` is what the shape signs by. */
  readonly call: (asked: Asked, secret: string) => Call | WalletReason;
  /** The answer to `open` has no balance: it is asked for by the session that `open` names. */
  readonly opensWithoutBalance?: true;
  /** What the wallet's answer with this HTTP status and body means. */
  readonly read: (asked: Asked, status: number, body: string) => AdapterVerdict;
}

export const unknown = (why: string): AdapterVerdict => ({ status: 'unknown', why });
export const refused = (reason: WalletReason): AdapterVerdict => ({ status: 'refused', reason });

/** Whether it takes from the player, so that it may be refused. */
export const isTaken = (verb: Asked['verb']): boolean => verb === 'debit' || verb === 'tip';

/** Whether it is a tip, or undoes one: the studio names them so. */
export const isOfTip = ({ verb, refers }: Asked): boolean =>
  verb === 'tip' || (verb === 'cancel' && refers?.startsWith('tip.') === true);

export const isMoney = (verb: Asked['verb']): boolean => verb !== 'open' && verb !== 'balance';
