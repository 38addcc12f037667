/**
 * The player’s own part of a deck, kept in this browser: what the studio cannot know beforehand.
 */
import { createStore } from 'zustand/vanilla';
import { browserKeeps } from '../browser-keeps.js';

const KEY = 'sabot.solo.seed';
export const SEED_MAX = 64;

const fresh = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

/** Printable ASCII, as the studio takes it. */
export const isSeed = (text: string): boolean => /^[\x20-\x7e]{1,64}$/.test(text);

const kept = (): string => {
  const text = browserKeeps.getItem(KEY) ?? '';
  return isSeed(text) ? text : fresh();
};

/** The seed that the next hand is given. */
export const playerSeed = createStore<{ readonly seed: string }>(() => ({ seed: kept() }));

export const chooseSeed = (seed: string): void => {
  browserKeeps.setItem(KEY, seed);
  playerSeed.setState({ seed });
};

export const freshSeed = (): void => chooseSeed(fresh());
