/**
 * The browser’s Back closes what is open, as people expect it on a phone, and does not leave the
 * table.
 */
import { useEffect, useRef } from 'react';

interface Place {
  readonly isOverTable?: true;
}

/** Back from the page’s own place, and not from where it was opened at. */
const isOverTable = (): boolean => (history.state as Place | null)?.isOverTable === true;

export const useBack = (onBack: () => void): void => {
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    const went = (): void => back.current();
    if (!isOverTable()) history.pushState({ isOverTable: true } satisfies Place, '');
    window.addEventListener('popstate', went);
    return () => {
      window.removeEventListener('popstate', went);
      if (isOverTable()) history.back();
    };
  }, []);
};
