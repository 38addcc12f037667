import { describe, expect, it, vi } from 'vitest';
import { timeLimit } from './within.js';

describe('a time limit', () => {
  it('ends what takes too long, by name', () => {
    vi.useFakeTimers();
    try {
      const { signal } = timeLimit(100, undefined);
      vi.advanceTimersByTime(99);
      expect(signal.aborted).toBe(false);
      vi.advanceTimersByTime(1);
      expect(signal.reason).toMatchObject({ name: 'TimeoutError' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('ends with what it stops with, also where that was stopped before', () => {
    const stop = new AbortController();
    const { signal, clear } = timeLimit(60_000, stop.signal);
    stop.abort(new Error('stopped'));
    expect(signal.reason).toEqual(new Error('stopped'));
    clear();
    const late = timeLimit(60_000, stop.signal);
    expect(late.signal.aborted).toBe(true);
    late.clear();
  });

  it('leaves nothing behind with what it stops with, once it is cleared', () => {
    const stop = new AbortController();
    const left = vi.spyOn(stop.signal, 'removeEventListener');
    const { signal, clear } = timeLimit(60_000, stop.signal);
    clear();
    stop.abort();
    expect(signal.aborted).toBe(false);
    expect(left).toHaveBeenCalledOnce();
  });
});
