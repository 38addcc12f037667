import { afterEach, expect, test, vi } from 'vitest';
import { play } from './sounds.js';

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
