/**
 * The wall of tables: each as the pit sees it at a glance, with what it may cost the house and
 * whether it is stalled.
 */
import { z } from 'zod';
import * as wire from './wire.js';

/** Why a table counts as stalled: something that should have happened by itself has not. */
const STALLS = [
  'bets_not_closed', // their time is over
  'bets_not_opened', // the pause after the round is over
  'coup_not_dealt', // no card, and no result, for too long
  'round_not_paid', // the settlement or the refund takes too long
  'not_run', // no process holds the table's lease
  'not_opened', // this one tried, and failed: its own log says why
  'not_readable', // nor can this one: the log holds what only a later version of the studio reads
] as const;
export type Stall = (typeof STALLS)[number];

const STREAMS = ['none', 'live', 'lost'] as const;

export const exposure = z
  .strictObject({ punto: wire.amountText, banco: wire.amountText, egalite: wire.amountText })
  .meta({
    title: 'exposure',
    description:
      'What the round in hand would pay players at worst, stakes included, were this its outcome',
  });

export const wallTable = z
  .strictObject({
    table: wire.tableId,
    name: z.string(),
    currency: wire.currency,
    phase: wire.phase
      .nullable()
      .describe('null: no process runs the table, or this one does not follow it yet'),
    phaseSinceMs: wire.timeMs.nullable(),
    dealer: z.string().nullable(),
    players: z.int().nonnegative().describe('who sit there with a connection'),
    game: wire.gameNumber.nullable().describe('of the round in hand, or the last one'),
    roundInShoe: z.int().positive().nullable(),
    bets: z.int().nonnegative().describe('how many there are: stakes of one player on one spot'),
    stakes: wire.amountText.describe('the sum on its spots'),
    exposure: exposure.nullable().describe('null: nothing is staked, or the round has been paid'),
    byCurrency: z
      .record(wire.currency, wire.amountText)
      .optional()
      .describe(
        'what is on its spots in each currency, while some is of further ones: `stakes` and `exposure` are about so much then, by the stated rates',
      ),
    suspended: z
      .strictObject({ from: wire.phase, reason: z.string(), sinceMs: wire.timeMs })
      .nullable(),
    incidents: z.int().nonnegative().describe('how many are open'),
    stalled: z.boolean(),
    stall: z
      .strictObject({ what: z.enum(STALLS), sinceMs: wire.timeMs })
      .nullable()
      .describe('why it counts as stalled'),
    connection: z.strictObject({
      dealer: z.boolean().describe('whether somebody at the desk follows the table'),
      lastScanAtMs: wire.timeMs.nullable(),
    }),
    stillUrl: wire.filmUrl
      .nullable()
      .describe('one frame of the picture, as it is now; null: it has none'),
    stream: z.enum(STREAMS).describe('`none`: no encoder is watched'),
    closing: z.boolean().describe('the table stops for good when the round in hand has ended'),
    cardsDueAtMs: wire.timeMs.nullable().describe('when the cards must be changed'),
    shoe: z.int().positive().nullable(),
    beads: z.array(wire.bead).describe('the coups of the shoe: its roads are drawn from them'),
  })
  .meta({ title: 'wall table', description: 'A table on the wall of the pit' });
export type WallTable = z.infer<typeof wallTable>;

export const seatedPlayer = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    stakes: wire.stakes.describe('what the player has on the spots of the round in hand'),
    currency: wire.currency.optional().describe('of the stakes, where it is not the table’s own'),
    connected: z.boolean().describe('false: the player has left, and only the bets remain'),
    connectedSinceMs: wire.timeMs.nullable().describe('null also while it is being recorded'),
    muted: z.boolean().describe('in the chat of this table'),
  })
  .meta({ title: 'seated player', description: 'Somebody who sits at a table now' });
export type SeatedPlayer = z.infer<typeof seatedPlayer>;
