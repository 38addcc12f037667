/** Puts a round that is to be paid or corrected on the queue, cut into chunks. */
import { type BullRootModuleOptions, getSharedConfigToken } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { type FlowJob, FlowProducer } from 'bullmq';
import { InjectPinoLogger, PinoLogger } from 'nestjs-pino';
import { CONFIG, type Config } from '../config.js';
import type { Chunk } from '../ledger/pay-chunk.js';
import type { Payer } from '../table/ports.js';
import { leaveReplica, producing } from '../platform/queues.js';
import { Timelines } from '../platform/timelines.service.js';
import { atShutdown } from '../platform/within.js';
import type { CorrectionChunk } from './correct-round.js';
import { chunkCount } from './pay-round.js';
import { SETTLEMENT_STORE, type SettlementStore } from './store.js';

export const SETTLEMENT = 'settlement';

/** The jobs of the queue and what each carries. */
export interface SettlementJobs {
  readonly chunk: Chunk;
  readonly finish: { readonly table: string; readonly game: string };
  readonly correct: CorrectionChunk;
  readonly finish_correction: {
    readonly table: string;
    readonly game: string;
    readonly correction: number;
  };
}

/**
 * The queue outlives a restore of the database, and the database itself. A job of another timeline,
 * or of another database, is thrown away, and what is due by the log is found by the sweep.
 */
export type OfTimeline<Job> = Job & {
  readonly timeline: number;
  /** A job of the version before does not say. */
  readonly database?: string | undefined;
};

const OPTIONS = { removeOnComplete: true, removeOnFail: true, attempts: 3 };

@Injectable()
export class SettlementQueue implements Payer, BeforeApplicationShutdown {
  readonly #flows: FlowProducer;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(getSharedConfigToken()) shared: BullRootModuleOptions,
    @Inject(SETTLEMENT_STORE) private readonly store: SettlementStore,
    private readonly timelines: Timelines,
    @InjectPinoLogger('settlement') private readonly logger: PinoLogger,
  ) {
    this.#flows = new FlowProducer(producing(shared, config.queue));
    this.#flows.on('error', (error) => logger.warn({ err: error }, 'the queue does not answer'));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await atShutdown(this.#flows.close());
  }

  begin(table: string, game: string, players: number): void {
    const chunks = chunkCount(players, this.config.settlement.chunkSize);
    this.#add(roundFlow({ table, game, ...this.#timeline }, chunks), game);
  }

  /** Like `begin`: the chunks side by side, then `finish_correction`. */
  correct(table: string, game: string, correction: number): void {
    this.store
      .cutOf(game, correction)
      .then((chunks = 0) => {
        if (chunks === 0) return;
        this.#add(correctionFlow({ table, game, correction, ...this.#timeline }, chunks), game);
      })
      .catch((error: unknown) => this.#leaveToSweep(error, game));
  }

  get #timeline() {
    const { now: timeline, database } = this.timelines;
    return { timeline, database };
  }

  #add(flow: FlowJob, game: string): void {
    this.#flows.add(flow).catch((error: unknown) => this.#leaveToSweep(error, game));
  }

  #leaveToSweep(error: unknown, game: string): void {
    this.logger.warn({ err: error, game }, 'the queue does not take the round: the sweep pays it');
    void leaveReplica(this.#flows, error);
  }
}

/**
 * Job ids come from the round, so that its jobs exist once even when it is begun twice. The chunks
 * run first, then `finish`. The ids name the timeline and the database, so that a job of another
 * one that is still in the queue keeps none out.
 */
export const roundFlow = (
  finish: OfTimeline<SettlementJobs['finish']>,
  chunks: number,
): FlowJob => {
  const { game, timeline, database } = finish;
  const name = nameOf(finish);
  return {
    name: 'finish',
    queueName: SETTLEMENT,
    data: finish,
    opts: { ...OPTIONS, jobId: `finish-${name}` },
    children: Array.from({ length: chunks }, (_, chunk) => ({
      name: 'chunk',
      queueName: SETTLEMENT,
      data: { game, chunk, chunks, timeline, database } satisfies OfTimeline<
        SettlementJobs['chunk']
      >,
      opts: { ...OPTIONS, jobId: `chunk-${name}-${chunk}` },
    })),
  };
};

export const correctionFlow = (
  finish: OfTimeline<SettlementJobs['finish_correction']>,
  chunks: number,
): FlowJob => {
  const { game, correction, timeline, database } = finish;
  const name = `${nameOf(finish)}-${correction}`;
  return {
    name: 'finish_correction',
    queueName: SETTLEMENT,
    data: finish,
    opts: { ...OPTIONS, jobId: `finish-correction-${name}` },
    children: Array.from({ length: chunks }, (_, chunk) => ({
      name: 'correct',
      queueName: SETTLEMENT,
      data: { game, correction, chunk, timeline, database } satisfies OfTimeline<
        SettlementJobs['correct']
      >,
      opts: { ...OPTIONS, jobId: `correct-${name}-${chunk}` },
    })),
  };
};

const nameOf = ({ game, timeline, database }: OfTimeline<{ readonly game: string }>): string =>
  [...(database === undefined ? [] : [database]), timeline, game].join('-');
