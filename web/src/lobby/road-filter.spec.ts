import { expect, it } from 'vitest';
import type { LobbyCard } from '../../../src/protocol/lobby.js';
import type { GoodRoad } from '../../../src/roads/good-road.js';
import { ROAD_FILTERS, isShownBy } from './road-filter.js';

const road = (kind: GoodRoad['kind']): GoodRoad => ({ kind, side: null, length: 4 });

it.each<[string, LobbyCard['phase'], GoodRoad[], string]>([
  ['no good road', 'betting', [], 'all open'],
  ['a long run', 'dealing', [road('dragon')], 'all open any dragon'],
  ['ping-pong, two by two', 'betting', [road('chop'), road('pairs')], 'all open any chop pairs'],
  ['a long run, closed', 'closed', [road('dragon')], 'all any dragon'],
  ['no process that runs it', null, [], 'all'],
])('a table with %s is shown by the right filters', (_, phase, goodRoads, filters) => {
  const shown = ROAD_FILTERS.filter((filter) => isShownBy(filter, { phase, goodRoads }));
  expect(shown.join(' ')).toBe(filters);
});
