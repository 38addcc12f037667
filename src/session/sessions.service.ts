/** A player's session: credit moved from the game account, played with at the tables, and moved back (RULES 2). */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { sessionAccount } from '../money/chart-of-accounts.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import { POOL, PRISMA } from '../platform/database.js';
import { type Transaction, inTransaction } from '../platform/transaction.js';
import { WALLET, type Wallet } from '../wallet/wallet.js';

export type BuyInReply =
  | { readonly ok: true; readonly balance: Amount }
  | {
      readonly ok: false;
      readonly refusal: 'amount_is_zero' | 'insufficient_funds' | 'key_reused';
    };

export type CashOutReply =
  | { readonly ok: true; readonly amount: Amount }
  | { readonly ok: false; readonly refusal: 'round_in_hand' | 'no_open_session' | 'key_reused' };

@Injectable()
export class Sessions {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    @Inject(PRISMA) private readonly prisma: PrismaClient,
    @Inject(WALLET) private readonly wallet: Wallet,
  ) {}

  /** Minor units. */
  async read(playerId: string): Promise<{ open: boolean; balance: Amount; gameAccount: Amount }> {
    const [open, balance, gameAccount] = await Promise.all([
      this.prisma.session.count({ where: { playerId: BigInt(playerId), closedAt: null } }),
      readBalance(this.pool, sessionAccount(playerId)),
      this.wallet.balance(playerId),
    ]);
    return { open: open === 1, balance: balance ?? ZERO, gameAccount };
  }

  /** Moves `amount` from the game account into the session, and opens it where none is open. A retry under the same key moves it once. */
  async buyIn(playerId: string, amount: Amount, key: string): Promise<BuyInReply> {
    if (amount === 0n) return { ok: false, refusal: 'amount_is_zero' };
    return inTransaction(this.pool, async (tx) => {
      const moved = await this.wallet.buyIn(tx, playerId, amount, key);
      if (!moved.ok) return moved;
      if (moved.isNew) {
        await tx.query(
          'insert into sessions (player_id) values ($1) on conflict (player_id) where closed_at is null do nothing',
          [playerId],
        );
      }
      return { ok: true, balance: moved.session };
    });
  }

  /**
   * Moves all of the session's credit back and ends the session. Refuses `round_in_hand` while stakes
   * of the player lie in a round that has not ended. A retry under the same key gets the first answer.
   */
  async cashOut(playerId: string, key: string): Promise<CashOutReply> {
    return inTransaction(this.pool, async (tx) => {
      // The account is locked before the stakes are looked at: a bet either stands by now, or finds the account empty.
      const balance = await lockBalance(tx, playerId);
      const earlier = await cashedOut(tx, playerId, key);
      if (earlier !== undefined) return { ok: true, amount: earlier };
      const closed = await tx.query(
        'select id from sessions where player_id = $1 and closed_at is null for update',
        [playerId],
      );
      if (closed.rowCount === 0) return { ok: false, refusal: 'no_open_session' };
      if (await hasStakes(tx, playerId)) return { ok: false, refusal: 'round_in_hand' };
      if (balance > 0n) {
        const moved = await this.wallet.cashOut(tx, playerId, balance, key);
        if (!moved.ok) return { ok: false, refusal: 'key_reused' };
      }
      await tx.query(
        'update sessions set closed_at = now(), closed_key = $2 where player_id = $1 and closed_at is null',
        [playerId, key],
      );
      return { ok: true, amount: balance };
    });
  }
}

const lockBalance = async (tx: Transaction, playerId: string): Promise<Amount> => {
  const { rows } = await tx.query<{ balance: string }>(
    'select balance from accounts where name = $1 for update',
    [sessionAccount(playerId)],
  );
  return BigInt(rows[0]?.balance ?? '0') as Amount;
};

/** What a cash-out under this key moved, zero where there was nothing to move; undefined when there was none. */
const cashedOut = async (
  tx: Transaction,
  playerId: string,
  key: string,
): Promise<Amount | undefined> => {
  const { rows } = await tx.query<{ amount: string }>(
    `select coalesce(sum(p.amount), 0) as amount
       from sessions s
       left join entries e on e.key = $3
       left join postings p on p.entry_id = e.id
      where s.player_id = $1 and s.closed_key = $2
     having count(s.id) > 0`,
    [playerId, key, `cash-out:${playerId}:${key}`],
  );
  return rows[0] && (BigInt(rows[0].amount) as Amount);
};

const hasStakes = async (tx: Transaction, playerId: string): Promise<boolean> => {
  const { rowCount } = await tx.query(
    `select r.game_number
       from rounds r join bets b on b.game_number = r.game_number and b.player_id = $1
      where r.status in ('betting', 'closed', 'resulted', 'void')
      group by r.game_number having sum(b.amount) > 0`,
    [playerId],
  );
  return (rowCount ?? 0) > 0;
};
