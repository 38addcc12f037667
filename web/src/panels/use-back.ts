/**
 * The browser’s Back closes what is open, as people expect it on a phone, and does not leave the
 * table.
 */
import { useLayoutEffect, useRef } from 'react';

interface Place {
  readonly isOverTable?: true;
}

/** How many sheets are open. One may open in the moment in which another closes. */
let open = 0;
/** Those by which the page itself went back, when the last sheet was closed otherwise. */
const own = new WeakSet<Event>();

/** Back from the page’s own place, and not from where it was opened at. */
const isOverTable = (): boolean => (history.state as Place | null)?.isOverTable === true;

const goOver = (): void => {
  if (!isOverTable()) history.pushState({ isOverTable: true } satisfies Place, '');
};

/** Takes some time, in which another sheet may have opened. */
const goBack = (): void => {
  if (open > 0 || !isOverTable()) return;
  const arrived = (event: Event): void => {
    own.add(event);
    if (open > 0) goOver();
  };
  window.addEventListener('popstate', arrived, { once: true });
  history.back();
};

export const useBack = (onBack: () => void): void => {
  const back = useRef(onBack);
  useLayoutEffect(() => {
    back.current = onBack;
  });
  useLayoutEffect(() => {
    const went = (event: Event): void => {
      if (!own.has(event)) back.current();
    };
    open += 1;
    goOver();
    window.addEventListener('popstate', went);
    return () => {
      open -= 1;
      window.removeEventListener('popstate', went);
      setTimeout(goBack);
    };
  }, []);
};
