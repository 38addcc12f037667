/** The studio and its stores, for components. */
import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { SeatViewStore, SeatView } from '../table/seat-view-store.js';
import type { Account } from './account-store.js';
import type { StudioConnection, Studio } from './studio.js';

export const StudioContext = createContext<Studio | undefined>(undefined);

export const useStudio = (): Studio => {
  const studio = useContext(StudioContext);
  if (studio === undefined) throw new Error('there is no studio above this component');
  return studio;
};

export const useLine = <T>(select: (line: StudioConnection) => T): T =>
  useStore(useStudio().line, select);
export const useAccount = <T>(select: (account: Account) => T): T =>
  useStore(useStudio().account, select);
export const useSeat = <T>(seat: SeatViewStore, select: (view: SeatView) => T): T =>
  useStore(seat.store, select);
