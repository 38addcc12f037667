/**
 * Bet statistics: how many players have bet on each spot of a round, and how much, sent while the
 * bets are open.
 */
import { z } from 'zod';
import * as wire from './wire.js';

const share = z.strictObject({
  players: z.int().positive().describe('how many players have a stake on the spot'),
  amount: wire.amountText.describe('what they have on it together'),
});

export const tableStatistics = z.strictObject({
  table: wire.tableId,
  game: wire.gameNumber,
  players: z.int().nonnegative().describe('how many players have anything on the table'),
  spots: z
    .partialRecord(wire.spot, share)
    .describe('`{ players, amount }` for each spot with a stake'),
});
export type TableStatistics = z.infer<typeof tableStatistics>;
