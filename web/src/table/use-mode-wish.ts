/** A mode that is wished for is chosen as soon as the bets of the table on the screen are open. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { Mode } from '../../../src/punto-banco/spot.js';
import { useAccount, useSeat, useStudio } from '../studio/use-studio.js';
import { modeWishOf } from './mode-wish.js';
import type { SeatViewStore } from './seat-view-store.js';
import { isBetting } from './use-drawn.js';

export const useModeWish = (
  seat: SeatViewStore,
): { readonly isAnswered: boolean; readonly wish: (mode: Mode) => void } => {
  const own = modeWishOf(useStudio());
  const { mode: wished, isAnswered } = useStore(own.store);
  // Without a session every command is refused.
  const isOpen = useAccount(({ session }) => session?.open === true);
  const canChoose = useSeat(seat, ({ copy, isHere }) => isBetting(copy?.phase) && isHere) && isOpen;
  const mode = useSeat(seat, ({ known }) => known?.own.mode);
  useEffect(() => {
    if (wished !== undefined && canChoose && mode !== undefined) void own.fulfil(seat, mode);
  }, [own, seat, wished, canChoose, mode]);
  return { isAnswered, wish: (chosen) => own.wish(chosen) };
};
