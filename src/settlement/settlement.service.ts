/** The settlement of rounds and of their corrections: what the queue's jobs do, and a sweep over Postgres that pays what Redis forgot. */
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import type { Chunk } from '../ledger/pay-chunk.js';
import { POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { goodbye } from '../platform/within.js';
import { phaseBeneath } from '../round/state.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import { type CorrectionPart, correctPart, readCorrected, readCut } from './correct-round.js';
import { chunkCount, cut, payPart, readPaid } from './pay-round.js';
import type { SettlementJobs } from './settlement-queue.service.js';

/** The last chunk may be paid by another process than the table's: that one looks so often whether it is. */
const LOOK_EVERY_MS = 250;

@Injectable()
export class Settlement implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #sweeping: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly tables: Tables,
    private readonly metrics: Metrics,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {}

  onApplicationBootstrap(): void {
    const { sweepMs } = this.config.settlement;
    this.#timer = setInterval(
      () => {
        this.#sweeping ??= this.#sweep(sweepMs).finally(() => (this.#sweeping = undefined));
      },
      Math.min(LOOK_EVERY_MS, sweepMs / 2),
    );
  }

  /** A sweep that a database which has gone keeps waiting holds nobody up: what it did not pay is paid later. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await goodbye(this.#sweeping ?? Promise.resolve());
  }

  payChunk(chunk: Chunk): Promise<void> {
    return payPart(this.pool, chunk);
  }

  /** Tells the table that its round is paid; false while it is not. Where another process runs the table, that one finds it. */
  async finish(
    { table: id, game }: SettlementJobs['finish'],
    by: 'queue' | 'sweep',
  ): Promise<boolean> {
    const table = this.tables.find(id);
    if (typeof table === 'string') return false;
    const paid = await readPaid(this.pool, game);
    if (paid === undefined) return false;
    const reply = await table.perform(
      paid.fate === 'settle'
        ? {
            kind: 'finish_settlement',
            game,
            stakes: paid.stakes.toString(),
            paid: paid.paid.toString(),
          }
        : { kind: 'finish_refund', game, stakes: paid.stakes.toString() },
    );
    if (reply.ok) this.metrics.roundsPaid.inc({ by });
    return true;
  }

  correctChunk(part: CorrectionPart): Promise<void> {
    return correctPart(this.pool, part);
  }

  /** Tells the table that a correction is paid; false while it is not. */
  async finishCorrection(
    { table: id, game, correction }: SettlementJobs['finish_correction'],
    by: 'queue' | 'sweep',
  ): Promise<boolean> {
    const table = this.tables.find(id);
    if (typeof table === 'string') return false;
    const corrected = await readCorrected(this.pool, game, correction);
    if (corrected === undefined) return false;
    const reply = await table.perform({
      kind: 'finish_correction',
      game,
      correction,
      stakes: corrected.stakes.toString(),
      paid: corrected.paid.toString(),
      shortfall: corrected.shortfall.toString(),
    });
    if (reply.ok) this.metrics.roundsPaid.inc({ by });
    return true;
  }

  async #sweep(olderThanMs: number): Promise<void> {
    for (const table of this.tables.here) {
      try {
        await this.#sweepTable(table, olderThanMs);
      } catch (error) {
        this.logger.error({ err: error, table: table.state.table }, 'the round could not be paid');
      }
      await this.#sweepCorrections(table, olderThanMs);
    }
  }

  /** Ends a round that is paid, and pays, in this process and without the queue, one that waits too long. */
  async #sweepTable({ state }: Table, olderThanMs: number): Promise<void> {
    const phase = phaseBeneath(state);
    const { round, table } = state;
    if (round === null || !(phase === 'resulted' || (phase === 'void' && !state.refunded))) return;
    if (await this.finish({ table, game: round.game }, 'queue')) return;
    const { rowCount } = await this.pool.query(
      `select from outbox where done_at is null and kind <> 'correct_round' and payload ->> 'game' = $1
          and created_at < now() - $2 * interval '1 ms'`,
      [round.game, olderThanMs],
    );
    if (rowCount === 0) return;
    this.logger.warn({ table, game: round.game }, 'the queue forgot the round: the sweep pays it');
    const chunks = await cut(
      this.pool,
      round.game,
      chunkCount(round.bets, this.config.settlement.chunkSize),
    );
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await payPart(this.pool, { game: round.game, chunk, chunks });
    }
    await this.finish({ table, game: round.game }, 'sweep');
  }

  /** One that cannot be paid keeps no other waiting. */
  async #sweepCorrections({ state }: Table, olderThanMs: number): Promise<void> {
    for (const { game, correction } of state.corrections) {
      const owed = { table: state.table, game, correction };
      try {
        await this.#sweepCorrection(owed, olderThanMs);
      } catch (error) {
        this.logger.error({ err: error, ...owed }, 'the correction could not be paid');
      }
    }
  }

  /** As with rounds: a correction that waits too long is paid here. */
  async #sweepCorrection(
    owed: SettlementJobs['finish_correction'],
    olderThanMs: number,
  ): Promise<void> {
    const { game, correction } = owed;
    if (await this.finishCorrection(owed, 'queue')) return;
    const { rowCount } = await this.pool.query(
      `select from outbox where done_at is null and kind = 'correct_round' and payload ->> 'game' = $1
          and payload ->> 'correction' = $2 and created_at < now() - $3 * interval '1 ms'`,
      [game, String(correction), olderThanMs],
    );
    if (rowCount === 0) return;
    this.logger.warn(owed, 'the queue forgot the correction: the sweep pays it');
    const chunks = (await readCut(this.pool, game, correction)) ?? 0;
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await correctPart(this.pool, { game, correction, chunk });
    }
    await this.finishCorrection(owed, 'sweep');
  }
}
