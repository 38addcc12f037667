/** The dealer's connection, namespace `/dealer`: the desk, a bare scanner, and the shift manager who stands behind it. */
import { z } from 'zod';
import { CHAT_STAFF_COMMANDS, CHAT_STAFF_MESSAGES } from './chat.js';
import { defineCommand } from './command.js';
import { DESK_REFUSALS } from './refusals.js';
import { tableMessage, tableSnapshot } from './table.js';
import * as wire from './wire.js';

const STAFF = ['dealer', 'shift_manager', 'auditor', 'administrator'] as const;
const DEALING = ['dealer', 'shift_manager'] as const;

const done = z.strictObject({ seq: wire.seq });
const atTable = z.strictObject({ table: wire.tableId });

const dealing = (summary: string) =>
  defineCommand({
    summary,
    roles: DEALING,
    request: atTable,
    reply: done,
    refusals: DESK_REFUSALS,
  });

const scan = z.strictObject({
  table: wire.tableId,
  code: z.string().max(64).describe('`KH` for the king of hearts, `CUT` for the cut card'),
  scanSeq: z.int().nonnegative().describe('the scanner’s own number, one more with each scan'),
});

const scanReply = z.strictObject({
  seq: wire.seq,
  scanned: z.enum(['card', 'cut_card']),
  card: wire.card.nullable(),
  seat: z.string().nullable().describe('`punto_1` … `banco_3`, or `burn`'),
});

/** The desk, and the shift manager behind it. */
export const DESK_COMMANDS = {
  'table:watch': defineCommand({
    summary: 'Follows a table as staff. With `afterSeq`, the messages missed since.',
    roles: STAFF,
    request: z.strictObject({ table: wire.tableId, afterSeq: wire.seq.optional() }),
    reply: z.strictObject({
      snapshot: tableSnapshot.nullable(),
      missed: z.array(tableMessage).nullable(),
      nowMs: wire.timeMs,
    }),
    refusals: ['unknown_table', 'table_not_here', 'table_is_busy'],
  }),
  'table:open': dealing('The dealer opens the table; new cards are due.'),
  'table:close': dealing('Closes the table, between rounds.'),
  'shoe:new': dealing('A shuffled and cut shoe is in place.'),
  'shoe:burn': defineCommand({
    summary:
      'The first card of the shoe is turned and scanned; as many as it counts are burned after it.',
    roles: DEALING,
    request: scan,
    reply: scanReply,
    refusals: DESK_REFUSALS,
  }),
  'shoe:change': defineCommand({
    summary: 'Starts a shoe change early, on the shift manager’s word.',
    roles: ['shift_manager'],
    request: atTable,
    reply: done,
    refusals: DESK_REFUSALS,
  }),
  'betting:open': dealing('Opens the bets by hand.'),
  'card:scan': defineCommand({
    summary:
      'A card, or the cut card, has left the shoe. A repeat of the last scan is answered the same again.',
    roles: DEALING,
    request: scan,
    reply: scanReply,
    refusals: DESK_REFUSALS,
  }),
  'table:suspend': defineCommand({
    summary: 'A fault: the table waits for the shift manager.',
    roles: DEALING,
    request: z.strictObject({ table: wire.tableId, reason: z.string().min(1).max(200) }),
    reply: done,
    refusals: DESK_REFUSALS,
  }),
  'table:resume': defineCommand({
    summary: 'The fault is cleared: play goes on as if nothing had happened.',
    roles: ['shift_manager'],
    request: atTable,
    reply: done,
    refusals: DESK_REFUSALS,
  }),
} as const;

export const DEALER_COMMANDS = { ...DESK_COMMANDS, ...CHAT_STAFF_COMMANDS } as const;
export type DealerCommands = typeof DEALER_COMMANDS;
export type DealerCommandName = keyof DealerCommands;

export const DEALER_MESSAGES = {
  'table:message': { summary: 'An event of a table that is watched.', body: tableMessage },
  ...CHAT_STAFF_MESSAGES,
} as const;
