/** The wallet that is our own ledger: a game account for every player of the operator `house`. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { post, readBalance } from '../ledger/post.js';
import { type Amount, ZERO } from '../money/amount.js';
import { type AccountName, gameAccount, sessionAccount } from '../money/chart-of-accounts.js';
import type { EntryKind } from '../money/posting.js';
import { POOL } from '../platform/database.js';
import type { Transaction } from '../platform/transaction.js';
import type { Wallet, WalletReply } from './wallet.js';

@Injectable()
export class LedgerWallet implements Wallet {
  constructor(@Inject(POOL) private readonly pool: pg.Pool) {}

  async balance(playerId: string): Promise<Amount> {
    return (await readBalance(this.pool, gameAccount(playerId))) ?? ZERO;
  }

  buyIn(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<WalletReply> {
    const [from, to] = [gameAccount(playerId), sessionAccount(playerId)];
    return move(tx, 'buy_in', `buy-in:${playerId}:${key}`, from, to, amount, to);
  }

  cashOut(tx: Transaction, playerId: string, amount: Amount, key: string): Promise<WalletReply> {
    const [from, to] = [sessionAccount(playerId), gameAccount(playerId)];
    return move(tx, 'cash_out', `cash-out:${playerId}:${key}`, from, to, amount, from);
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
): Promise<WalletReply> => {
  const posted = await post(tx, { key, kind, postings: [{ source, destination, amount }] });
  if (!posted.ok) return posted;
  return { ok: true, isNew: posted.isNew, session: posted.balances.get(session)! as Amount };
};
