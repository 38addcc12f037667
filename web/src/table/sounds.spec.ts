import { afterEach, describe, expect, test, vi } from 'vitest';
import { play } from './sounds.js';
import { setVolume } from './volume.js';

afterEach(() => vi.unstubAllGlobals());

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

describe('the volume of this device', () => {
  const heard: number[] = [];
  class Heard {
    readonly currentTime = 0;
    readonly destination = {};
    createOscillator() {
      const connect = (to: unknown) => to;
      return { type: '', frequency: { value: 0 }, connect, start: () => 0, stop: () => 0 };
    }
    createGain() {
      const gain = {
        setValueAtTime: (loudness: number) => heard.push(loudness),
        exponentialRampToValueAtTime: () => 0,
      };
      return { gain, connect: () => 0 };
    }
  }

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
    expect(heard).toEqual([0.16, 0.08]);
    vi.resetModules();
    const { volumeNow } = await import('./volume.js');
    expect(volumeNow(), 'after a reload').toBe(0);
    kept.set('sabot.volume', 'loud');
    expect(volumeNow(), 'nonsense is no volume').toBe(100);
  });
});
