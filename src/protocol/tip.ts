/** Tips: what a player gives the dealer, and how the dealer hears of it. */
import { z } from 'zod';
import { STAKE_REFUSALS } from '../money/stake-refusal.js';
import { defineCommand } from './command.js';
import { rolesOf } from './operations.js';
import { TIP_REFUSALS } from './refusals.js';
import * as wire from './wire.js';

const atTable = { table: wire.tableId };

const tip = z.strictObject({
  ...atTable,
  id: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .describe('the tip’s number; a later tip has a higher one'),
  name: z.string().describe('the player’s, as in the chat'),
  dealer: z.string().describe('to whom it was given'),
  amount: wire.amountText,
  currency: wire.currency
    .optional()
    .describe('of the amount, where it is a further one of the table'),
  atMs: wire.timeMs,
});
export type Tip = z.infer<typeof tip>;

export const TIP_COMMANDS = {
  'tip:give': defineCommand({
    summary:
      'Gives the dealer of a table where the player sits an amount of the session’s credit, as far as the table’s `tipMax` allows. It is no bet, and nothing comes back of it. A wallet that has the money may take its operator’s `buyInWithinMs` to decide, and a refusal of it stays with the key: the next try has another.',
    roles: ['player'],
    request: z.strictObject({ ...atTable, key: wire.commandId, amount: wire.amountText }),
    reply: z.strictObject({ balance: wire.amountText.describe('the session’s credit') }),
    refusals: [
      'unknown_table',
      'amount_is_zero',
      'key_reused',
      'not_joined',
      ...TIP_REFUSALS,
      ...STAKE_REFUSALS,
      'no_open_session',
      'wallet_refused',
      'insufficient_funds',
      'wallet_unavailable',
    ],
  }),
} as const;

export const TIP_STAFF_COMMANDS = {
  'tip:read': defineCommand({
    summary: 'The last 20 tips that the dealer who deals now was given at the table, newest first.',
    roles: rolesOf('tip:read'),
    request: z.strictObject(atTable),
    reply: z.strictObject({ tips: z.array(tip) }),
    refusals: ['unknown_table'],
  }),
} as const;

export const TIP_STAFF_MESSAGES = {
  'tip:given': {
    summary:
      'A player at a table that is watched has given its dealer a tip. If the message was lost it comes some seconds late, and may follow one of a higher `id`.',
    body: tip,
  },
} as const;
