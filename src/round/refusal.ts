/** Why the table says no: values from closed lists, in order of precedence. A refusal changes nothing in the game. */
import type { SlipRefusal } from '../punto-banco/slip.js';

export const ROUND_REFUSALS = [
  'scan_out_of_order', // the scanner's number is not the next
  'unreadable_code', // neither a card nor the cut card
  'table_is_closed',
  'table_is_suspended',
  'table_is_not_suspended',
  'table_is_open',
  'wrong_round', // the command names another round than the one in hand
  'betting_is_open', // a card before the close
  'betting_is_closed',
  'round_in_hand', // must wait for the round to end
  'shoe_is_not_ready', // no shoe, or not burned yet
  'shoe_is_ready', // burned already
  'shoe_change_is_due', // the last coup of the shoe was dealt
  'shoe_change_is_not_due', // no change was begun
  'card_not_due', // no card belongs on the table now
  'card_exhausted', // a ninth copy of a face
  'round_is_over', // settled or void already
  'nothing_is_due', // the clock has nothing to do
  'reason_is_missing',
  'second_person_is_missing', // four eyes: two different people (I12)
  'settings_are_unsound', // limits, chips or times that contradict each other, or no such paytable
] as const;
export type RoundRefusal = (typeof ROUND_REFUSALS)[number];

export type BetRefusal =
  | Extract<
      RoundRefusal,
      'table_is_closed' | 'table_is_suspended' | 'wrong_round' | 'betting_is_closed'
    >
  | SlipRefusal;
