import { afterEach, describe, expect, test, vi } from 'vitest';
import { play } from './sounds.js';
import { cardSound } from './use-sounds.js';
import { setVolume } from './volume.js';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  heard.length = 0;
});

test('a browser that makes no sound is silent, and nothing else fails by it', () => {
  let asked = 0;
  class NoSound {
    constructor() {
      asked += 1;
      throw new DOMException('no more contexts', 'NotSupportedError');
    }
  }
  vi.stubGlobal('AudioContext', NoSound);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  for (let each = 0; each < 2; each += 1) expect(() => play('card')).not.toThrow();
  expect(asked).toBe(2);
});

const heard: number[] = [];
const rises = {
  value: 0,
  setValueAtTime: () => 0,
  exponentialRampToValueAtTime: (loudness: number) => heard.push(loudness),
};

/** As much of an AudioContext as a sound needs. */
class Heard {
  static latest: Heard | undefined;
  state = 'running';
  readonly currentTime = 0;
  readonly sampleRate = 100;
  readonly destination = {};
  readonly #source = { connect: (to: unknown) => to, start: () => 0, stop: () => 0 };
  createBuffer = () => ({ getChannelData: () => new Float32Array(50) });
  createBufferSource = () => ({ ...this.#source, buffer: null });
  createOscillator = () => ({ ...this.#source, type: '', frequency: { value: 0 } });
  createBiquadFilter = () => ({
    connect: (to: unknown) => to,
    type: '',
    Q: { value: 0 },
    frequency: { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 },
  });
  createGain = () => ({ gain: rises, connect: (to: unknown) => to });
  constructor() {
    Heard.latest = this;
  }
  suspend = () => Promise.resolve(void (this.state = 'suspended'));
  resume = () => Promise.resolve(void (this.state = 'running'));
}

test('a loudspeaker that is not needed for a while is let go, and taken again for the next sound', async () => {
  vi.useFakeTimers();
  vi.resetModules();
  const fresh = await import('./sounds.js');
  vi.stubGlobal('AudioContext', Heard);
  vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
  fresh.play('card');
  const { latest } = Heard;
  vi.advanceTimersByTime(20_000);
  fresh.play('card');
  vi.advanceTimersByTime(20_000);
  expect(latest?.state, 'in play').toBe('running');
  vi.advanceTimersByTime(20_000);
  expect(latest?.state, 'after a while').toBe('suspended');
  fresh.play('card');
  expect([latest?.state, Heard.latest === latest]).toEqual(['running', true]);
});

describe('the volume of this device', () => {
  test('scales every sound, is kept, and is silent at 0', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    vi.stubGlobal('AudioContext', Heard);
    vi.stubGlobal('navigator', { userActivation: { hasBeenActive: true } });
    for (const percent of [100, 50, 0]) {
      setVolume(percent);
      play('card');
    }
    // Each swells and fades away.
    expect(heard).toEqual([0.2, 0.001, 0.1, 0.001]);
    vi.resetModules();
    const { volumeNow } = await import('./volume.js');
    expect(volumeNow(), 'after a reload').toBe(0);
    kept.set('sabot.volume', 'loud');
    expect(volumeNow(), 'nonsense is no volume').toBe(100);
  });
});

test.each([
  [{ dealt: 1, open: 1 }, { dealt: 0, open: 0 }, 'deal'],
  [{ dealt: 1, open: 0 }, { dealt: 0, open: 0 }, 'card'],
  [{ dealt: 4, open: 3 }, { dealt: 4, open: 2 }, 'flip'],
  [{ dealt: 4, open: 4 }, { dealt: 4, open: 4 }, undefined],
  [{ dealt: 0, open: 0 }, { dealt: 6, open: 6 }, undefined],
] as const)('%j after %j is heard as %s', (now, before, sound) => {
  expect(cardSound(now, before)).toBe(sound);
});
