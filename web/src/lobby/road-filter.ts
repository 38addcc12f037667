/**
 * Which tables the lobby shows: all, those that are open, those on any good road, or those on one
 * kind of it.
 */
import type { LobbyCard } from '../../../src/protocol/lobby.js';
import { GOOD_ROADS } from '../../../src/roads/good-road.js';

export const ROAD_FILTERS = ['all', 'open', 'any', ...GOOD_ROADS] as const;
export type RoadFilter = (typeof ROAD_FILTERS)[number];

type Filtered = Pick<LobbyCard, 'phase' | 'goodRoads'>;

/** A table without a phase is one that no process runs. */
export const isOpen = ({ phase }: Pick<LobbyCard, 'phase'>): boolean =>
  phase !== null && phase !== 'closed';

export const isShownBy = (filter: RoadFilter, card: Filtered): boolean => {
  switch (filter) {
    case 'all':
      return true;
    case 'open':
      return isOpen(card);
    case 'any':
      return card.goodRoads.length > 0;
    case 'dragon':
    case 'chop':
    case 'pairs':
    case 'one_two':
      return card.goodRoads.some(({ kind }) => kind === filter);
  }
};
