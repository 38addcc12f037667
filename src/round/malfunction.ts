/**
 * What can go wrong at a table (RULES 1.13). Any of it suspends the table until the shift manager
 * clears it. Some of it brings new cards (RULES 1.11).
 */
import type { RoundRefusal } from './refusal.js';

/** Why cards leave the table for others that were never in this shoe (RULES 1.11). */
export const CARD_CHANGE_REASONS = [
  'table_opened', // it stood idle
  'cards_24_hours',
  'cards_dropped', // more than three in one round
  'defective_barcode',
  'stream_lost',
] as const;
export type CardChangeReason = (typeof CARD_CHANGE_REASONS)[number];

export const MALFUNCTIONS = [
  'card_before_close',
  'misread', // the scanner read another face than the card has
  'wrong_order',
  'extra_card',
  'impossible_card', // a ninth copy of a face, or a deck that the shoe does not hold
  'same_card_twice', // one physical card, twice out of one shoe
  'card_exposed',
  'cards_dropped',
  'forgotten_button',
  'scanner_dead',
  'wrong_third_card',
  'defective_barcode',
  'stream_lost',
  'wrong_payment',
  'other',
] as const;
export type MalfunctionKind = (typeof MALFUNCTIONS)[number];

/**
 * The change of cards that a malfunction brings by itself. Dropped cards do so from the fourth of a
 * round.
 */
export const NEW_CARDS_AFTER: Partial<Record<MalfunctionKind, CardChangeReason>> = {
  defective_barcode: 'defective_barcode',
  stream_lost: 'stream_lost',
};

/** RULES 1.11: when more than these fall in one round, the cards are changed. */
export const DROPPED_MAX = 3;

/** A code that cannot be read this often in a row is the card's fault, not the hand's. */
export const MISREADS_MAX = 3;

/**
 * The refusals of a scan that are a fault of the game, and not only of the scanner's count or of
 * the moment.
 */
export const MALFUNCTION_OF_REFUSAL: Partial<Record<RoundRefusal, MalfunctionKind>> = {
  betting_is_open: 'card_before_close',
  bets_are_being_accepted: 'card_before_close',
  card_not_due: 'extra_card',
  shoe_is_not_ready: 'wrong_order',
  shoe_is_ready: 'wrong_order',
  not_in_this_shoe: 'impossible_card',
  same_card_twice: 'same_card_twice',
  card_exhausted: 'impossible_card',
};
