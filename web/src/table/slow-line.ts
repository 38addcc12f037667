/**
 * Whether the line is too slow for the picture. Each change of that begins the stream anew, so a
 * line is believed to be good again only when it has been for a while.
 */
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import type { StudioConnection } from '../studio/studio.js';
import { useStudio } from '../studio/use-studio.js';

/** So long without a break. */
const GOOD_MS = 15_000;

type LineOf = Pick<StoreApi<Pick<StudioConnection, 'quality'>>, 'getState' | 'subscribe'>;

/** Reports each change, the first from a line that is not slow. Returns what ends it. */
export const followSlow = (line: LineOf, report: (isSlow: boolean) => void): (() => void) => {
  let isSlow = false;
  let good: ReturnType<typeof setTimeout> | undefined;
  const set = (now: boolean): void => {
    if (now === isSlow) return;
    isSlow = now;
    report(now);
  };
  const look = ({ quality }: Pick<StudioConnection, 'quality'>): void => {
    if (quality === 'good') {
      good ??= setTimeout(() => set(false), GOOD_MS);
      return;
    }
    clearTimeout(good);
    good = undefined;
    if (quality === 'slow') set(true);
  };
  look(line.getState());
  const off = line.subscribe(look);
  return () => {
    clearTimeout(good);
    off();
  };
};

export const useSlowLine = (): boolean => {
  const { line } = useStudio();
  const [isSlow, setSlow] = useState(() => line.getState().quality === 'slow');
  useEffect(() => followSlow(line, setSlow), [line]);
  return isSlow;
};
