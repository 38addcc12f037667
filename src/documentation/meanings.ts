/**
 * What every refusal, phase and message of a table means, in a sentence each, for whoever reads
 * docs/protocol.md.
 */
import type { DEALER_COMMANDS } from '../protocol/dealer.js';
import type { CommonRefusal, RefusalOf } from '../protocol/command.js';
import type { PIT_COMMANDS } from '../protocol/pit.js';
import type { PLAYER_COMMANDS } from '../protocol/player.js';
import type { SOLO_COMMANDS } from '../protocol/solo.js';
import type { ConnectRefusal } from '../protocol/refusals.js';
import type { MalfunctionKind } from '../round/malfunction.js';
import type { Phase } from '../round/state.js';

type PlayerCommands = typeof PLAYER_COMMANDS;
type SoloCommands = typeof SOLO_COMMANDS;
type DealerCommands = typeof DEALER_COMMANDS;
type PitCommands = typeof PIT_COMMANDS;

/** Everything that a client can be refused with. */
export type AnyRefusal =
  | ConnectRefusal
  | CommonRefusal
  | RefusalOf<PlayerCommands[keyof PlayerCommands]>
  | RefusalOf<SoloCommands[keyof SoloCommands]>
  | RefusalOf<DealerCommands[keyof DealerCommands]>
  | RefusalOf<PitCommands[keyof PitCommands]>;

export const REFUSAL_MEANINGS: Readonly<Record<AnyRefusal, string>> = {
  // the connection, and any command
  not_signed_in:
    'The handshake has no token, or one that is not the studio’s, has expired or was ended.',
  not_allowed: 'The role may not do this.',
  unknown_command: 'No command has this name in this namespace.',
  malformed_message: 'The message does not fit its schema; `at` says where.',
  too_many_messages: 'The caller sends, or connects, faster than it may. The message was not read.',
  too_many_connections: 'One of the staff has as many connections as it may.',
  studio_is_busy:
    'Too much is asked of the studio at this moment. Nothing was done: ask again a little later.',
  internal_error:
    'A fault of the studio. Whether the command stood is not known: send it again under the same id, or ask with `bet:find`.',

  // a table
  unknown_table: 'The studio has no table of this name.',
  table_is_moving:
    'The table goes from one process to another: the same may be asked again in a moment.',
  not_joined:
    'The player does not sit at the table: `table:join` comes first. Of a `table:join`: a `table:leave` has called it off.',
  table_is_busy:
    'Too much waits at the table, it stopped before the command’s turn came, or somebody else holds the player’s credit at this moment. Nothing was taken.',
  not_known_yet:
    'The bet does not stand, but may come to: its table is on its way back, or the bet still waits there. Ask again a little later.',
  table_is_closed: 'No dealer has opened the table.',
  table_is_suspended: 'A malfunction: the table waits for the shift manager.',
  table_is_not_suspended: 'There is nothing to resume.',
  other_suspension: 'The table was suspended anew, for something else than what is meant.',
  table_is_open: 'The table was opened already.',
  wrong_round: 'The command names another round than the one in hand.',

  // a hand of a solo game
  unknown_case: 'There is no case of this number about an operator’s wallet.',
  unknown_hand: 'No hand of this number is the player’s, or it is of another game.',
  wrong_step: 'The hand has gone on since: the command comes too late.',
  hand_is_over: 'The hand has ended, and another one is there.',
  hand_in_play:
    'The stakes were taken already. Of a `session:cash-out`: a hand of a solo game waits for its player, and is played to its end first.',
  nothing_staked: 'There is no stake yet.',
  must_draw: 'Below the bank’s points, and with the matta alone, a card must be drawn.',
  wrong_number_of_boxes: 'One, three or five boxes can be played.',
  insurance_is_pending: 'The insurance is to be taken or declined first.',
  insurance_is_not_offered: 'The bank shows no ace, or the insurance was decided already.',
  no_such_box: 'A box that has no stake is not insured.',
  stake_too_small_to_insure: 'Half of the stake is less than a minor unit.',
  may_not_double: 'The hand has more than two cards.',
  may_not_split: 'The hand is not two cards of a value, or was split before.',
  command_id_reused: 'The id was used before, for a command with other content.',
  game_is_closed:
    'Its chance, or the key of its decks, cannot be had now. Nothing is dealt with less.',
  hand_is_busy:
    'Too much waits, or somebody else holds the hand or the player’s credit at this moment. Ask again under the same id: what an operator’s wallet has given for it is then played, or goes back.',

  // the desk
  already_the_dealer: 'The caller deals here already.',
  table_is_closing: 'The last round was called: no other one is begun.',
  table_is_not_closing: 'Nobody called the last round.',
  shoe_is_in_place: 'A cut shoe is in place already: its first card is due.',
  new_cards_are_due: 'These cards are not dealt from again: others must be brought first.',
  cards_were_used:
    'Cards of this id were at a table before, this one or another: they are not new, and never will be again.',
  cards_are_not_shuffled: 'The cards must be shuffled before they are cut.',
  not_in_this_shoe: 'The code names a deck that the shoe does not hold.',
  same_card_twice: 'The code names a card that has left the shoe already.',
  nothing_to_withdraw: 'There is no card that could still be withdrawn.',
  not_the_last_card:
    'The card that is meant is not the last one: another was dealt since, or it is withdrawn already.',
  count_moved_on:
    'What has fallen, or is left in the shoe, is not what the report was made of (`seen`): it may have been done already. Nothing has changed.',
  nothing_to_show: 'No card lies face down.',
  card_is_face_down: 'Players have not seen all of the coup: `card:show` comes first.',
  coup_is_not_complete: 'There is no complete coup to confirm.',
  coup_is_unsound: 'With this card, or these, the coup would have been dealt otherwise.',
  spot_is_open: 'The spot is not kept closed.',
  stream_is_lost:
    'The picture is lost. Nothing goes on, no bets are opened and no cards are brought until the encoder’s heartbeats come again, or no encoder is watched any more.',
  stream_is_live: 'The stream was not lost.',
  round_is_not_over: 'The round is not settled yet: it is voided or amended at the table.',
  correction_is_over: 'The correction is paid already, or was never ordered.',
  not_the_dealer: 'Another dealer opened the table.',
  deals_elsewhere:
    'The dealer deals at as many other tables as the studio allows (`DEALER_TABLES`): one of them must be closed, or taken over.',
  not_its_table: 'A scanner or an encoder serves one table alone, and this is another.',
  scan_out_of_order: 'The scanner’s number is not the one after its last. Nothing was taken.',
  unreadable_code: 'The code is neither a card nor the cut card.',
  betting_is_open: 'A card was scanned before the bets were closed.',
  round_in_hand:
    'A round has not ended. The desk must wait for it, and a session is cashed out when it has no stakes on a table.',
  shoe_is_not_ready: 'No new shoe is in place, or its first card has not been burned.',
  shoe_is_ready: 'The shoe’s first card has been burned already.',
  shoe_change_is_due: 'The shoe gives no further coup: it must be changed first.',
  shoe_change_is_not_due: 'No change of shoe was begun.',
  card_not_due: 'No card belongs on the table now.',
  card_exhausted:
    'As many cards of this face as the shoe holds have been seen already, or no card is left in it.',
  round_is_over: 'The round is settled or void already.',
  nothing_is_due: 'There is nothing for the table’s clock to do.',
  reason_is_missing: 'A reason must be given.',
  second_person_is_missing: 'Two different persons must agree: who asks, and who approves.',
  settings_moved_on:
    'The settings are not what the change was made of (`was`): somebody else has changed them. Nothing has changed.',
  settings_are_unsound:
    'Limits, chips or times contradict each other, or there is no such paytable.',
  unknown_currency:
    'A currency that the table does not have is none of ISO 4217 that is in use, nor `XXX`, `BTC`, `ETH` or `LTC`.',
  limits_too_high:
    'A chip, a limit or a limit of tips has more than 12 digits: in its minor units or, by the stated rate, in those of the table’s own currency.',

  // a bet
  barred_from_play:
    'The player is excluded, has taken a break, or is barred: nothing is staked and nothing is brought until its end, which `GET /me/protection` says. What is in play goes on, and is paid.',
  operator_is_off:
    'The studio takes nothing of the operator’s players now: nothing is staked and nothing is brought. What is in play goes on, and is paid, and credit can be cashed out.',
  reality_check_due:
    'The player has played for as long as her reality check says: nothing is staked until she has confirmed it (`POST /me/limits/reality-check`).',
  time_limit_reached: 'The player has played as long as a limit of hers allows (`GET /me/limits`).',
  stake_limit_reached:
    'The stake would bring the player over a limit of what she stakes in a gaming day, week or month (`GET /me/limits`).',
  loss_limit_reached:
    'Were the stake lost, the player would be over a limit of what she loses in a gaming day, week or month (`GET /me/limits`).',
  currency_not_taken: 'The table is played in another currency than the player’s money is of.',
  betting_is_closed: 'The bets are closed: the server’s order decides, whatever the client showed.',
  bets_are_being_accepted:
    'Operators’ wallets are being asked for the stakes: no card, and no void, before they have answered or had their time.',
  spot_is_closed: 'The spot is not open in this round of the shoe.',
  super_6_needs_zero_commission: 'Super 6 can be bet on in zero-commission mode only.',
  stake_not_made_of_chips: 'The amount is not a multiple of the smallest chip.',
  stake_below_minimum: 'The sum on the spot would be below its minimum.',
  stake_above_maximum: 'The sum on the spot would be above its maximum.',
  opposite_bets: 'The table does not take Punto and Banco from one player.',
  super_6_needs_main_bet: 'Super 6 needs a bet on Punto, Banco or Egalité.',
  super_6_above_main_bets: 'Super 6 would hold more than Punto, Banco and Egalité together.',
  too_many_placements: 'The player has placed as often as the table allows in a round.',
  nothing_to_undo: 'No placement is left to take back.',
  nothing_to_clear: 'Nothing lies.',
  nothing_to_repeat: 'There is no last round to repeat, or none of its spots is open now.',
  nothing_to_double: 'There is no stake that could be raised.',
  super_6_is_staked: 'Normal mode cannot be chosen while there is a stake on Super 6.',
  bet_id_reused:
    'The id was used before for another command, or `bet:find` has said that it never stands.',

  // a session
  wallet_refused: 'The operator’s wallet did not give the amount. Nothing was taken.',
  wallet_unavailable:
    'The operator’s wallet did not decide in time, or is being asked for another amount. Nothing stays taken.',
  insufficient_funds: 'The balance does not cover the amount.',
  amount_is_zero: 'There is nothing to move.',
  no_open_session: 'The player has no open session.',
  key_reused: 'The key was used before for another command.',

  // a tip
  tips_not_taken: 'No tips are taken at the table.',
  no_dealer_here: 'Nobody deals at the table now.',
  tip_above_maximum: 'The amount is above what the table takes as a tip at once.',
  wallet_without_tips:
    'The player’s money is in the wallet of their operator, and that takes no tips.',

  // the chat and support
  muted: 'The shift manager has muted the player here; `chat:read` says until when and why.',
  chat_too_fast: 'The player, or the address, writes faster than it may. Nothing was kept.',
  unknown_message: 'The table’s chat has no such message.',
  unknown_player: 'The studio has no such player, or the message was written by the staff.',
  not_muted: 'No mute of the player holds there.',
  nothing_written: 'Nothing was written in this thread in the last 90 days.',
  taken_meanwhile: 'Somebody else has the thread than whom `from` names. `support:read` says who.',
  not_taken: 'Only whoever has a thread can leave it to the others.',
  written_since: 'The thread goes on after this message. It is to be read first.',

  // the pit
  unknown_incident: 'There is no incident of this number.',
  nothing_is_owed: 'The round is paid, or it is another table’s: there is nothing to pay.',
  incident_is_closed: 'The incident is closed. What happens now is another one.',
  player_not_here:
    'The player is not connected, or no process has said in time that it closed the connection.',
  unknown_round: 'The studio has played no round of this game number.',
  other_table: 'The round was played at another table.',
  nothing_to_correct: 'It would change nothing: nobody bet, or the round is so already.',
  coup_is_unlawful: 'The cards do not make a coup: the tableau gives another number of them.',
  unknown_approval: 'There is no request of this number.',
  same_person:
    'Who asks for it cannot approve it: four eyes. Nor can an account that was opened after it was asked for, nor one of two accounts of which one opened the other, let it in again, or gave it a PIN or a role, in the last 24 hours, or gave it the PIN that it still has; nor where a third person did so to both.',
  approval_expired: 'The request is older than 15 minutes: it must be made anew.',
  approval_used: 'The request was carried out already: one approval, one action.',
  approval_does_not_fit: 'The approval is for another table, round, card or person.',
  not_approved: 'Nobody who may approve it has approved it.',
  approval_refused: 'The second person has refused it.',
  already_approved: 'It was approved before, and can be refused no more, whatever becomes of it.',
  asker_off_duty:
    'Whoever asked for it could not ask for it now: the account is disabled, or has another role.',
  role_too_new:
    'Who approves, or who asked for more than a card that no scanner reads, has had the role for less than a day, and not from the console (docs/operations.md).',
  moved_on: 'The round, or the shoe, is not what it was when it was asked for. Ask anew.',
};

export const PHASE_MEANINGS: Readonly<Record<Phase, string>> = {
  closed: 'No dealer: nothing is dealt, nothing is bet.',
  shoe_change: 'A new shoe is being made ready.',
  betting: 'PLACE YOUR BETS.',
  last_bets: 'LAST BETS: the last seconds of betting.',
  accepting_bets:
    'The bets are closed, and operators’ wallets are asked for the stakes: no card is out yet.',
  bets_closed: 'BETS CLOSED: no card is out yet.',
  dealing: 'Cards are being dealt.',
  resulted: 'The coup is decided, its bets are being paid.',
  settled: 'Everything is paid. The next bets open after the pause.',
  suspended: 'A malfunction: everything waits for the pit.',
  void: 'The round does not count. Its stakes are going back, or have gone.',
};

export const MALFUNCTION_MEANINGS: Readonly<Record<MalfunctionKind, string>> = {
  card_before_close: 'A card left the shoe before the bets were closed.',
  misread: 'The scanner read another card than the one that was dealt.',
  wrong_order: 'Cards were drawn, or procedures done, in the wrong order.',
  extra_card: 'A card left the shoe although none was due.',
  impossible_card: 'The shoe does not hold this card, or not once more.',
  same_card_twice: 'The same physical card came out of the shoe twice.',
  card_exposed: 'The face of a card was seen before its time.',
  cards_dropped: 'Cards fell to the floor. The fourth of a round brings new cards.',
  forgotten_button: 'A button of the desk was not pressed when it was due.',
  scanner_dead: 'The scanner does not read.',
  wrong_third_card:
    'A third card was drawn that the tableau does not give, or one was not drawn that it gives.',
  defective_barcode: 'A card’s code cannot be read. New cards are due.',
  stream_lost: 'The picture is lost. New cards are due.',
  wrong_payment: 'A payment was announced or made that does not belong to the coup.',
  other: 'Something else, as the note says.',
};
