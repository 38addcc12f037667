/**
 * What a client knows of its own play: its stakes, what Repeat would place, its mode and its
 * credit.
 */
import type { SeatMessage } from '../protocol/player.js';
import type { Bet, BetReply } from './betting.js';
import { amount } from '../money/amount.js';
import { SPOTS, type Mode, type Spot } from '../punto-banco/spot.js';
import { NO_STAKES, type Stakes } from '../punto-banco/stakes.js';

export interface OwnBets {
  readonly stakes: Stakes;
  readonly placements: number;
  readonly previous: Stakes;
  readonly mode: Mode;
  /** The session's credit in minor units. */
  readonly balance: bigint;
}

export const ownBetsOf = (seat: SeatMessage): OwnBets => ({
  stakes: stakesOf(seat.stakes),
  placements: seat.placements,
  previous: stakesOf(seat.previous),
  mode: seat.mode,
  balance: BigInt(seat.balance),
});

/** The next round's bets are open. The stakes so far are what Repeat places. */
export const inNextRound = (own: OwnBets): OwnBets => ({
  ...own,
  stakes: NO_STAKES,
  placements: 0,
  previous: own.stakes.size > 0 ? own.stakes : own.previous,
});

/** After `bet` was answered that it stands. */
export const afterBet = (
  own: OwnBets,
  bet: Bet,
  reply: Extract<BetReply, { ok: true }>,
): OwnBets => {
  const stakes = new Map(own.stakes);
  for (const spot of SPOTS) {
    const change = reply.change[spot];
    if (change === undefined) continue;
    const stake = (stakes.get(spot) ?? 0n) + BigInt(change);
    if (stake > 0n) stakes.set(spot, amount(stake));
    else stakes.delete(spot);
  }
  return {
    ...own,
    stakes,
    placements: placementsAfter(own.placements, bet),
    mode: bet.kind === 'mode' ? bet.mode : own.mode,
    balance: BigInt(reply.balance),
  };
};

const placementsAfter = (placements: number, bet: Bet): number => {
  switch (bet.kind) {
    case 'place':
    case 'repeat':
    case 'double':
      return placements + 1;
    case 'undo':
      return Math.max(0, placements - 1);
    case 'clear':
      return 0;
    case 'mode':
      return placements;
  }
};

const stakesOf = (record: Readonly<Partial<Record<Spot, string>>>): Stakes =>
  new Map(
    SPOTS.flatMap((spot) => {
      const stake = record[spot];
      return stake === undefined ? [] : [[spot, amount(BigInt(stake))] as const];
    }),
  );
