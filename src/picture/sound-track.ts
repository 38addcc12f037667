/**
 * The sound of the film: cards that slide and are turned, and chips, mixed into the samples that
 * each frame lasts. They are made by the figures by which the page makes its own.
 */
import {
  type Made,
  type Rubbed,
  SILENCE,
  SOUNDS,
  type Sound,
  type Struck,
} from '../protocol/made-sounds.js';

export const SAMPLES_PER_S = 48_000;
/** Of a struck or rubbed sound of loudness 1. */
const FULL_SCALE = 0.9 * 32_767;
/** A camera’s microphone is nearer than a player’s ear. */
const LOUDER = 2;

interface Playing {
  readonly samples: Float32Array;
  /** Of the track, where it begins. */
  readonly from: number;
}

export class SoundTrack {
  readonly #made = new Map<Sound, Float32Array>();
  #playing: Playing[] = [];
  /** Samples that were taken. */
  #taken = 0;

  /** `inMs`: after what was taken last. */
  play(sound: Sound, inMs: number): void {
    const samples = this.#made.get(sound) ?? madeOf(SOUNDS[sound]);
    this.#made.set(sound, samples);
    const from = this.#taken + Math.round((Math.max(0, inMs) / 1_000) * SAMPLES_PER_S);
    this.#playing.push({ samples, from });
  }

  /** The next `count` samples: signed, of 16 bits, little-endian. */
  take(count: number): Buffer {
    const mixed = new Float32Array(count);
    for (const { samples, from } of this.#playing) {
      const first = Math.max(0, from - this.#taken);
      for (let at = first; at < count; at += 1) {
        const sample = samples[this.#taken + at - from];
        if (sample === undefined) break;
        mixed[at]! += sample;
      }
    }
    this.#taken += count;
    this.#playing = this.#playing.filter(
      ({ samples, from }) => from + samples.length > this.#taken,
    );
    const bytes = Buffer.alloc(2 * count);
    for (const [at, sample] of mixed.entries()) {
      const level = Math.round(LOUDER * sample * FULL_SCALE);
      bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, level)), 2 * at);
    }
    return bytes;
  }
}

const samplesOf = (ms: number): number => Math.ceil((ms / 1_000) * SAMPLES_PER_S);

const madeOf = ({ struck = [], rubbed = [] }: Made): Float32Array => {
  const ends = [...struck, ...rubbed].map(({ atMs, ms }) => samplesOf(atMs + ms));
  const samples = new Float32Array(Math.max(0, ...ends));
  for (const each of struck) strike(samples, each);
  for (const each of rubbed) rub(samples, each);
  return samples;
};

const strike = (samples: Float32Array, { atMs, hz, ms, loudness }: Struck): void => {
  const [from, length] = [samplesOf(atMs), samplesOf(ms)];
  for (let at = 0; at < length && from + at < samples.length; at += 1) {
    const fading = loudness * (SILENCE / loudness) ** (at / length);
    samples[from + at]! += fading * Math.sin((2 * Math.PI * hz * at) / SAMPLES_PER_S);
  }
};

/** The filter’s pitch moves in steps of so many samples. */
const STEP = 64;

/** Noise through a band-pass of the second order, as the browser’s. */
const rub = (samples: Float32Array, rubbed: Rubbed): void => {
  const { atMs, fromHz, toHz, q, swellMs, ms, loudness } = rubbed;
  const [from, length, swell] = [samplesOf(atMs), samplesOf(ms), samplesOf(swellMs)];
  const next = noise();
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  let [gain, a1, a2] = [0, 0, 0];
  for (let at = 0; at < length && from + at < samples.length; at += 1) {
    if (at % STEP === 0) {
      const angle = (2 * Math.PI * fromHz * (toHz / fromHz) ** (at / length)) / SAMPLES_PER_S;
      const alpha = Math.sin(angle) / (2 * q);
      const scale = 1 + alpha;
      [gain, a1, a2] = [alpha / scale, (-2 * Math.cos(angle)) / scale, (1 - alpha) / scale];
    }
    const x = next();
    const y = gain * (x - x2) - a1 * y1 - a2 * y2;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    const fading =
      at < swell
        ? SILENCE * (loudness / SILENCE) ** (at / swell)
        : loudness * (SILENCE / loudness) ** ((at - swell) / Math.max(1, length - swell));
    samples[from + at]! += fading * y;
  }
};

/** The same for every sound. Nothing depends on what is in it. */
const noise = (): (() => number) => {
  let state = 0x2545_f491;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 2 ** 31;
  };
};
