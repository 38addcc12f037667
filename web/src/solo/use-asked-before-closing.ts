/**
 * The browser asks before the tab is closed while chips lie that were not dealt for, or a hand
 * waits for its player. Where nothing would be lost it does not.
 */
import { useEffect } from 'react';

export const useAskedBeforeClosing = (isAtRisk: boolean): void => {
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const ask = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAtRisk]);
};
