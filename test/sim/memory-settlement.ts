/** The store of the settlement over a database in memory, each call by a line to it. */
import type { SettlementStore } from '../../src/settlement/store.js';
import type { MemoryDatabase } from './memory-database.js';
import type { Line } from './memory-stores.js';

export const memorySettlement = (
  database: MemoryDatabase,
  line: Pick<Line, 'call'>,
): SettlementStore => {
  const { rounds, corrections } = database;
  const inOne = <T>(work: () => T): Promise<T> => line.call(() => database.transaction(work));
  const cut = (game: string, chunks: number): Promise<number> =>
    inOne(() => rounds.cut(game, chunks));
  return {
    timeline: () => line.call(() => 0),
    cut,
    pay: async (chunk) => {
      if ((await cut(chunk.game, chunk.chunks)) !== chunk.chunks) return;
      await line.call(() => database.payChunk(chunk));
    },
    paid: (game) => line.call(() => rounds.readPaid(game)),
    cutOf: (game, correction) => line.call(() => corrections.owed(game, correction)?.chunks),
    correct: (part) => line.call(() => database.correctChunk(part)),
    corrected: (game, correction) => line.call(() => corrections.readPaid(game, correction)),
    isForgotten: (payment, olderThanMs) =>
      line.call(() => {
        const owedSinceMs = rounds.owedSinceMs(payment);
        return owedSinceMs !== undefined && owedSinceMs < database.nowMs() - olderThanMs;
      }),
    uncreditable: () => line.call(() => []),
    byHand: () => line.call(() => 0),
    openIncident: ({ detail }) =>
      line.call(() => {
        database.incidents.push(detail);
      }),
  };
};
