/** The player's session: its credit, moved from the game account and back. */
import { z } from 'zod';
import { defineCommand } from './command.js';
import * as wire from './wire.js';

const roles = ['player'] as const;

export const SESSION_COMMANDS = {
  'session:read': defineCommand({
    summary: 'The session’s credit and the game account.',
    roles,
    request: z.strictObject({}),
    reply: z.strictObject({
      open: z.boolean(),
      balance: wire.amountText,
      gameAccount: wire.amountText,
    }),
    refusals: [],
  }),
  'session:buy-in': defineCommand({
    summary:
      'Moves an amount from the game account to the session, which it opens where none is open.',
    roles,
    request: z.strictObject({ key: wire.commandId, amount: wire.amountText }),
    reply: z.strictObject({ balance: wire.amountText }),
    refusals: ['amount_is_zero', 'insufficient_funds', 'key_reused'],
  }),
  'session:cash-out': defineCommand({
    summary: 'Moves the session’s credit back to the game account and ends the session.',
    roles,
    request: z.strictObject({ key: wire.commandId }),
    reply: z.strictObject({ amount: wire.amountText }),
    refusals: ['round_in_hand', 'no_open_session', 'key_reused'],
  }),
} as const;
