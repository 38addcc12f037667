import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { LineQuality } from '../../../src/client/line-watch.js';
import { followSlow } from './slow-line.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const aLine = (quality: LineQuality = 'good') => {
  const line = createStore<{ quality: LineQuality }>(() => ({ quality }));
  const reported: boolean[] = [];
  const stop = followSlow(line, (isSlow) => reported.push(isSlow));
  const is = (now: LineQuality, forMs: number) => {
    line.setState({ quality: now });
    vi.advanceTimersByTime(forMs);
  };
  return { reported, stop, is };
};

it('a line that is slow three times within ten seconds changes the picture once', () => {
  const { reported, is } = aLine();
  for (let times = 0; times < 3; times += 1) {
    is('slow', 2_000);
    is('good', 1_300);
  }
  expect(reported).toEqual([true]);
});

it('a line is good again after fifteen seconds without a break', () => {
  const { reported, is } = aLine('slow');
  is('good', 14_000);
  is('lost', 1_000);
  is('good', 14_999);
  expect(reported).toEqual([true]);
  is('good', 1);
  expect(reported).toEqual([true, false]);
  is('slow', 0);
  expect(reported).toEqual([true, false, true]);
});

it('reports nothing once it is stopped', () => {
  const { reported, stop, is } = aLine('slow');
  is('good', 0);
  stop();
  is('good', 20_000);
  expect(reported).toEqual([true]);
});
