/** Every refusal that a client can be answered with, by what it belongs to. */
import { SLIP_REFUSALS } from '../punto-banco/slip.js';
import { ROUND_REFUSALS } from '../round/refusal.js';

/** A connection, in socket.io's `connect_error`. */
export const CONNECT_REFUSALS = [
  'not_signed_in', // no token, or not a good one
  'not_allowed', // the role may not do this
] as const;

/** Any command of any connection. */
export const COMMON_REFUSALS = [
  'unknown_command',
  'malformed_message',
  'not_allowed', // the role may not do this
  'too_many_messages',
  'internal_error', // a fault of the studio: it is logged; whether the command stood can be asked
] as const;

/** Any command that names a table. */
export const TABLE_REFUSALS = [
  'unknown_table',
  'table_not_here', // another process runs the table
  'not_joined',
  'table_is_busy', // the mailbox is full: nothing was taken
] as const;

export const BET_REFUSALS = [
  ...TABLE_REFUSALS,
  'table_is_closed',
  'table_is_suspended',
  'wrong_round',
  'betting_is_closed',
  ...SLIP_REFUSALS,
  'insufficient_funds',
  'bet_id_reused', // the same id was used for another content
] as const;
export type BetReplyRefusal = (typeof BET_REFUSALS)[number];

/** Any command of the desk. */
export const DESK_REFUSALS = [
  ...TABLE_REFUSALS,
  'not_the_dealer', // another dealer opened the table
  ...ROUND_REFUSALS,
] as const;

export const SESSION_REFUSALS = [
  'amount_is_zero',
  'insufficient_funds',
  'round_in_hand', // stakes of this session still lie on a table
  'no_open_session',
  'key_reused', // the same id was used for another content
] as const;
export type SessionRefusal = (typeof SESSION_REFUSALS)[number];

/** What is written: the chat and support. */
export const CHAT_REFUSALS = [
  'muted',
  'chat_too_fast',
  'key_reused', // the same id was used for another content
  'unknown_message',
  'unknown_player',
  'not_muted',
] as const;
