/** The opening of spots: in which rounds of a shoe each spot takes bets (RULES 1.6). */
import { SPOTS, type Spot, eachSpot } from './spot.js';

/** The last round of the shoe in which each spot is open. */
export const LAST_ROUND_OPEN: Readonly<Record<Spot, number>> = Object.freeze({
  ...eachSpot(() => Infinity),
  punto_pair: 60,
  banco_pair: 60,
  either_pair: 60,
  perfect_pair: 60,
  punto_bonus: 44,
  banco_bonus: 44,
  super_6: 44,
});

/**
 * `roundInShoe` counts from 1. A void round counts once its first card was drawn. `closed` are the
 * spots that the pit keeps closed.
 */
export const spotsOpen = (roundInShoe: number, closed: readonly Spot[] = []): ReadonlySet<Spot> =>
  new Set(listOfOpen(roundInShoe, closed));

/** The same in their order. */
export const listOfOpen = (roundInShoe: number, closed: readonly Spot[] = []): readonly Spot[] =>
  SPOTS.filter((spot) => roundInShoe <= LAST_ROUND_OPEN[spot] && !closed.includes(spot));
