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
    database: () => line.call(() => 'in memory'),
    cut,
    pay: async (chunk) => {
      if ((await cut(chunk.game, chunk.chunks)) !== chunk.chunks) return;
      await line.call(() => database.payChunk(chunk));
      if (database.wallets.isUsed) await line.call(() => database.creditWallets(chunk));
    },
    paid: (game) =>
      line.call(() => (database.wallets.isGivenBack(game) ? rounds.readPaid(game) : undefined)),
    cutOf: (game, correction) => line.call(() => corrections.owed(game, correction)?.chunks),
    correct: async (part) => {
      await line.call(() => database.correctChunk(part));
      if (database.wallets.isUsed) await line.call(() => database.adjustWallets(part));
    },
    corrected: (game, correction) =>
      line.call(() =>
        database.areAdjusted(game, correction) ? corrections.readPaid(game, correction) : undefined,
      ),
    isForgotten: (payment, olderThanMs) =>
      line.call(() => {
        const owedSinceMs = rounds.owedSinceMs(payment);
        return owedSinceMs !== undefined && owedSinceMs < database.nowMs() - olderThanMs;
      }),
    uncreditable: (payment) => line.call(() => database.uncreditable(payment)),
    byHand: (game) => line.call(() => database.handPays.count(game)),
    openIncident: ({ detail }) =>
      line.call(() => {
        database.incidents.push(detail);
      }),
  };
};

/** Any store of the settlement, each call by a line to it. */
export const linedSettlement = (
  store: SettlementStore,
  line: Pick<Line, 'call'>,
): SettlementStore => ({
  timeline: () => line.call(() => store.timeline()),
  database: () => line.call(() => store.database()),
  cut: (...asked) => line.call(() => store.cut(...asked)),
  pay: (chunk) => line.call(() => store.pay(chunk)),
  paid: (game) => line.call(() => store.paid(game)),
  cutOf: (...asked) => line.call(() => store.cutOf(...asked)),
  correct: (part) => line.call(() => store.correct(part)),
  corrected: (...asked) => line.call(() => store.corrected(...asked)),
  isForgotten: (...asked) => line.call(() => store.isForgotten(...asked)),
  uncreditable: (payment) => line.call(() => store.uncreditable(payment)),
  byHand: (game) => line.call(() => store.byHand(game)),
  openIncident: (row) => line.call(() => store.openIncident(row)),
});
