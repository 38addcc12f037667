/** What every refusal, phase and message of a table means, in a sentence each, for whoever reads docs/protocol.md. */
import type { DEALER_COMMANDS } from './dealer.js';
import type { CommonRefusal, RefusalOf } from './command.js';
import type { PLAYER_COMMANDS } from './player.js';
import type { CONNECT_REFUSALS } from './refusals.js';
import type { TableMessageKind } from './table.js';
import type { Phase } from '../round/state.js';

type PlayerCommands = typeof PLAYER_COMMANDS;
type DealerCommands = typeof DEALER_COMMANDS;

/** Whatever a client can be refused with. */
export type AnyRefusal =
  | (typeof CONNECT_REFUSALS)[number]
  | CommonRefusal
  | RefusalOf<PlayerCommands[keyof PlayerCommands]>
  | RefusalOf<DealerCommands[keyof DealerCommands]>;

export const REFUSAL_MEANINGS: Readonly<Record<AnyRefusal, string>> = {
  // the connection, and any command
  not_signed_in: 'The handshake has no token, or one that is not ours or has expired.',
  not_allowed: 'The role may not do this.',
  unknown_command: 'No command has this name in this namespace.',
  malformed_message: 'The message does not fit its schema; `at` says where.',
  too_many_messages: 'The connection sends faster than it may; the message was not read.',
  internal_error:
    'A fault of the studio. Whether the command stood is not known: send it again under the same id, or ask with `bet:find`.',

  // a table
  unknown_table: 'The studio has no table of this name.',
  table_not_here: 'Another process runs the table at present: connect again and join.',
  not_joined: 'The player does not sit at the table: `table:join` comes first.',
  table_is_busy: 'Too much waits at the table; nothing was taken.',
  table_is_closed: 'No dealer has opened the table.',
  table_is_suspended: 'A mishap: the table waits for the shift manager.',
  table_is_not_suspended: 'There is nothing to resume.',
  table_is_open: 'The table was opened already.',
  wrong_round: 'The command names another round than the one in hand.',

  // the desk
  not_the_dealer: 'Another dealer opened the table.',
  scan_out_of_order: 'The scanner’s number is not the one after its last; nothing was taken.',
  unreadable_code: 'The code is neither a card nor the cut card.',
  betting_is_open: 'A card was scanned before the bets were closed.',
  round_in_hand:
    'A round has not ended: the desk must wait for it; a session is cashed out when none of its stakes lies on a table.',
  shoe_is_not_ready: 'No new shoe is in place, or its first card has not been burned.',
  shoe_is_ready: 'The shoe’s first card has been burned already.',
  shoe_change_is_due: 'The shoe gives no further coup: it must be changed first.',
  shoe_change_is_not_due: 'No change of shoe was begun.',
  card_not_due: 'No card belongs on the table now.',
  card_exhausted: 'As many of this face as the shoe holds have been seen already.',
  round_is_over: 'The round is settled or void already.',
  nothing_is_due: 'The table’s clock has nothing to do.',
  reason_is_missing: 'A reason must be given.',
  second_person_is_missing: 'Two different persons must stand for it: who asks, and who approves.',
  settings_are_unsound:
    'Limits, chips or times contradict each other, or there is no such paytable.',

  // a bet
  betting_is_closed: 'The bets are closed: the server’s order decides, whatever the client showed.',
  spot_is_closed: 'The spot is not open in this round of the shoe.',
  super_6_needs_zero_commission: 'Super 6 can be bet on in zero-commission mode only.',
  stake_not_made_of_chips: 'The amount is no multiple of the smallest chip.',
  stake_below_minimum: 'The sum on the spot would be below its minimum.',
  stake_above_maximum: 'The sum on the spot would be above its maximum.',
  opposite_bets: 'The table does not take Punto and Banco from one player.',
  super_6_needs_main_bet: 'Super 6 needs a bet on Punto, Banco or Egalité.',
  super_6_above_main_bets: 'Super 6 would hold more than Punto, Banco and Egalité together.',
  too_many_placements: 'The player has laid as often as the table allows in a round.',
  nothing_to_undo: 'No placement is left to take back.',
  nothing_to_clear: 'Nothing lies.',
  nothing_to_repeat: 'There is no last round to repeat, or none of its spots is open now.',
  nothing_to_double: 'Nothing lies that could be raised.',
  super_6_is_staked: 'Normal mode cannot be chosen while chips lie on Super 6.',
  bet_id_reused: 'The id was used before for another command.',

  // a session
  insufficient_funds: 'The balance does not cover the amount.',
  amount_is_zero: 'There is nothing to move.',
  no_open_session: 'The player has no open session.',
  key_reused: 'The key was used before for another command.',

  // the chat and support
  muted: 'The shift manager has muted the player here; `chat:read` says until when and why.',
  chat_too_fast: 'The player, or the address, writes faster than it may; nothing was kept.',
  unknown_message: 'The table’s chat has no such message.',
  unknown_player: 'The studio has no such player; a message of the staff is no player’s.',
  not_muted: 'No mute of the player holds there.',
};

export const PHASE_MEANINGS: Readonly<Record<Phase, string>> = {
  closed: 'No dealer: nothing is dealt, nothing is bet.',
  shoe_change: 'A new shoe is being made ready.',
  betting: 'PLACE YOUR BETS.',
  last_bets: 'LAST BETS: the last seconds of betting.',
  bets_closed: 'BETS CLOSED: no card is out yet.',
  dealing: 'Cards are landing.',
  resulted: 'The coup is decided, its bets are being paid.',
  settled: 'All is paid; the next bets open after the pause.',
  suspended: 'A mishap: everything waits for the pit.',
  void: 'The round does not count; its stakes are going back, or have gone.',
};

export const TABLE_MESSAGE_MEANINGS: Readonly<Record<TableMessageKind, string>> = {
  table_opened: 'A dealer opened the table. New cards are due, and these settings hold.',
  table_closed: 'The dealer has left; nothing is dealt until the table opens again.',
  settings_changed: 'Settings that hold from the next round, and from the next shoe for its decks.',
  shoe_change_started: 'The cards leave the table; a new shoe is being made ready.',
  shoe_started: 'A new shoe is in place. Every road is cleared.',
  cards_burned: 'The first cards of the shoe were burned: it is ready.',
  betting_opened: 'PLACE YOUR BETS.',
  bets_accepted: 'Bets were taken.',
  last_bets_called: 'LAST BETS.',
  betting_closed: 'BETS CLOSED: what comes after it in the table’s order is refused.',
  card_dealt: 'A card has landed on its seat.',
  cut_card_drawn: 'The cut card came out.',
  scan_refused: 'A scan was refused, and is kept as evidence.',
  coup_decided: 'The last card is out: the coup, its result, and what it adds to the roads.',
  round_settled: 'All bets of the round are paid.',
  round_voided: 'The round does not count. It ends a suspension; every stake goes back in full.',
  round_refunded: 'All stakes of the void round have gone back.',
  table_suspended: 'A mishap: everything waits for the shift manager, and the clock stands still.',
  table_resumed: 'Play goes on as if nothing had happened.',
};
