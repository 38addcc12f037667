import { expect, it } from 'vitest';
import { Manager } from 'socket.io-client';
import { RECONNECTION, spreadLaterTries } from './delays.js';

it('tries connections that were lost at one moment again at different ones, within 500 to 1500 ms', () => {
  const options = { ...RECONNECTION, autoConnect: false };
  const delays = Array.from({ length: 200 }, () => {
    const manager = new Manager('http://127.0.0.1:1', options);
    spreadLaterTries(manager);
    const { backoff, emitReserved } = manager as unknown as {
      readonly backoff: { duration(): number };
      readonly emitReserved: (event: string) => void;
    };
    return Array.from({ length: 4 }, () => {
      const delayMs = backoff.duration();
      emitReserved.call(manager, 'reconnect_attempt');
      return delayMs;
    });
  });
  const at = (attempt: number) => delays.map((each) => each[attempt]!);
  expect(Math.min(...at(0))).toBeGreaterThanOrEqual(500);
  expect(Math.max(...at(0))).toBeLessThanOrEqual(1_000);
  expect(new Set(at(0)).size).toBeGreaterThan(50);
  for (const later of [at(1), at(2), at(3)]) {
    expect(Math.min(...later)).toBeGreaterThanOrEqual(1_000);
    expect(Math.max(...later)).toBeLessThanOrEqual(1_500);
    expect(new Set(later).size).toBeGreaterThan(50);
  }
});

it('waits as long after a thousand tries, and begins anew when it has lost another line', () => {
  const manager = new Manager('http://127.0.0.1:1', { ...RECONNECTION, autoConnect: false });
  spreadLaterTries(manager);
  const { backoff, emitReserved } = manager as unknown as {
    readonly backoff: { duration(): number; reset(): void };
    readonly emitReserved: (event: string) => void;
  };
  const delays = Array.from({ length: 1_100 }, () => {
    const delayMs = backoff.duration();
    emitReserved.call(manager, 'reconnect_attempt');
    return delayMs;
  });
  expect(Math.min(...delays.slice(1))).toBeGreaterThanOrEqual(1_000);
  const firsts = Array.from({ length: 100 }, () => {
    backoff.reset();
    emitReserved.call(manager, 'close');
    const delayMs = backoff.duration();
    emitReserved.call(manager, 'reconnect_attempt');
    return delayMs;
  });
  expect(new Set(firsts).size).toBeGreaterThan(20);
});
