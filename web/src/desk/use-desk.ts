/** The desk and what it shows, for components. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import type { Desk, DeskView } from './desk.js';

export const DeskContext = createContext<Desk | undefined>(undefined);

export const useDesk = (): Desk => {
  const desk = useContext(DeskContext);
  if (desk === undefined) throw new Error('there is no desk above this component');
  return desk;
};

export const useDeskView = <T>(select: (view: DeskView) => T): T =>
  useStore(useDesk().store, select);

/** The studio’s clock in steps of a second, in ms. */
export const useSeconds = (): number => {
  const desk = useDesk();
  return useSyncExternalStore(everyTick, () => Math.floor(desk.nowMs() / 1_000) * 1_000);
};

const TICK_MS = 100;

const everyTick = (publish: () => void): (() => void) => {
  const timer = setInterval(publish, TICK_MS);
  return () => clearInterval(timer);
};

/** Whole seconds until then, counted as the players’ pages count them. */
export const useSecondsUntil = (atMs: number | undefined): number | undefined => {
  const desk = useDesk();
  return useSyncExternalStore(everyTick, () =>
    atMs === undefined ? undefined : Math.max(0, Math.ceil((atMs - desk.nowMs()) / 1_000)),
  );
};
