/** What the rooms say, as the player's wire has it: amounts as digits, maps as records. */
import type { BetReply, SeatMessage } from '../protocol/player.js';
import type { Stakes } from '../punto-banco/stakes.js';
import type { BetAnswer, Seat } from '../table/seat.js';

export const betReply = ({ seq, balance, change, leftOut, capped }: BetAnswer): BetReply => ({
  seq,
  balance: balance.toString(),
  change: Object.fromEntries([...change].map(([spot, signed]) => [spot, signed.toString()])),
  leftOut: [...leftOut],
  capped: [...capped],
});

export const seatMessage = (seat: Seat, balance: bigint): SeatMessage => ({
  player: seat.playerId,
  mode: seat.slip.mode,
  balance: balance.toString(),
  stakes: stakesRecord(seat.slip.stakes),
  placements: seat.slip.placements.length,
  previous: stakesRecord(seat.previous),
});

const stakesRecord = (stakes: Stakes): SeatMessage['stakes'] =>
  Object.fromEntries([...stakes].map(([spot, stake]) => [spot, stake.toString()]));
