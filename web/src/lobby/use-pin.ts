/** The watched tables as the page shows them, and how one is pinned or taken off. */
import { useCallback } from 'react';
import { useStudio } from '../studio/use-studio.js';
import { useOwnPlayer } from '../studio/own-player.js';
import { preferencesOf, usePreference } from '../studio/preferences-store.js';
import { changePin, ownWatched } from './watched-tables.js';

export const useWatched = (): readonly string[] => {
  const owner = useOwnPlayer();
  return ownWatched(
    usePreference((kept) => kept.watched),
    owner ?? {},
  );
};

/** A seat that is neither played nor watched any more is left. Bets there stay. */
export const usePin = (current: string): ((table: string) => void) => {
  const studio = useStudio();
  const owner = useOwnPlayer();
  return useCallback(
    (table) => {
      void changePin(preferencesOf(studio), owner ?? {}, table).then((watched) => {
        if (watched?.includes(table) === false && table !== current) studio.leave(table);
      });
    },
    [studio, owner, current],
  );
};
