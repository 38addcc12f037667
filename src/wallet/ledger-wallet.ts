/** The wallet that is our own ledger: a game account for every player. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import { post, readBalance } from '../ledger/post.js';
import { recover } from '../ledger/recover.js';
import { type Amount, ZERO } from '../money/amount.js';
import { type AccountName, gameAccount, sessionAccount } from '../money/chart-of-accounts.js';
import type { EntryKind } from '../money/posting.js';
import { PUBLIC_POOL } from '../platform/database.js';
import type { Transaction } from '../platform/transaction.js';
import type { CashOutReply, Wallet } from './wallet.js';

@Injectable()
export class LedgerWallet implements Wallet {
  constructor(
    @Inject(PUBLIC_POOL) private readonly pool: pg.Pool,
    @Inject(CONFIG) private readonly config: Pick<Config, 'shortfallRecovery'>,
  ) {}

  async balance(playerId: string): Promise<Amount> {
    return (await readBalance(this.pool, gameAccount(playerId))) ?? ZERO;
  }

  /** By policy, what the player owes is taken from what was brought. */
  async buyIn(
    tx: Transaction,
    playerId: string,
    amount: Amount,
    key: string,
    from: AccountName = gameAccount(playerId),
  ): Promise<CashOutReply> {
    const to = sessionAccount(playerId);
    const moved = `buy-in:${playerId}:${key}`;
    const reply = await move(tx, 'buy_in', moved, from, to, amount, to);
    const recovers = this.config.shortfallRecovery === 'deposit' && reply.ok && reply.isNew;
    if (!recovers) return reply;
    const taken = await recover(tx, playerId, to, amount, moved);
    return { ...reply, session: (reply.session - taken) as Amount };
  }

  /** Our own ledger decides within the transaction. */
  decided(): Promise<void> {
    return Promise.resolve();
  }

  /** By policy, what the player owes is taken from what went back. */
  async cashOut(
    tx: Transaction,
    playerId: string,
    amount: Amount,
    key: string,
  ): Promise<CashOutReply> {
    const [from, to] = [sessionAccount(playerId), gameAccount(playerId)];
    if (amount === 0n) return { ok: true, isNew: true, session: ZERO };
    const moved = `cash-out:${playerId}:${key}`;
    const reply = await move(tx, 'cash_out', moved, from, to, amount, from);
    const recovers = this.config.shortfallRecovery === 'cash_out' && reply.ok && reply.isNew;
    if (recovers) await recover(tx, playerId, to, amount, moved);
    return reply;
  }
}

const move = async (
  tx: Transaction,
  kind: EntryKind,
  key: string,
  source: AccountName,
  destination: AccountName,
  amount: Amount,
  session: AccountName,
): Promise<CashOutReply> => {
  const posted = await post(tx, { key, kind, postings: [{ source, destination, amount }] });
  if (!posted.ok) return posted;
  return { ok: true, isNew: posted.isNew, session: posted.balances.get(session)! as Amount };
};
