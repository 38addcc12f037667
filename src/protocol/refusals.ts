/** Every refusal that a client can be answered with, by what it belongs to. */
import { STAKE_REFUSALS } from '../money/stake-refusal.js';
import { SLIP_REFUSALS } from '../punto-banco/slip.js';
import { ROUND_REFUSALS } from '../round/refusal.js';

/** A connection, in socket.io's `connect_error`. */
export const CONNECT_REFUSALS = [
  'not_signed_in', // no token, or an invalid one
  'not_allowed', // the role may not do this
  'too_many_messages', // the caller connects faster than it may
  'too_many_connections', // the caller has as many as it may
  'internal_error', // a fault of the studio: the same token may be accepted later
] as const;
export type ConnectRefusal = (typeof CONNECT_REFUSALS)[number];

/** Any command of any connection. */
export const COMMON_REFUSALS = [
  'unknown_command',
  'malformed_message',
  'not_allowed', // the role may not do this
  'too_many_messages',
  'studio_is_busy', // too much is asked of the database: nothing was done
  'internal_error', // a fault of the studio: it is logged; whether the command stood can be asked
] as const;

/** Any command that names a table. */
export const TABLE_REFUSALS = [
  'unknown_table',
  'table_is_moving', // from one process to another, or this one does not follow it yet
  'not_joined',
  'table_is_busy', // too much waits there, or it stopped, or credit is held: nothing was taken
] as const;

/** Asking what became of a bet. */
export const FIND_REFUSALS = [
  'not_known_yet', // the bet may still come to stand: asked again later, the answer is final
] as const;

/** Any command of a hand of a solo game, besides those of its game. */
export const SOLO_REFUSALS = [
  'unknown_hand', // no hand of this number is the player’s, or it is of another game
  ...STAKE_REFUSALS, // the player may not stake so much now
  'insufficient_funds',
  'command_id_reused', // the same id was used for other content
  'game_is_closed', // its chance, or the key of its decks, cannot be had: nothing is dealt
  'wallet_refused', // the operator's wallet did not give the stake
  'wallet_unavailable', // the operator's wallet has not answered in time: nothing is taken
  'hand_is_busy', // too much waits, or somebody else holds the hand: ask again under the same id
] as const;
export type SoloRefusal = (typeof SOLO_REFUSALS)[number];

/**
 * Refusals that pass by themselves: the same message under the same id or number may be taken a
 * moment later. After `internal_error` it may have been taken already. A studio that has just
 * started may not know its tables yet.
 */
export const PASSING_REFUSALS = [
  'too_many_messages',
  'studio_is_busy',
  'internal_error',
  ...TABLE_REFUSALS,
  ...FIND_REFUSALS,
  'hand_is_busy',
] as const satisfies readonly (
  | (typeof COMMON_REFUSALS)[number]
  | (typeof TABLE_REFUSALS)[number]
  | (typeof FIND_REFUSALS)[number]
  | SoloRefusal
)[];

export const BET_REFUSALS = [
  ...TABLE_REFUSALS,
  'bet_id_reused', // the same id was used for other content
  'currency_not_taken', // the table is played in another one than the player's money is of
  'table_is_closed',
  'table_is_suspended',
  'wrong_round',
  'betting_is_closed',
  ...SLIP_REFUSALS,
  ...STAKE_REFUSALS, // the player may not stake so much now
  'insufficient_funds',
] as const;
export type BetReplyRefusal = (typeof BET_REFUSALS)[number];

/** Any command of the desk. */
export const DESK_REFUSALS = [
  ...TABLE_REFUSALS,
  'not_the_dealer', // another dealer opened the table
  'deals_elsewhere', // the dealer deals at as many other tables as the studio allows
  'not_its_table', // a device serves one table alone
  ...ROUND_REFUSALS,
] as const;

export const SESSION_REFUSALS = [
  'amount_is_zero',
  'barred_from_play', // the player may bring nothing now
  'operator_is_off', // the studio takes nothing of its players now
  'insufficient_funds',
  'round_in_hand', // stakes of this session are still on a table
  'hand_in_play', // a hand of a solo game waits for the player
  'no_open_session',
  'key_reused', // the same id was used for other content
  'wallet_refused', // the operator's wallet did not give it
  'wallet_unavailable', // the operator's wallet has not answered in time: nothing is taken
] as const;
export type SessionRefusal = (typeof SESSION_REFUSALS)[number];

/** A tip to the dealer, besides what a seat and a session are refused for. */
export const TIP_REFUSALS = [
  'tips_not_taken', // at this table
  'no_dealer_here', // nobody deals at the table now
  'wallet_without_tips', // the player’s money is in an operator’s wallet, which takes none
  'currency_not_taken', // the table takes no tips in the one of the player's money
  'tip_above_maximum', // of the table
] as const;

/** What is written: the chat and support. */
export const CHAT_REFUSALS = [
  'muted',
  'chat_too_fast',
  'key_reused', // the same id was used for other content
  'unknown_message',
  'unknown_player',
  'not_muted',
  'nothing_written', // neither by the player nor to them
  'taken_meanwhile', // somebody else has the thread
  'not_taken', // whoever asks does not have the thread
  'written_since', // the thread goes on after what was read
] as const;

/** An approval that the table may not use: refused in the database (invariant I12). */
export const USE_REFUSALS = [
  'same_person', // who asks for it may not approve it
  'approval_used', // an approval is used once
  'approval_expired',
  'moved_on', // the round, or the shoe, is not what it was when it was asked for
  'approval_does_not_fit', // it is for another table, round or subject
  'not_approved', // or by somebody who may not approve
  'role_too_new', // who asks, or approves, has had the role for less than a day
] as const;
export type UseRefusal = (typeof USE_REFUSALS)[number];

/** Four eyes (invariant I12). */
const APPROVAL_REFUSALS = [
  'unknown_round',
  'unknown_hand',
  'unknown_case', // there is no case of this number about a wallet
  'other_table', // the round was played at another table
  'unknown_player',
  'nothing_to_correct', // it would change nothing
  'coup_is_unlawful', // the tableau does not deal such a coup
  'unknown_approval',
  'approval_refused', // by the second person, before
  'already_approved', // nobody can refuse it any more, whatever becomes of it
  'asker_off_duty', // whoever asked for it may not ask for it any more
  ...USE_REFUSALS,
] as const;
export type ApprovalRefusal = (typeof APPROVAL_REFUSALS)[number];

/** Any command of the pit. */
export const PIT_OWN_REFUSALS = [
  'player_not_here', // not connected
  'unknown_incident',
  'incident_is_closed',
  'nothing_is_owed', // of this round, at this table
  ...APPROVAL_REFUSALS,
] as const;

/** What the shift manager does at a table, alone or with a second person. */
export const PIT_REFUSALS = [...DESK_REFUSALS, ...APPROVAL_REFUSALS] as const;
