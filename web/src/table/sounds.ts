/** The game’s sounds, made by the browser itself: no files to load. */
import {
  SILENCE,
  SOUNDS,
  type Rubbed,
  type Sound,
  type Struck,
} from '../../../src/protocol/made-sounds.js';
import { volumeNow } from './volume.js';

/** Hz, ms, loudness 0–1. */
export type Tone = readonly [pitch: number, ms: number, loudness: number];

/** After so much silence the loudspeaker is let go: to hold it costs a phone its battery. */
const SUSPENDED_AFTER_MS = 30_000;

let context: AudioContext | undefined;
let suspension: ReturnType<typeof setTimeout> | undefined;
let noise: AudioBuffer | undefined;

/** As loud as the player has set it on this device. */
export const play = (sound: Sound): void => {
  const share = volumeNow() / 100;
  if (share === 0) return;
  const audio = readyContext();
  if (audio === undefined) return;
  const { struck = [], rubbed = [] } = SOUNDS[sound];
  for (const each of struck) strike(audio, { ...each, loudness: each.loudness * share }, 'sine');
  for (const each of rubbed) rub(audio, { ...each, loudness: each.loudness * share });
};

/** One after the other. */
export const playTones = (tones: readonly Tone[]): void => {
  const audio = readyContext();
  if (audio === undefined) return;
  let atMs = 0;
  for (const [hz, ms, loudness] of tones) {
    strike(audio, { atMs, hz, ms, loudness }, 'triangle');
    atMs += ms;
  }
};

const strike = (
  audio: AudioContext,
  { atMs, hz, ms, loudness }: Struck,
  type: OscillatorType,
): void => {
  const at = audio.currentTime + atMs / 1_000;
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.type = type;
  tone.frequency.value = hz;
  volume.gain.setValueAtTime(loudness, at);
  volume.gain.exponentialRampToValueAtTime(SILENCE, at + ms / 1_000);
  tone.connect(volume).connect(audio.destination);
  tone.start(at);
  tone.stop(at + ms / 1_000);
};

const rub = (
  audio: AudioContext,
  { atMs, fromHz, toHz, q, swellMs, ms, loudness }: Rubbed,
): void => {
  const at = audio.currentTime + atMs / 1_000;
  const end = at + ms / 1_000;
  const source = audio.createBufferSource();
  const band = audio.createBiquadFilter();
  const volume = audio.createGain();
  noise ??= whiteNoise(audio);
  source.buffer = noise;
  band.type = 'bandpass';
  band.Q.value = q;
  band.frequency.setValueAtTime(fromHz, at);
  band.frequency.exponentialRampToValueAtTime(toHz, end);
  volume.gain.setValueAtTime(SILENCE, at);
  volume.gain.exponentialRampToValueAtTime(loudness, at + swellMs / 1_000);
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  source.connect(band).connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(end);
};

const NOISE_S = 0.5;

/** Half a second, the same for every sound. Nothing depends on what is in it. */
const whiteNoise = (audio: AudioContext): AudioBuffer => {
  const buffer = audio.createBuffer(1, NOISE_S * audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = 2 * Math.random() - 1;
  return buffer;
};

/** Silent until somebody has touched the page, because browsers ask for that. */
const readyContext = (): AudioContext | undefined => {
  if (navigator.userActivation?.hasBeenActive !== true) return undefined;
  context ??= newContext();
  if (context !== undefined) keepAwake(context);
  return context;
};

/** What is started while it is suspended is heard as soon as it goes on. */
const keepAwake = (audio: AudioContext): void => {
  clearTimeout(suspension);
  suspension = setTimeout(() => void audio.suspend().catch(ignore), SUSPENDED_AFTER_MS);
  if (audio.state !== 'running') void audio.resume().catch(ignore);
};

/** Without its sound a page goes on. */
const ignore = (): void => undefined;

/** Undefined where the browser has no sound now, for whatever reason. What is shown goes on. */
const newContext = (): AudioContext | undefined => {
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
};
