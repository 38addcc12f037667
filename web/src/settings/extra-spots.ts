/** The extra side bets: those that a player may hide while no stake is on them. */
import type { Spot } from '../../../src/punto-banco/spot.js';
import type { Stakes } from '../../../src/punto-banco/stakes.js';

export const EXTRA_SPOTS: readonly Spot[] = [
  'either_pair',
  'perfect_pair',
  'punto_bonus',
  'banco_bonus',
];

export const liesOnExtra = (stakes: Stakes): boolean =>
  EXTRA_SPOTS.some((spot) => (stakes.get(spot) ?? 0n) > 0n);
