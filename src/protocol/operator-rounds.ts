/** What an operator reads by HTTP of the rounds that its own players bet in. */
import { z } from 'zod';
import { playedRound, printedPaytable } from './http.js';
import { playerRef } from './operator.js';
import { chainProof } from './report.js';
import * as wire from './wire.js';

const playerNumber = z.string().regex(/^[1-9]\d{0,17}$/);

export const ROUND_PLAYERS_MOST = 200;

export const operatorRoundQuery = z.strictObject({
  player: playerRef.optional().describe('for this player alone'),
  after: playerNumber.optional().describe('`next` of the players before'),
});
export type OperatorRoundQuery = z.infer<typeof operatorRoundQuery>;

/** What the round was for one of the players. */
const playerRound = playedRound
  .pick({
    mode: true,
    stakes: true,
    paid: true,
    byHand: true,
    correction: true,
    bets: true,
    commands: true,
  })
  .extend({
    player: playerRef.describe('the operator’s own name for the player'),
    playerId: playerNumber,
    currency: wire.currency
      .optional()
      .describe('of the player’s amounts; left out where it is the table’s own'),
  });

const roundCorrection = z.strictObject({
  correction: z.int().positive().describe('1 for the first of the round'),
  fix: z.enum(['void', 'resettle', 'refund']),
  coup: wire.coup.nullable(),
  atMs: wire.timeMs,
  done: z.boolean().describe('whether its payments have all been made'),
});

export const operatorRound = z.strictObject({
  game: wire.gameNumber,
  table: wire.tableId,
  tableName: z.string(),
  currency: wire.currency,
  shoe: z.int().positive(),
  roundInShoe: z.int().positive(),
  status: playedRound.shape.status,
  openedAtMs: wire.timeMs,
  endedAtMs: wire.timeMs.nullable(),
  coup: wire.coup.nullable().describe('as it was dealt, card by card; corrections have their own'),
  corrections: z.array(roundCorrection).describe('those that concern all, or the players shown'),
  rules: printedPaytable.describe('the paytable that it was paid by, with exact returns'),
  players: z
    .array(playerRound)
    .max(ROUND_PLAYERS_MOST)
    .describe('those of the operator who bet in it, by `playerId`'),
  next: playerNumber.nullable().describe('`after` of the players that follow; null: none do'),
  chain: chainProof,
});
export type OperatorRound = z.infer<typeof operatorRound>;
