/**
 * Pays rounds in this process by the studio's own code: its chunks one after the other, as many
 * side by side as the worker has, or carried by BullMQ.
 */
import { FlowProducer, Worker } from 'bullmq';
import type pg from 'pg';
import type { TableCommand } from '../../src/round/command.js';
import { chunkCount, payRoundChunk, readPaid } from '../../src/settlement/pay-round.js';

/** The studio's own defaults (config.ts, settlement.worker.ts). */
const CHUNK_SIZE = 5_000;
const CONCURRENCY = 2;

/** Pays a round of `players` and returns the command for the table. */
export type PayRound = (game: string, players: number) => Promise<TableCommand>;

export const payDirectly =
  (pool: pg.Pool): PayRound =>
  async (game, players) => {
    const chunks = chunkCount(players, CHUNK_SIZE);
    const waiting = Array.from({ length: chunks }, (_, chunk) => chunk).values();
    const work = async () => {
      for (const chunk of waiting) await payRoundChunk(pool, { game, chunk, chunks });
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    return ending(pool, game);
  };

/** As the studio's queue does it: a flow of chunks, and the end after them. */
export const payByQueue = (
  pool: pg.Pool,
  redisUrl: string,
): { readonly pay: PayRound; readonly stop: () => Promise<void> } => {
  const connection = { url: redisUrl, maxRetriesPerRequest: null };
  const queueName = 'settlement';
  const flows = new FlowProducer({ connection });
  let ended: (command: TableCommand) => void = () => undefined;
  const worker = new Worker<{ game: string; chunk: number; chunks: number }>(
    queueName,
    async ({ name, data }) => {
      if (name === 'chunk') await payRoundChunk(pool, data);
      else ended(await ending(pool, data.game));
    },
    { connection, concurrency: CONCURRENCY },
  );
  return {
    pay: async (game, players) => {
      const end = new Promise<TableCommand>((resolve) => (ended = resolve));
      const chunks = chunkCount(players, CHUNK_SIZE);
      const opts = { removeOnComplete: true };
      await flows.add({
        name: 'finish',
        queueName,
        data: { game },
        opts,
        children: Array.from({ length: chunks }, (_, chunk) => ({
          name: 'chunk',
          queueName,
          data: { game, chunk, chunks },
          opts,
        })),
      });
      return end;
    },
    stop: async () => {
      await worker.close();
      await flows.close();
    },
  };
};

const ending = async (pool: pg.Pool, game: string): Promise<TableCommand> => {
  const paid = await readPaid(pool, game);
  if (paid === undefined) throw new Error(`round ${game} was not paid`);
  const stakes = paid.stakes.toString();
  return paid.outcome === 'settle'
    ? { kind: 'finish_settlement', game, stakes, paid: paid.paid.toString() }
    : { kind: 'finish_refund', game, stakes };
};
