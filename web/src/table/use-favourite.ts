/** Places a favourite bet by its number, while bets are open. */
import { useCallback } from 'react';
import { preferencesOf } from '../studio/preferences-store.js';
import { useStudio } from '../studio/use-studio.js';
import type { SeatViewStore } from './seat-view-store.js';
import { isBetting, useIsReached } from './use-drawn.js';

export const useFavourite = (seat: SeatViewStore): ((index: number) => void) => {
  const studio = useStudio();
  const isReached = useIsReached(seat);
  return useCallback(
    (index) => {
      const favourite = preferencesOf(studio).store.getState().kept.favourites[index];
      if (favourite === undefined || !isReached) return;
      if (!isBetting(seat.store.getState().copy?.phase)) return;
      void seat.bet({ kind: 'place_all', stakes: favourite.stakes });
    },
    [studio, seat, isReached],
  );
};
