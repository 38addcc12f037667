import { expect, it } from 'vitest';
import type { GoodRoad } from '../../../src/roads/good-road.js';
import { ROAD_FILTERS, isShownBy } from './road-filter.js';

const road = (kind: GoodRoad['kind']): GoodRoad => ({ kind, side: null, length: 4 });

it.each<[string, GoodRoad[], string]>([
  ['no good road', [], 'all'],
  ['a long run', [road('dragon')], 'all any dragon'],
  ['ping-pong, two by two', [road('chop'), road('pairs')], 'all any chop pairs'],
])('a table with %s is shown by the right filters', (_, goodRoads, filters) => {
  const shown = ROAD_FILTERS.filter((filter) => isShownBy(filter, { goodRoads }));
  expect(shown.join(' ')).toBe(filters);
});
