/** Which tables the lobby shows: all, those on any good road, or those on one kind of it. */
import type { LobbyCard } from '../../../src/protocol/lobby.js';
import { GOOD_ROADS } from '../../../src/roads/good-road.js';

export const ROAD_FILTERS = ['all', 'any', ...GOOD_ROADS] as const;
export type RoadFilter = (typeof ROAD_FILTERS)[number];

export const isShownBy = (
  filter: RoadFilter,
  { goodRoads }: Pick<LobbyCard, 'goodRoads'>,
): boolean =>
  filter === 'all' ||
  (filter === 'any' ? goodRoads.length > 0 : goodRoads.some(({ kind }) => kind === filter));
