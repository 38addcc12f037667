/**
 * Something that is done at intervals while the page is looked at, and at once when it comes into
 * view again.
 */
import { useEffect } from 'react';

/** `action` stays the same as long as nothing has changed. */
export const useWhileShown = (everyMs: number, action: () => void): void => {
  useEffect(() => {
    const doIfShown = () => {
      if (document.visibilityState === 'visible') action();
    };
    const timer = setInterval(doIfShown, everyMs);
    document.addEventListener('visibilitychange', doIfShown);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', doIfShown);
    };
  }, [everyMs, action]);
};
