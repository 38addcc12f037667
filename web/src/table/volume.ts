/**
 * How loud the game’s sounds are on this device, from 0 to 100. It is kept here and not in the
 * account, because the same player’s phone and desk are not equally loud. Whether there are sounds
 * at all is a setting of the account.
 */
import { createStore } from 'zustand/vanilla';

const KEY = 'sabot.volume';
const MOST = 100;

const kept = (): number => {
  try {
    const percent = Number(localStorage.getItem(KEY) ?? MOST);
    return Number.isInteger(percent) && percent >= 0 && percent <= MOST ? percent : MOST;
  } catch {
    return MOST; // Where nothing can be kept.
  }
};

export const volume = createStore<{ readonly percent: number | undefined }>(() => ({
  percent: undefined,
}));

export const volumeNow = (): number => volume.getState().percent ?? kept();

export const setVolume = (percent: number): void => {
  volume.setState({ percent });
  try {
    localStorage.setItem(KEY, String(percent));
  } catch {
    // It holds until the page is closed.
  }
};
