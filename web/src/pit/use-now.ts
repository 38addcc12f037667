/** The studio’s clock as it goes on, for ages and countdowns: one timer for all of them. */
import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let aheadMs = 0;
let shown = Math.floor(Date.now() / 1_000) * 1_000;

const tick = (): void => {
  const now = Math.floor((Date.now() + aheadMs) / 1_000) * 1_000;
  if (now === shown) return;
  shown = now;
  for (const listener of listeners) listener();
};

const follow = (changed: () => void): (() => void) => {
  listeners.add(changed);
  timer ??= setInterval(tick, 250);
  return () => {
    listeners.delete(changed);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** The studio reported its time. What is drawn goes by it from now on. */
export const setClock = (nowMs: number): void => {
  aheadMs = nowMs - Date.now();
  tick();
};

export const nowMs = (): number => Date.now() + aheadMs;

/** Whole seconds of the studio’s clock, as ms: it changes once a second. */
export const useNow = (): number => useSyncExternalStore(follow, () => shown);
