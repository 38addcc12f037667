/**
 * How loud the game’s sounds are on this device, from 0 to 100. It is kept here and not in the
 * account, because the same player’s phone and desk are not equally loud. Whether there are sounds
 * at all is a setting of the account.
 */
import { createStore } from 'zustand/vanilla';
import { browserKeeps } from '../browser-keeps.js';

const KEY = 'sabot.volume';
const MOST = 100;

const kept = (): number => {
  const percent = Number(browserKeeps.getItem(KEY) ?? MOST);
  return Number.isInteger(percent) && percent >= 0 && percent <= MOST ? percent : MOST;
};

export const volume = createStore<{ readonly percent: number | undefined }>(() => ({
  percent: undefined,
}));

export const volumeNow = (): number => volume.getState().percent ?? kept();

export const setVolume = (percent: number): void => {
  volume.setState({ percent });
  browserKeeps.setItem(KEY, String(percent));
};
