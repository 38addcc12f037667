/** Puts a round that is to be paid on the queue, cut into chunks. */
import { InjectFlowProducer } from '@nestjs/bullmq';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FlowProducer } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import type { Chunk } from '../ledger/pay-chunk.js';
import type { Payer } from '../table/table.js';
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
export class SettlementQueue implements Payer, OnModuleInit {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @InjectFlowProducer(SETTLEMENT) private readonly flows: FlowProducer,
    private readonly tables: Tables,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {}

  onModuleInit(): void {
    this.tables.payWith(this);
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
    this.flows
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
