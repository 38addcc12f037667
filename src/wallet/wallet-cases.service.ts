/** Looks for what is to be cleared up with operators: movements that their wallets do not take. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { MONEY_POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { Poller } from '../platform/poller.js';
import { inTransaction } from '../platform/transaction.js';
import type { WalletCase } from '../protocol/wallet-cases.js';
import { closeAnswered, countOpenCases, findCase, openCases, settleCase } from './case-rows.js';
import { readComparedAge } from './statement-rows.js';

const EVERY_MS = 10_000;

@Injectable()
export class WalletCaseWatch {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    private readonly metrics: Metrics,
    poller: Poller,
  ) {
    poller.poll({ name: 'wallet cases', everyMs: EVERY_MS, look: () => this.#look() });
  }

  find(id: string): Promise<WalletCase | undefined> {
    return findCase(this.pool, id);
  }

  /** False where it is closed already. Throws what the database has against the approval. */
  settle(id: string, approval: string): Promise<boolean> {
    return inTransaction(this.pool, (tx) => settleCase(tx, id, approval));
  }

  async #look(): Promise<void> {
    await openCases(this.pool);
    await closeAnswered(this.pool);
    this.metrics.walletCases.set(await countOpenCases(this.pool));
    this.metrics.walletComparedAge.set(await readComparedAge(this.pool));
  }
}
