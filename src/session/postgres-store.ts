/** The store of sessions and connections in Postgres. */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { MONEY_POOL } from '../platform/database.js';
import { inTransaction } from '../platform/transaction.js';
import { WALLET, type Wallet } from '../wallet/wallet.js';
import { type ConnectionRow, beat, comeIn, goOut, readReplaced } from './connection-rows.js';
import { endIfDue } from './end-if-due.js';
import { readSessionNotices } from './session-notice-rows.js';
import { keepFound, readOpenSessions } from './session-rows.js';
import type { SessionStore } from './store.js';

type Asked<K extends keyof SessionStore> = Parameters<SessionStore[K]>;
type Answered<K extends keyof SessionStore> = ReturnType<SessionStore[K]>;

@Injectable()
export class PostgresSessions implements SessionStore {
  constructor(
    @Inject(MONEY_POOL) private readonly pool: pg.Pool,
    @Inject(WALLET) private readonly wallet: Wallet,
  ) {}

  writeConnections(
    ...[process, entering, leaving]: Asked<'writeConnections'>
  ): Answered<'writeConnections'> {
    return inTransaction(this.pool, async (tx) => ({
      notIn: await comeIn(tx, process, entering),
      notOut: await goOut(tx, leaving),
    }));
  }

  async goOut(rows: readonly ConnectionRow[]): Promise<void> {
    await goOut(this.pool, rows);
  }

  beat(rows: readonly ConnectionRow[]): Promise<void> {
    return inTransaction(this.pool, (tx) => beat(tx, rows));
  }

  readReplaced(rows: readonly ConnectionRow[]): Promise<ReadonlySet<string>> {
    return readReplaced(this.pool, rows);
  }

  readOpen(...asked: Asked<'readOpen'>): Answered<'readOpen'> {
    return readOpenSessions(this.pool, ...asked);
  }

  keepFound(...[found]: Asked<'keepFound'>): Answered<'keepFound'> {
    return keepFound(this.pool, found);
  }

  endIfDue(...asked: Asked<'endIfDue'>): Answered<'endIfDue'> {
    return endIfDue(this.pool, this.wallet, ...asked);
  }

  readNotices(...asked: Asked<'readNotices'>): Answered<'readNotices'> {
    return readSessionNotices(this.pool, ...asked);
  }
}
