import { expect, it } from 'vitest';
import { Manager } from 'socket.io-client';
import { RECONNECTION } from './delays.js';

it('tries connections that were lost at one moment again at different ones, within 500 to 1500 ms', () => {
  const options = { ...RECONNECTION, autoConnect: false };
  const delays = Array.from({ length: 200 }, () => {
    const manager = new Manager('http://127.0.0.1:1', options);
    const { backoff } = manager as unknown as { readonly backoff: { duration(): number } };
    return [1, 2, 3].map(() => backoff.duration());
  });
  const at = (attempt: number) => delays.map((each) => each[attempt]!);
  expect(Math.min(...at(0))).toBeGreaterThanOrEqual(500);
  expect(Math.max(...at(0))).toBeLessThanOrEqual(1_000);
  expect(new Set(at(0)).size).toBeGreaterThan(50);
  expect(Math.min(...at(1))).toBeGreaterThanOrEqual(1_000);
  expect(Math.max(...at(1), ...at(2))).toBeLessThanOrEqual(1_500);
});
