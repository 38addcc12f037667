/** The game’s sounds, made by the browser itself: no files to load. */
import { volumeNow } from './volume.js';

export type Sound = 'chip' | 'card' | 'lastBets' | 'closed' | 'win' | 'push' | 'lose';

/** Hz, ms, loudness 0–1. */
export type Tone = readonly [pitch: number, ms: number, loudness: number];

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  chip: [[1_900, 30, 0.12]],
  card: [[320, 60, 0.16]],
  lastBets: [[880, 90, 0.1]],
  closed: [
    [660, 100, 0.1],
    [440, 140, 0.1],
  ],
  win: [
    [660, 110, 0.12],
    [880, 110, 0.12],
    [1_320, 200, 0.12],
  ],
  push: [
    [523, 110, 0.07],
    [523, 160, 0.05],
  ],
  lose: [
    [330, 140, 0.05],
    [262, 200, 0.04],
  ],
};

let context: AudioContext | undefined;

/** As loud as the player has set it on this device. */
export const play = (sound: Sound): void => {
  const share = volumeNow() / 100;
  if (share === 0) return;
  playTones(TONES[sound].map(([pitch, ms, loudness]) => [pitch, ms, loudness * share]));
};

/** Silent until somebody has touched the page, because browsers ask for that. */
export const playTones = (tones: readonly Tone[]): void => {
  if (navigator.userActivation?.hasBeenActive !== true) return;
  context ??= newContext();
  if (context === undefined) return;
  let at = context.currentTime;
  for (const [pitch, ms, loudness] of tones) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    tone.type = 'triangle';
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loudness, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + ms / 1_000);
    tone.connect(volume).connect(context.destination);
    tone.start(at);
    tone.stop(at + ms / 1_000);
    at += ms / 1_000;
  }
};

/** Undefined where the browser has no sound now, for whatever reason. What is shown goes on. */
const newContext = (): AudioContext | undefined => {
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
};
