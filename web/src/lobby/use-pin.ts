/** The watched tables as the page shows them, and how one is pinned or taken off. */
import { useCallback, useMemo } from 'react';
import { useStudio } from '../studio/use-studio.js';
import { useOwnPlayer } from '../studio/own-player.js';
import { preferencesOf, usePreference } from '../studio/preferences-store.js';
import { changePin, ownWatched } from './watched-tables.js';

export const useWatched = (): readonly string[] => {
  const owner = useOwnPlayer();
  const watched = usePreference((kept) => kept.watched);
  return useMemo(() => ownWatched(watched, owner ?? {}), [watched, owner]);
};

export const usePin = (): ((table: string) => void) => {
  const studio = useStudio();
  const owner = useOwnPlayer();
  return useCallback(
    (table) => void changePin(preferencesOf(studio), owner ?? {}, table),
    [studio, owner],
  );
};
