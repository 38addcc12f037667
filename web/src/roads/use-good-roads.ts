/** The good roads that a shoe’s Big Road ends in, as the page knows its coups. */
import { parseBead } from '../../../src/roads/bead.js';
import { type GoodRoad, goodRoads } from '../../../src/roads/good-road.js';
import { useMemo } from 'react';

/** `beads`: the shoe’s coups, in notation. A newer studio’s notation is left out. */
export const useGoodRoads = (beads: readonly string[]): readonly GoodRoad[] =>
  useMemo(() => goodRoads(beads.flatMap((text) => parseBead(text) ?? [])), [beads]);
