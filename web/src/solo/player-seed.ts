/**
 * The player’s own part of a deck: what the studio cannot know beforehand. It serves for one deal,
 * because the studio knows it by the time it fixes the next deck.
 */
import { createStore } from 'zustand/vanilla';

export const SEED_MAX = 64;

const fresh = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Printable ASCII, as the studio takes it. */
export const isSeed = (text: string): boolean => /^[\x20-\x7e]{1,64}$/.test(text);

/** The seed that the next hand is given. */
export const playerSeed = createStore<{ readonly seed: string }>(() => ({ seed: fresh() }));

export const chooseSeed = (seed: string): void => playerSeed.setState({ seed });

export const freshSeed = (): void => chooseSeed(fresh());

/** For a deal that is sent now. The one after it is given another. */
export const takeSeed = (): string => {
  const { seed } = playerSeed.getState();
  freshSeed();
  return seed;
};
