/**
 * Why the table refuses: values from closed lists, in order of precedence. A refusal changes
 * nothing in the game.
 */
import type { SlipRefusal } from '../punto-banco/slip.js';

export const ROUND_REFUSALS = [
  'scan_out_of_order', // the scanner's number is not the next
  'unreadable_code', // neither a card nor the cut card
  'table_is_closed',
  'table_is_suspended',
  'table_is_not_suspended',
  'other_suspension', // the table was suspended anew, since the one that is meant
  'table_is_open',
  'already_the_dealer',
  'wrong_round', // the command names another round than the one in hand
  'betting_is_open', // a card before the close
  'betting_is_closed',
  'bets_are_being_accepted', // operators' wallets are asked: a card, or a void, comes after that
  'round_in_hand', // must wait for the round to end
  'table_is_closing', // the last round was called
  'table_is_not_closing',
  'shoe_is_not_ready', // no shoe, or not burned yet
  'shoe_is_ready', // burned already
  'shoe_is_in_place', // cut already
  'shoe_change_is_due', // the last coup of the shoe was dealt
  'shoe_change_is_not_due', // no change was begun
  'new_cards_are_due', // these cards are not dealt from again
  'cards_were_used', // brought before, here or to another table: they are not new
  'cards_are_not_shuffled',
  'count_moved_on', // it is not what the report was made of: that may have been done already
  'card_not_due', // no card is due now, or none on that seat
  'not_in_this_shoe', // the code names a deck that the shoe does not hold
  'same_card_twice', // the code names a card that has left the shoe
  'card_exhausted', // a ninth copy of a face, or a card when none is left
  'nothing_to_withdraw',
  'not_the_last_card', // another one was dealt last, or it is withdrawn already
  'nothing_to_show', // no card lies face down
  'card_is_face_down', // players have not seen all of the coup
  'coup_is_not_complete', // there is nothing to confirm
  'coup_is_unsound', // with this card, or these, the coup would have been dealt otherwise
  'spot_is_closed',
  'spot_is_open',
  'stream_is_lost', // nothing goes on while the stream is lost
  'stream_is_live',
  'round_is_over', // settled or void already
  'round_is_not_over', // not settled yet
  'correction_is_over', // paid already, or never ordered
  'nothing_is_due', // the clock has nothing to do
  'reason_is_missing',
  'second_person_is_missing', // four eyes: two different people (I12)
  'settings_moved_on', // they are not what the change of them was made of
  'settings_are_unsound', // limits, chips or times that contradict each other, or no such paytable
  'limits_too_high', // an amount of more digits than all players' can be added up in
  'unknown_currency', // it is new here, and not in use
] as const;
export type RoundRefusal = (typeof ROUND_REFUSALS)[number];

export type BetRefusal =
  | Extract<
      RoundRefusal,
      'table_is_closed' | 'table_is_suspended' | 'wrong_round' | 'betting_is_closed'
    >
  | SlipRefusal;
