/** Who bets on what, in shares, as the studio sends it while the bets are open. */
import { useMemo } from 'react';
import type { Spot } from '../../../src/punto-banco/spot.js';
import { useSeat } from '../studio/use-studio.js';
import type { SeatViewStore } from './seat-view-store.js';

interface Share {
  /** Of all the money on the table, whole per cent. */
  readonly percent: number;
  readonly players: number;
}

/** Undefined while nothing was sent, or where it is not wanted. */
export const useShares = (
  seat: SeatViewStore,
  isWanted: boolean,
): ReadonlyMap<Spot, Share> | undefined => {
  const statistics = useSeat(seat, (view) => view.statistics);
  const game = useSeat(seat, ({ copy }) => copy?.round?.game);
  return useMemo(() => {
    if (!isWanted || statistics === undefined || statistics.game !== game) return undefined;
    const spots = Object.entries(statistics.spots).map(
      ([spot, { players, amount }]) => [spot as Spot, players, BigInt(amount)] as const,
    );
    const all = spots.reduce((sum, [, , amount]) => sum + amount, 0n);
    return new Map(
      spots.map(([spot, players, amount]) => [
        spot,
        { percent: all === 0n ? 0 : Number((amount * 100n + all / 2n) / all), players },
      ]),
    );
  }, [isWanted, statistics, game]);
};
