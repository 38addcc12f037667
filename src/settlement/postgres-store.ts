/**
 * The store of the settlement in Postgres. Most of it only forwards: the simulation puts a store in
 * memory into its place (test/sim/memory-settlement.ts).
 */
import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import type { Chunk } from '../ledger/pay-chunk.js';
import { MONEY_POOL } from '../platform/database.js';
import { statement } from '../platform/statement.js';
import { readDatabase, readTimeline } from '../platform/timelines.service.js';
import { written } from '../table/rows.js';
import {
  type CorrectionChunk,
  correctRoundChunk,
  readCorrected,
  readCut,
} from './correct-round.js';
import { findUncreditable } from './hand-pay.js';
import { cut, payRoundChunk, readPaid } from './pay-round.js';
import type { OwedPayment, SettlementStore } from './store.js';

const FORGOTTEN_CORRECTION = statement({
  inputs: { game: 'text', correction: 'text', olderThanMs: 'float8' },
  text: `
select from outbox where done_at is null and kind = 'correct_round' and payload ->> 'game' = :game
   and payload ->> 'correction' = :correction and created_at < studio_now() - :olderThanMs * interval '1 ms'`,
});

const OPEN_INCIDENT = statement({
  inputs: { table: 'text', game: 'bigint null', kind: 'text' },
  text: 'select from open_incidents where table_id = :table and game_number = :game and kind = :kind',
});

@Injectable()
export class PostgresSettlement implements SettlementStore {
  constructor(@Inject(MONEY_POOL) private readonly pool: pg.Pool) {}

  timeline(): Promise<number> {
    return readTimeline(this.pool);
  }

  database(): Promise<string> {
    return readDatabase(this.pool);
  }

  cut(game: string, chunks: number): Promise<number> {
    return cut(this.pool, game, chunks);
  }

  pay(chunk: Chunk): Promise<void> {
    return payRoundChunk(this.pool, chunk);
  }

  paid(game: string): ReturnType<SettlementStore['paid']> {
    return readPaid(this.pool, game);
  }

  cutOf(game: string, correction: number): Promise<number | undefined> {
    return readCut(this.pool, game, correction);
  }

  correct(chunk: CorrectionChunk): Promise<void> {
    return correctRoundChunk(this.pool, chunk);
  }

  corrected(game: string, correction: number): ReturnType<SettlementStore['corrected']> {
    return readCorrected(this.pool, game, correction);
  }

  async isForgotten({ game, correction }: OwedPayment, olderThanMs: number): Promise<boolean> {
    const { rowCount } = await (correction === undefined
      ? this.pool.query(
          `select from outbox where done_at is null and kind <> 'correct_round' and payload ->> 'game' = $1
              and created_at < studio_now() - $2 * interval '1 ms'`,
          [game, olderThanMs],
        )
      : this.pool.query(
          FORGOTTEN_CORRECTION({ game, correction: String(correction), olderThanMs }),
        ));
    return rowCount !== 0;
  }

  uncreditable(payment: OwedPayment): Promise<readonly string[]> {
    return findUncreditable(this.pool, payment);
  }

  async byHand(game: string): Promise<number> {
    const { rows } = await this.pool.query<{ players: number }>(
      'select count(*)::int as players from hand_pays where game_number = $1',
      [game],
    );
    return rows[0]?.players ?? 0;
  }

  async openIncident(columns: Parameters<SettlementStore['openIncident']>[0]): Promise<void> {
    const { table_id: table, game_number: game, kind } = columns;
    const { rowCount } = await this.pool.query(OPEN_INCIDENT({ table, game, kind }));
    // To one that is open nothing is added of each further try.
    if (rowCount !== 0) return;
    await this.pool.query(written({ row: 'incident', does: 'adds', columns, isLast: false }));
  }
}
