/**
 * Pins a table or takes it off. A seat that is neither played nor watched any more is left. Bets
 * there stay.
 */
import { useCallback } from 'react';
import { useStudio } from '../studio/use-studio.js';
import { preferencesOf } from '../studio/preferences-store.js';
import { changePin } from './watched-tables.js';

export const usePin = (current: string): ((table: string) => void) => {
  const studio = useStudio();
  return useCallback(
    (table) => {
      void changePin(preferencesOf(studio), table).then((watched) => {
        if (watched?.includes(table) === false && table !== current) studio.leave(table);
      });
    },
    [studio, current],
  );
};
