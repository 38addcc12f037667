/** The store of operators' wallets in Postgres. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { giveTip } from '../ledger/give-tip.js';
import { openOrKeepAlive } from '../ledger/open-session.js';
import { post } from '../ledger/post.js';
import { undoUnplayedStakes } from '../ledger/hand-stakes-of-wallets.js';
import {
  type StakeVerdictCounts,
  areStakesDue,
  readStakeVerdicts,
  voidOverdueStakes,
  voidUndecided,
} from '../ledger/stakes-of-wallets.js';
import type { Amount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { OUTSIDE, advanceAccount, gameAccount } from '../money/chart-of-accounts.js';
import { MONEY_POOL } from '../platform/database.js';
import { inTransaction } from '../platform/transaction.js';
import { lockCredit } from '../session/closing.js';
import { TipBroadcast } from '../tip/tip-broadcast.js';
import { readTip } from '../tip/tip-rows.js';
import { LedgerWallet } from './ledger-wallet.js';
import type { Evidence } from './signed-answer.js';
import type { WalletStore } from './store.js';
import { type MovementEnding, VerdictWriter } from './verdict-writer.js';
import {
  type Due,
  type Owing,
  type WantedDue,
  endMovement,
  giveLeases,
  putOff,
  readDue,
  readOwing,
  sendNow,
  takeLease,
  voidStakes,
  voidOverdue,
} from './wallet-rows.js';

@Injectable()
export class PostgresWallets implements WalletStore {
  readonly #writer: VerdictWriter;

  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    private readonly ledger: LedgerWallet,
    @Inject(TipBroadcast) private readonly broadcast: Pick<TipBroadcast, 'given'>,
  ) {
    this.#writer = new VerdictWriter(pool);
  }

  voidOverdue(): Promise<void> {
    return voidOverdue(this.pool);
  }

  undoUnplayed(): Promise<void> {
    return undoUnplayedStakes(this.pool);
  }

  readOwing(): Promise<readonly Owing[]> {
    return readOwing(this.pool);
  }

  takeLease(operator: string, owner: string, ms: number): Promise<boolean> {
    return takeLease(this.pool, operator, owner, ms);
  }

  giveLeases(owner: string): Promise<void> {
    return giveLeases(this.pool, owner);
  }

  readDue(wanted: WantedDue): Promise<readonly Due[]> {
    return readDue(this.pool, wanted);
  }

  voidStakes(operator: string, but: readonly string[]): Promise<void> {
    return voidStakes(this.pool, operator, but);
  }

  end(ending: MovementEnding): Promise<void> {
    return this.#writer.write(ending);
  }

  bring(operator: string, due: Due, evidence: Evidence): Promise<void> {
    const { movementId, player } = due;
    const amount = BigInt(due.amount) as Amount;
    return inTransaction(this.pool, async (tx) => {
      // First, as in whatever else moves it and the game account: none waits for the other.
      await lockCredit(tx, player);
      if (!(await endMovement(tx, due, 'done', null, evidence))) return; // It is void by now.
      const deposit = { source: OUTSIDE, destination: gameAccount(player), amount } as const;
      const key = `wallet:${operator}:${movementId}`;
      const came = await post(tx, { key, kind: 'deposit', postings: [deposit] });
      const moved = await this.ledger.buyIn(tx, player, amount, due.key);
      assert(came.ok && moved.ok, 'what a wallet gave can be brought to the tables');
      await openOrKeepAlive(tx, player);
    });
  }

  async tip(operator: string, due: Due, evidence: Evidence): Promise<void> {
    const { movementId, player: playerId, key, table, tipDealer: dealer, currency } = due;
    const amount = BigInt(due.amount) as Amount;
    assert(table !== null && dealer !== null, 'a tip is for a dealer at a table');
    const given = await inTransaction(this.pool, async (tx) => {
      await lockCredit(tx, playerId); // First, as in `bring`.
      if (!(await endMovement(tx, due, 'done', null, evidence))) return; // It is void by now.
      const deposit = { source: OUTSIDE, destination: advanceAccount(playerId), amount } as const;
      const entry = { key: `wallet:${operator}:${movementId}`, kind: 'deposit' } as const;
      const came = await post(tx, { ...entry, postings: [deposit] });
      const tip = { playerId, key, table, dealer, currency, amount };
      // The credit that it was to be taken of may be staked by now.
      const ofCredit = await giveTip(tx, tip);
      const its = ofCredit.ok ? ofCredit : await giveTip(tx, tip, 'advance');
      assert(came.ok && its.ok, 'what a wallet gave for a tip can be given');
      return readTip(tx, its.id);
    });
    if (given !== undefined) this.broadcast.given(given);
  }

  putOff(due: Pick<Due, 'id' | 'status'>, pauseMs: number, refusal: string | null): Promise<void> {
    return putOff(this.pool, due, pauseMs, refusal);
  }

  sendNow(operator: string): Promise<void> {
    return sendNow(this.pool, operator);
  }

  areStakesDue(game: string): Promise<boolean> {
    return areStakesDue(this.pool, game);
  }

  readStakeVerdicts(game: string): Promise<StakeVerdictCounts> {
    return readStakeVerdicts(this.pool, game);
  }

  voidOverdueStakes(game: string): Promise<void> {
    return voidOverdueStakes(this.pool, game);
  }

  voidUndecided(game: string): Promise<void> {
    return voidUndecided(this.pool, game);
  }
}
