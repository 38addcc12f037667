/** The settlement of rounds: BullMQ carries the chunks to workers, and a sweep over Postgres pays what Redis forgot. */
import { InjectFlowProducer } from '@nestjs/bullmq';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import type { FlowProducer } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import type pg from 'pg';
import { CONFIG, type Config } from '../config.js';
import type { Chunk } from '../ledger/pay-chunk.js';
import { POOL } from '../platform/database.js';
import { Metrics } from '../platform/metrics.js';
import { phaseBeneath } from '../round/state.js';
import type { Payer, Table } from '../table/table.js';
import { Tables } from '../table/tables.service.js';
import { chunksOf, payPart, readPaid } from './pay-round.js';

export const SETTLEMENT = 'settlement';

/** The jobs of the queue and what each carries. */
export interface SettlementJobs {
  readonly chunk: Chunk;
  readonly finish: { readonly table: string; readonly game: string };
}

@Injectable()
export class Settlement implements Payer, OnModuleInit, OnApplicationBootstrap, OnModuleDestroy {
  #sweeping: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(POOL) private readonly pool: pg.Pool,
    @InjectFlowProducer(SETTLEMENT) private readonly flows: FlowProducer,
    private readonly tables: Tables,
    private readonly metrics: Metrics,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {}

  onModuleInit(): void {
    this.tables.payWith(this);
  }

  onApplicationBootstrap(): void {
    const { sweepMs } = this.config.settlement;
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweeping.then(() => this.#sweep(sweepMs));
    }, sweepMs / 2);
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
  }

  /** Job ids come from the round: begun twice, its jobs are there once. */
  begin(table: string, game: string, bets: number): void {
    const chunks = this.#chunks(bets);
    const options = { removeOnComplete: true, removeOnFail: true, attempts: 3 };
    const flow = {
      name: 'finish',
      queueName: SETTLEMENT,
      data: { table, game },
      opts: { ...options, jobId: `finish-${game}` },
      children: Array.from({ length: chunks }, (_, chunk) => ({
        name: 'chunk',
        queueName: SETTLEMENT,
        data: { game, chunk, chunks },
        opts: { ...options, jobId: `chunk-${game}-${chunk}` },
      })),
    };
    this.flows.add(flow).catch((error: unknown) => {
      this.logger.warn(
        { err: error, game },
        'the queue does not take the round: the sweep will pay it',
      );
    });
  }

  payChunk(chunk: Chunk): Promise<void> {
    return payPart(this.pool, chunk);
  }

  /** Tells the table that its round is paid. Where another process runs the table, that one's sweep finds it. */
  async finish(
    { table: id, game }: SettlementJobs['finish'],
    by: 'queue' | 'sweep',
  ): Promise<void> {
    const table = this.tables.find(id);
    if (typeof table === 'string') return;
    const paid = await readPaid(this.pool, game);
    if (paid === undefined) return;
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
  }

  async #sweep(olderThanMs: number): Promise<void> {
    for (const table of this.tables.here) {
      try {
        await this.#sweepTable(table, olderThanMs);
      } catch (error) {
        this.logger.error({ err: error, table: table.state.table }, 'the round could not be paid');
      }
    }
  }

  /** Pays, in this process and without the queue, a round that waits too long. */
  async #sweepTable({ state }: Table, olderThanMs: number): Promise<void> {
    const phase = phaseBeneath(state);
    const { round, table } = state;
    if (round === null || !(phase === 'resulted' || (phase === 'void' && !state.refunded))) return;
    const { rowCount } = await this.pool.query(
      `select from outbox where done_at is null and payload ->> 'game' = $1
          and created_at < now() - $2 * interval '1 ms'`,
      [round.game, olderThanMs],
    );
    if (rowCount === 0) return;
    this.logger.warn({ table, game: round.game }, 'the queue forgot the round: the sweep pays it');
    const chunks = await chunksOf(this.pool, round.game, this.#chunks(round.bets));
    for (let chunk = 0; chunk < chunks; chunk += 1) {
      await payPart(this.pool, { game: round.game, chunk, chunks });
    }
    await this.finish({ table, game: round.game }, 'sweep');
  }

  #chunks(bets: number): number {
    return Math.max(1, Math.ceil(bets / this.config.settlement.chunkSize));
  }
}
