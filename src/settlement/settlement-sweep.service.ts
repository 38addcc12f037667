/**
 * The sweep over the tables of this process. It ends rounds and corrections that are paid, and pays
 * what Redis forgot.
 */
import { Inject, Injectable } from '@nestjs/common';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import { Poller } from '../platform/poller.js';
import { phaseBeneath } from '../round/state.js';
import type { Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import type { SettlementJobs } from './settlement-queue.service.js';
import { SettlementWorker } from './settlement.worker.js';

/**
 * The last chunk may be paid by another process than the table's. The table's own process checks
 * this often whether it is.
 */
const LOOK_EVERY_MS = 250;

@Injectable()
export class SettlementSweep {
  readonly #olderThanMs: number;

  constructor(
    @Inject(CONFIG) { settlement: { sweepMs } }: Config,
    private readonly tables: Tables,
    private readonly worker: SettlementWorker,
    poller: Poller,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {
    this.#olderThanMs = sweepMs;
    const everyMs = Math.min(LOOK_EVERY_MS, sweepMs / 2);
    poller.poll({ name: 'settlement', everyMs, look: () => this.#sweep() });
  }

  /** A round that cannot be paid does not hold up any other. */
  async #sweep(): Promise<void> {
    for (const table of this.tables.here) {
      try {
        await this.#sweepTable(table);
      } catch (error) {
        this.logger.error({ err: error, table: table.state.table }, 'the round could not be paid');
      }
      await this.#sweepCorrections(table);
    }
  }

  /**
   * Ends a round that is paid. A round that has waited too long it pays in this process, without
   * the queue.
   */
  async #sweepTable({ state, playing }: Table): Promise<void> {
    const phase = phaseBeneath(state);
    const { round, table } = state;
    if (round === null || !(phase === 'resulted' || (phase === 'void' && !state.refunded))) return;
    const { game } = round;
    if (await this.worker.finish({ table, game }, 'queue')) return;
    if (!(await this.worker.isForgotten(game, this.#olderThanMs))) return;
    this.logger.warn({ table, game }, 'the queue forgot the round: the sweep pays it');
    await this.worker.pay(game, playing);
    await this.worker.finish({ table, game }, 'sweep');
  }

  /** A correction that cannot be paid does not hold up any other either. */
  async #sweepCorrections({ state }: Table): Promise<void> {
    for (const { game, correction } of state.corrections) {
      const owed = { table: state.table, game, correction };
      try {
        await this.#sweepCorrection(owed);
      } catch (error) {
        this.logger.error({ err: error, ...owed }, 'the correction could not be paid');
      }
    }
  }

  /** As with rounds: a correction that has waited too long is paid here. */
  async #sweepCorrection(owed: SettlementJobs['finish_correction']): Promise<void> {
    if (await this.worker.finishCorrection(owed, 'queue')) return;
    if (!(await this.worker.isCorrectionForgotten(owed, this.#olderThanMs))) return;
    this.logger.warn(owed, 'the queue forgot the correction: the sweep pays it');
    await this.worker.payCorrection(owed);
    await this.worker.finishCorrection(owed, 'sweep');
  }
}
