/** What a component draws of the player’s bets, and of the table’s clock. */
import { useMemo, useSyncExternalStore } from 'react';
import { useAccount, useLine, useSeat } from '../studio/use-studio.js';
import { type DrawnBets, draw, slipRulesOf } from './drawn-bets.js';
import type { SeatViewStore } from './seat-view-store.js';

export const useDrawn = (seat: SeatViewStore): DrawnBets | undefined => {
  const copy = useSeat(seat, (view) => view.copy);
  const known = useSeat(seat, (view) => view.known);
  const asked = useSeat(seat, (view) => view.asked);
  const balance = useAccount(({ session }) => session?.balance);
  return useMemo(() => {
    if (copy === undefined || known === undefined) return undefined;
    const game = copy.round?.game;
    const bets = asked
      .filter((each) => each.game === game && !each.isDoubtful)
      .map(({ bet }) => bet);
    return draw(known, balance ?? known.own.balance, bets, slipRulesOf(copy, known.own));
  }, [copy, known, asked, balance]);
};

export const isBetting = (phase: string | undefined): boolean =>
  phase === 'betting' || phase === 'last_bets';

/** Whether what the table says now reaches the player, and what the player bets the table. */
export const useIsReached = (seat: SeatViewStore): boolean => {
  const isHere = useSeat(seat, (view) => view.isHere);
  return useLine(({ quality }) => quality !== 'lost') && isHere;
};

/**
 * Whole seconds until `atMs` of the studio’s clock, 0 when it has passed. Undefined without a time.
 */
export const useSecondsUntil = (
  seat: SeatViewStore,
  atMs: number | undefined,
): number | undefined =>
  useSyncExternalStore(everyQuarter, () =>
    atMs === undefined ? undefined : Math.max(0, Math.ceil((atMs - seat.nowMs()) / 1_000)),
  );

const everyQuarter = (look: () => void): (() => void) => {
  const timer = setInterval(look, 250);
  return () => clearInterval(timer);
};
