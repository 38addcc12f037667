/**
 * What a client knows of its own play: its stakes, what Repeat would place, its mode and its
 * credit.
 */
import type { SeatMessage } from '../protocol/player.js';
import type { Bet, BetReply } from './betting.js';
import type { TableCopy } from './table-copy.js';
import { amount } from '../money/amount.js';
import { SPOTS, type Mode } from '../punto-banco/spot.js';
import { NO_STAKES, type Stakes, readStakes } from '../punto-banco/stakes.js';

export interface OwnBets {
  /** The round that they lie in. Undefined before the table's first. */
  readonly game: string | undefined;
  readonly stakes: Stakes;
  readonly placements: number;
  /** Of the last command that they contained when the seat was taken. 0: of none. */
  readonly seq: number;
  readonly previous: Stakes;
  readonly mode: Mode;
  /** The player's limit group. Null: the table's own limits hold. */
  readonly group: string | null;
  /** The player's currency, where it is a further one of the table. */
  readonly currency: string | null;
  /** The session's credit in minor units. */
  readonly balance: bigint;
}

/** `copy` is the table's, as the join that has answered with this seat has left it. */
export const ownBetsOf = (
  seat: SeatMessage,
  copy: Pick<TableCopy, 'round'> | undefined,
): OwnBets => ({
  game: copy?.round?.game,
  stakes: readStakes(seat.stakes),
  placements: seat.placements,
  seq: seat.seq ?? 0,
  previous: readStakes(seat.previous),
  mode: seat.mode,
  group: seat.group,
  currency: seat.currency ?? null,
  balance: BigInt(seat.balance),
});

/** The bets of the round `game` are open. The stakes so far are what Repeat places. */
export const inNextRound = (own: OwnBets, game: string): OwnBets => ({
  ...own,
  game,
  stakes: NO_STAKES,
  placements: 0,
  previous: own.stakes.size > 0 ? own.stakes : own.previous,
});

/**
 * After `bet` on the round `game` was answered that it stands. An answer that came after the seat
 * was taken anew may be of a bet that the seat had already, and a late one may be of a round that
 * is over: neither changes anything more.
 */
export const afterBet = (
  own: OwnBets,
  game: string,
  bet: Bet,
  reply: Extract<BetReply, { ok: true }>,
): OwnBets => {
  if (game !== own.game || reply.seq <= own.seq) return own;
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
    case 'place_all':
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
