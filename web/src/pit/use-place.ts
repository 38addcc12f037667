/** The place in the pit, for components; it follows the address. */
import { useSyncExternalStore } from 'react';
import { type PageName, type Place, makePlace, parsePlace } from './place.js';

const follow = (changed: () => void): (() => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

export const usePlace = (): Place => parsePlace(useSyncExternalStore(follow, () => location.hash));

export const goTo = (page: PageName, of?: string): void => {
  location.hash = makePlace(page, of);
};
