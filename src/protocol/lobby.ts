/** The lobby: every table of the studio, live, for a player who may sit elsewhere. */
import { z } from 'zod';
import { SIDES } from '../punto-banco/outcome.js';
import { GOOD_ROADS } from '../roads/good-road.js';
import { defineCommand } from './command.js';
import { furtherLimits } from './further-limits.js';
import * as wire from './wire.js';

const roles = ['player'] as const;

export const goodRoad = z
  .strictObject({
    kind: z
      .enum(GOOD_ROADS)
      .describe(
        '`dragon`: one side wins 4 times or more; `chop`: 4 columns of one or more; `pairs`: 3 columns of two or more; `one_two`: 4 columns of one and of two in turn, or more',
      ),
    side: z
      .enum(SIDES)
      .nullable()
      .describe('whose the dragon is, or the columns of two of `one_two`; else null'),
    length: z.int().positive().describe('wins of a dragon, columns of the others'),
  })
  .meta({
    title: 'good road',
    description: 'A pattern that the Big Road’s columns end in now; ties do not break it',
  });

const plateLimits = {
  min: wire.amountText.describe('the least on Punto or Banco'),
  max: wire.amountText,
  further: furtherLimits,
};

export const lobbyCard = z
  .strictObject({
    table: wire.tableId,
    name: z.string(),
    dealer: z.string().nullable(),
    phase: wire.phase
      .nullable()
      .describe('null: no process runs the table, or this one does not follow it yet'),
    closesAtMs: wire.timeMs.nullable().describe('when the bets close, while they are open'),
    players: z
      .int()
      .nonnegative()
      .nullable()
      .describe('who sit there and are connected; null: another process runs the table'),
    currency: wire.currency,
    ...plateLimits,
    groups: z
      .record(wire.limitGroup, z.strictObject(plateLimits))
      .optional()
      .describe(
        'by limit group: what its players have in place of `min`, `max` and `further`; left out where no group has others there',
      ),
    shoe: z.int().positive().nullable().describe('counts the table’s shoes'),
    goodRoads: z.array(goodRoad),
  })
  .meta({ title: 'lobby card', description: 'A table as the lobby shows it' });
export type LobbyCard = z.infer<typeof lobbyCard>;

const beads = z.array(wire.bead);

export const LOBBY_COMMANDS = {
  'lobby:watch': defineCommand({
    summary:
      'Shows the tables, and follows all of them from now on. It is sent again after a lost connection.',
    roles,
    request: z.strictObject({
      after: wire.tableId.optional().describe('`next` of the answer before; left out at first'),
    }),
    reply: z.strictObject({
      tables: z
        .array(z.strictObject({ card: lobbyCard, beads: beads.describe('all coups of the shoe') }))
        .describe('100 at most'),
      next: wire.tableId.nullable().describe('the rest comes `after` this one; null: that is all'),
      nowMs: wire.timeMs.describe('the studio’s clock'),
    }),
    refusals: [],
  }),
  'lobby:leave': defineCommand({
    summary: 'Stops following the lobby.',
    roles,
    request: z.strictObject({}),
    reply: z.strictObject({}),
    refusals: [],
  }),
} as const;

const lobbyTable = z.strictObject({
  card: lobbyCard,
  beadsFrom: z
    .int()
    .nonnegative()
    .describe('how many of the beads shown so far stay; 0 with a new shoe'),
  beads: beads.describe('what follows on those: `[...shown.slice(0, beadsFrom), ...beads]`'),
});
export type LobbyTable = z.infer<typeof lobbyTable>;

const lobbyTables = z.strictObject({
  tables: z.array(lobbyTable).describe('100 at most; each that has changed comes in its turn'),
});
export type LobbyTables = z.infer<typeof lobbyTables>;

export const LOBBY_MESSAGES = {
  'lobby:tables': {
    summary:
      'The tables that have changed, as they are now, in one message twice a second at most. It says the same of a table whether the one before was received or not. A client with fewer than `beadsFrom` beads missed some, and watches again.',
    body: lobbyTables,
  },
} as const;
