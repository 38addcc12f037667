/**
 * The game’s sounds, made by the browser itself: no files to load. What slides or turns is filtered
 * noise, what is struck rings in partials that are no whole multiples of each other.
 */
import { volumeNow } from './volume.js';

export type Sound =
  'chip' | 'card' | 'deal' | 'flip' | 'lastBets' | 'closed' | 'win' | 'push' | 'lose';

/** Hz, ms, loudness 0–1. */
export type Tone = readonly [pitch: number, ms: number, loudness: number];

/** After so many ms from the sound’s beginning, a tone that fades. */
interface Struck {
  readonly atMs: number;
  readonly hz: number;
  readonly ms: number;
  readonly loudness: number;
}

/** Noise in a band that moves from one pitch to another, and swells before it fades. */
interface Rubbed {
  readonly atMs: number;
  readonly fromHz: number;
  readonly toHz: number;
  /** How narrow the band is. */
  readonly q: number;
  readonly swellMs: number;
  readonly ms: number;
  readonly loudness: number;
}

interface Made {
  readonly struck?: readonly Struck[];
  readonly rubbed?: readonly Rubbed[];
}

/** A bell: its strike note, and two partials that fade sooner. */
const bell = (atMs: number, hz: number, ms: number, loudness: number): readonly Struck[] => [
  { atMs, hz, ms, loudness },
  { atMs, hz: hz * 2.76, ms: ms * 0.45, loudness: loudness * 0.35 },
  { atMs, hz: hz * 5.4, ms: ms * 0.2, loudness: loudness * 0.15 },
];

/** Clay on clay: short, bright, and no note. */
const clay = (atMs: number, loudness: number): readonly Struck[] => [
  { atMs, hz: 2_350, ms: 46, loudness },
  { atMs, hz: 3_720, ms: 30, loudness: loudness * 0.7 },
  { atMs, hz: 5_140, ms: 18, loudness: loudness * 0.5 },
];

const SLIDE: Rubbed = {
  ...{ atMs: 0, fromHz: 1_500, toHz: 4_200, q: 0.8 },
  ...{ swellMs: 45, ms: 190, loudness: 0.2 },
};
const SNAP: Rubbed = {
  ...{ atMs: 60, fromHz: 3_400, toHz: 1_100, q: 1.4 },
  ...{ swellMs: 4, ms: 60, loudness: 0.3 },
};
const FLIP: readonly Rubbed[] = [
  { ...SLIDE, fromHz: 2_600, toHz: 3_600, swellMs: 20, ms: 70, loudness: 0.1 },
  SNAP,
];
/** A card that is turned as it comes is turned so long after it has left the shoe. */
const TURNED_MS = 210;

const SOUNDS: Readonly<Record<Sound, Made>> = {
  chip: { struck: [...clay(0, 0.1), ...clay(42, 0.05)] },
  card: { rubbed: [SLIDE] },
  deal: { rubbed: [SLIDE, ...FLIP.map((each) => ({ ...each, atMs: each.atMs + TURNED_MS }))] },
  flip: { rubbed: FLIP },
  lastBets: { struck: [...bell(0, 880, 260, 0.08), ...bell(150, 880, 260, 0.06)] },
  closed: { struck: [...bell(0, 660, 320, 0.08), ...bell(120, 440, 480, 0.08)] },
  win: {
    struck: [523, 659, 784, 1_047].flatMap((hz, index) => bell(index * 95, hz, 620, 0.09)),
  },
  push: { struck: [...bell(0, 523, 260, 0.06), ...bell(130, 523, 320, 0.045)] },
  lose: { struck: [...bell(0, 330, 320, 0.04), ...bell(150, 262, 420, 0.035)] },
};

let context: AudioContext | undefined;
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

const SILENCE = 0.001;
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
  return context;
};

/** Undefined where the browser has no sound now, for whatever reason. What is shown goes on. */
const newContext = (): AudioContext | undefined => {
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
};
