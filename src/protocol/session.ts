/** The player's session: its credit, moved from the game account and back, and how it ends. */
import { z } from 'zod';
import { SOLO_GAMES } from '../solo/game.js';
import { defineCommand } from './command.js';
import { walletNotice } from './wallet-notice.js';
import * as wire from './wire.js';

const roles = ['player'] as const;

/** What ends a session (RULES 2). */
export const SESSION_ENDS = ['cash_out', 'idle', 'connection_lost'] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

const reason = z
  .enum(SESSION_ENDS)
  .describe(
    'the player’s own cash-out, too long without a game action or deposit, or a connection that was lost and not regained in time',
  );

export const SESSION_COMMANDS = {
  'session:read': defineCommand({
    summary: 'The session’s credit and the game account, and the status of the session.',
    roles,
    request: z.strictObject({}),
    reply: z.strictObject({
      open: z.boolean(),
      balance: wire.amountText,
      gameAccount: wire.amountText.describe(
        'what can be brought: where the operator has a wallet, as the wallet said last, and 0 before',
      ),
      idleEndsAtMs: wire.timeMs
        .nullable()
        .describe(
          'when the session ends if nothing is done; null: none is open, or a hand of a solo game is in play, before which it does not end',
        ),
      warned: z.boolean().describe('whether that is so near that the player was warned'),
      lastEnd: z
        .strictObject({ reason, atMs: wire.timeMs, amount: wire.amountText })
        .nullable()
        .describe('how the last session ended, and what went back; null: there was none'),
      handsInPlay: z
        .array(
          z.strictObject({
            game: z.enum(SOLO_GAMES),
            hand: wire.handNumber,
            taken: wire.amountText,
          }),
        )
        .optional()
        .describe(
          'hands of solo games that wait for their player, with what lies on each; left out where none does',
        ),
    }),
    refusals: [],
  }),
  'session:buy-in': defineCommand({
    summary:
      'Moves an amount from the game account to the session, which it opens where none is open.',
    roles,
    request: z.strictObject({ key: wire.commandId, amount: wire.amountText }),
    reply: z.strictObject({ balance: wire.amountText }),
    refusals: [
      'amount_is_zero',
      'key_reused',
      'barred_from_play',
      'operator_is_off',
      'insufficient_funds',
      'wallet_refused',
      'wallet_unavailable',
    ],
  }),
  'session:withdraw': defineCommand({
    summary:
      'Moves an amount of the session’s credit back to the game account. The session goes on, and stakes stay on their spots.',
    roles,
    request: z.strictObject({ key: wire.commandId, amount: wire.amountText }),
    reply: z.strictObject({ balance: wire.amountText }),
    refusals: ['amount_is_zero', 'key_reused', 'no_open_session', 'insufficient_funds'],
  }),
  'session:cash-out': defineCommand({
    summary: 'Moves the session’s credit back to the game account and ends the session.',
    roles,
    request: z.strictObject({ key: wire.commandId }),
    reply: z.strictObject({ amount: wire.amountText }),
    refusals: ['no_open_session', 'round_in_hand', 'hand_in_play', 'key_reused'],
  }),
} as const;

/** Why the studio closes a player's connection. */
const CLOSE_REASONS = ['second_login', 'token_expired', 'disconnected'] as const;
export type CloseReason = (typeof CLOSE_REASONS)[number];

export const SESSION_MESSAGES = {
  'session:warned': {
    summary:
      'The session ends soon, because nothing was done for long. Any bet, undo or deposit makes the warning void, and only its answer says so.',
    body: z.strictObject({ endsAtMs: wire.timeMs }),
  },
  'session:ended': {
    summary:
      'The session has ended, and its credit is in the game account. A deposit opens another.',
    body: z.strictObject({ reason, amount: wire.amountText, gameAccount: wire.amountText }),
  },
  'session:notice': {
    summary:
      'The wallet of the player’s operator has something for the player to read, between rounds. `GET /me/notices` has it too, until it is answered.',
    body: walletNotice,
  },
  'session:closed': {
    summary:
      'The last message of this connection: the studio closes it. The client must not reconnect by itself: the same player has connected or signed in elsewhere, must sign in again, or was disconnected by the shift manager. The session goes on.',
    body: z.strictObject({
      reason: z.enum(CLOSE_REASONS),
      note: z.string().optional().describe('`disconnected`: the shift manager’s words'),
    }),
  },
} as const;
