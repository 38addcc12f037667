/**
 * A player's session: credit moved from the game account, played with at the tables, and moved back
 * (RULES 2).
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { openOrKeepAlive } from '../ledger/open-session.js';
import { readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { sessionAccount } from '../money/chart-of-accounts.js';
import { MONEY_POOL, PUBLIC_POOL, onceAsked, refuseInCrowd } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import { type BuyInRefusal, WALLET, type Wallet } from '../wallet/wallet.js';
import { findBarOfBuyIn } from './barred-buy-in.js';
import { closeSession, lockCredit, lockSession } from './closing.js';

/** Minor units. */
interface Credit {
  readonly open: boolean;
  readonly balance: Amount;
  readonly gameAccount: Amount;
}

interface Refused<Refusal> {
  readonly ok: false;
  readonly refusal: Refusal;
}

type BuyInReply =
  | {
      readonly ok: true;
      readonly balance: Amount;
      /** Or may have. */
      readonly hasOpened: boolean;
    }
  | Refused<'amount_is_zero' | 'barred_from_play' | 'operator_is_off' | BuyInRefusal>;

type WithdrawReply =
  | { readonly ok: true; readonly balance: Amount }
  | Refused<'amount_is_zero' | 'no_open_session' | 'insufficient_funds' | 'key_reused'>;

type CashOutReply =
  | { readonly ok: true; readonly amount: Amount; readonly isNew: boolean }
  | Refused<'round_in_hand' | 'hand_in_play' | 'no_open_session' | 'key_reused'>;

const OPEN = statement({
  inputs: { playerId: 'bigint' },
  text: 'select from sessions where player_id = :playerId and closed_at is null',
});

/**
 * Where so many wait for a connection, players who move credit are refused. The payments of rounds
 * then wait behind no more than these.
 */
const WAITING_MAX = 50;

@Injectable()
export class Sessions {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(PUBLIC_POOL) private readonly reads: pg.Pool,
    @Inject(WALLET) private readonly wallet: Wallet,
  ) {}

  async read(playerId: string): Promise<Credit> {
    const [open, balance, gameAccount] = await Promise.all([
      this.isOpen(playerId),
      readBalance(this.reads, sessionAccount(playerId)),
      this.wallet.balance(playerId),
    ]);
    return { open, balance: balance ?? ZERO, gameAccount };
  }

  async isOpen(playerId: string): Promise<boolean> {
    return (await this.reads.query(OPEN({ playerId }))).rowCount === 1;
  }

  /**
   * Moves `amount` into the session, and opens one where none is open. Where the operator has a
   * wallet, that decides first. A retry under the same key moves nothing more. Whoever is barred
   * from play, or whose operator is off, brings nothing; what was brought before keeps its answer.
   */
  async buyIn(playerId: string, amount: Amount, key: string): Promise<BuyInReply> {
    if (amount === 0n) return { ok: false, refusal: 'amount_is_zero' };
    // Only here: later the wallet may have been asked.
    refuseInCrowd(this.pool, WAITING_MAX);
    const reply = await this.#buyIn(playerId, amount, key);
    if (reply !== 'asked') return reply;
    return onceAsked(this.#decided(playerId, amount, key));
  }

  async #decided(playerId: string, amount: Amount, key: string): Promise<BuyInReply> {
    await this.wallet.decided(playerId, key);
    const decided = await this.#buyIn(playerId, amount, key);
    assert(decided !== 'asked', 'what is decided stays decided');
    // What a wallet gives is brought with its verdict, and may have opened the session with that.
    return decided.ok ? { ...decided, hasOpened: true } : decided;
  }

  #buyIn(playerId: string, amount: Amount, key: string): Promise<BuyInReply | 'asked'> {
    return inTransaction(this.pool, async (tx) => {
      await lockCredit(tx, playerId);
      const refusal = await findBarOfBuyIn(tx, playerId, key);
      if (refusal !== undefined) return { ok: false, refusal };
      const moved = await this.wallet.buyIn(tx, playerId, amount, key);
      if (moved === 'asked' || !moved.ok) return moved;
      const hasOpened = moved.isNew && (await openOrKeepAlive(tx, playerId));
      return { ok: true, balance: moved.session, hasOpened };
    });
  }

  /**
   * Moves `amount` back to the game account. The session goes on. This is not a game action. A
   * retry under the same key moves nothing more.
   */
  async withdraw(playerId: string, amount: Amount, key: string): Promise<WithdrawReply> {
    if (amount === 0n) return { ok: false, refusal: 'amount_is_zero' };
    refuseInCrowd(this.pool, WAITING_MAX);
    return inTransaction(this.pool, async (tx) => {
      await lockCredit(tx, playerId);
      const moved = await this.wallet.cashOut(tx, playerId, amount, `withdraw:${key}`);
      if (moved.ok) return { ok: true, balance: moved.session };
      const isOpen = (await lockSession(tx, playerId)) !== undefined;
      const isShort = moved.refusal === 'insufficient_funds';
      return isShort && !isOpen ? { ok: false, refusal: 'no_open_session' } : moved;
    });
  }

  /**
   * Moves all of the session's credit back and ends the session. Refuses `round_in_hand` while the
   * player has stakes in a round that has not ended, and `hand_in_play` while a hand of a solo game
   * waits for them. A retry under the same key gets the first answer. `alongside` is done in the
   * transaction that ends the session.
   */
  async cashOut(
    playerId: string,
    key: string,
    alongside?: (tx: Transaction, amount: Amount) => Promise<void>,
  ): Promise<CashOutReply> {
    refuseInCrowd(this.pool, WAITING_MAX);
    return inTransaction(this.pool, async (tx) => {
      const credit = await lockCredit(tx, playerId);
      const earlier = await cashedOut(tx, playerId, key);
      if (earlier !== undefined) return { ok: true, amount: earlier, isNew: false };
      const sessionId = await lockSession(tx, playerId);
      if (sessionId === undefined) return { ok: false, refusal: 'no_open_session' };
      const closing = { sessionId, playerId, credit, reason: 'cash_out', key } as const;
      const closed = await closeSession(tx, this.wallet, closing);
      if (closed !== 'closed') return { ok: false, refusal: closed };
      await alongside?.(tx, credit);
      return { ok: true, amount: credit, isNew: true };
    });
  }
}

/** What a cash-out under this key moved. Undefined when there was none. */
const cashedOut = async (
  tx: Transaction,
  playerId: string,
  key: string,
): Promise<Amount | undefined> => {
  const { rows } = await tx.query<{ amount: string }>(
    'select closed_amount as amount from sessions where player_id = $1 and closed_key = $2',
    [playerId, key],
  );
  return rows[0] && (BigInt(rows[0].amount) as Amount);
};
