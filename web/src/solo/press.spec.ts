import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LONG_PRESS_MS, Press } from './press.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const MOUSE = { pointerType: 'mouse', button: 0 };
/** How often it was clicked, as the browser counts. */
const CLICK = { detail: 1 };
const KEY = { detail: 0 };

describe('a press', () => {
  it('that is short puts a chip', () => {
    const [press, onLong] = [new Press(), vi.fn()];
    press.down(MOUSE, onLong);
    vi.advanceTimersByTime(LONG_PRESS_MS - 1);
    press.stop();
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(press.isShort(CLICK)).toBe(true);
    expect(onLong).not.toHaveBeenCalled();
  });

  it('that is long takes one back, and its click puts none', () => {
    const [press, onLong] = [new Press(), vi.fn()];
    press.down(MOUSE, onLong);
    vi.advanceTimersByTime(LONG_PRESS_MS);
    press.stop();
    expect(onLong).toHaveBeenCalledTimes(1);
    expect(press.isShort(CLICK)).toBe(false);
  });

  it('of a key after a long one puts a chip', () => {
    const press = new Press();
    press.down(MOUSE, vi.fn());
    vi.advanceTimersByTime(LONG_PRESS_MS);
    press.stop();
    expect(press.isShort(CLICK)).toBe(false);
    expect(press.isShort(KEY)).toBe(true);
  });

  it('of a key after a long touch that ended without a click puts a chip', () => {
    const press = new Press();
    press.down({ pointerType: 'touch', button: 0 }, vi.fn());
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(press.isShort(KEY)).toBe(true);
  });

  it('of another button is never long, and a long touch takes one back once', () => {
    const [press, onLong] = [new Press(), vi.fn()];
    press.down({ pointerType: 'mouse', button: 2 }, onLong);
    press.menu(onLong);
    vi.advanceTimersByTime(LONG_PRESS_MS);
    expect(onLong).toHaveBeenCalledTimes(1);
    press.down({ pointerType: 'touch', button: 0 }, onLong);
    vi.advanceTimersByTime(LONG_PRESS_MS);
    press.menu(onLong);
    expect(onLong).toHaveBeenCalledTimes(2);
  });
});
