/** Puts a round that is to be paid on the queue, cut into chunks. */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnModuleInit,
} from '@nestjs/common';
import { FlowProducer } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import type { Chunk } from '../ledger/pay-chunk.js';
import type { Payer } from '../table/table.js';
import { producing } from '../platform/queues.js';
import { goodbye } from '../platform/within.js';
import { Tables } from '../table/tables.service.js';
import { chunkCount } from './pay-round.js';

export const SETTLEMENT = 'settlement';

/** The jobs of the queue and what each carries. */
export interface SettlementJobs {
  readonly chunk: Chunk;
  readonly finish: { readonly table: string; readonly game: string };
}

const OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 3 };

@Injectable()
export class SettlementQueue implements Payer, OnModuleInit, BeforeApplicationShutdown {
  readonly #flows: FlowProducer;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) shared: BullRootModuleOptions,
    private readonly tables: Tables,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {
    this.#flows = new FlowProducer({
      connection: producing(shared, config.queue),
    });
    this.#flows.on('error', (error) => logger.warn({ err: error }, 'the queue does not answer'));
  }

  onModuleInit(): void {
    this.tables.payWith(this);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await goodbye(this.#flows.close());
  }

  /** Job ids come from the round: begun twice, its jobs are there once. The chunks run first, then `finish`. */
  begin(table: string, game: string, bets: number): void {
    const chunks = chunkCount(bets, this.config.settlement.chunkSize);
    const finish: SettlementJobs['finish'] = { table, game };
    const children = Array.from({ length: chunks }, (_, chunk) => ({
      name: 'chunk',
      queueName: SETTLEMENT,
      data: { game, chunk, chunks } satisfies SettlementJobs['chunk'],
      opts: { ...OPTIONS, jobId: `chunk-${game}-${chunk}` },
    }));
    this.#flows
      .add({
        name: 'finish',
        queueName: SETTLEMENT,
        data: finish,
        opts: { ...OPTIONS, jobId: `finish-${game}` },
        children,
      })
      .catch((error: unknown) => {
        this.logger.warn(
          { err: error, game },
          'the queue does not take the round: the sweep pays it',
        );
      });
  }
}
