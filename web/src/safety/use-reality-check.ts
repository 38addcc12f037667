/** When the player is shown how long she has played. The studio says when it is due. */
import { useCallback, useEffect, useState } from 'react';
import type { OwnLimits } from '../../../src/protocol/play-limits.js';
import { readHttp } from '../studio/http.js';
import { sayToParent } from '../studio/parent-page.js';
import { useAccount } from '../studio/use-studio.js';
import { ASK_AGAIN } from './heed-refusal.js';

/** What others have set meanwhile is seen so soon, in ms. */
const LATEST_MS = 900_000;
/** Where the studio did not answer. */
const AFTER_FAULT_MS = 5_000;

/** What is to be shown now, and what to call once the player has confirmed it. */
export const useRealityCheck = () => {
  const isOpen = useAccount(({ session }) => session?.open);
  const [due, setDue] = useState<OwnLimits>();
  useEffect(() => {
    if (isOpen !== undefined) sayToParent({ kind: 'session', open: isOpen });
    if (isOpen !== true) return undefined;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      clearTimeout(timer);
      const own = await readHttp<OwnLimits>('me/limits').catch(() => undefined);
      if (isOver) return;
      const inMs = own?.realityCheck?.dueInMs ?? LATEST_MS;
      // What is shown stays until it is confirmed, whether or not the studio answers meanwhile.
      if (own !== undefined) setDue(inMs === 0 ? own : undefined);
      const nextMs = own === undefined ? AFTER_FAULT_MS : inMs === 0 ? LATEST_MS : inMs + 50;
      clearTimeout(timer);
      timer = setTimeout(() => void ask(), Math.min(LATEST_MS, nextMs));
    };
    const again = () => void ask();
    again();
    addEventListener(ASK_AGAIN, again);
    return () => {
      isOver = true;
      clearTimeout(timer);
      removeEventListener(ASK_AGAIN, again);
    };
  }, [isOpen]);
  return [due, useCallback(() => setDue(undefined), [])] as const;
};
