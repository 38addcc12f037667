import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConnectionState } from './connection.js';
import { LOOK_MS, type LineQuality, LineWatch } from './line-watch.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A watched line, and what the watch makes of it. */
const watched = () => {
  const reported: LineQuality[] = [];
  let state: ConnectionState = 'connecting';
  let dropped = 0;
  let isServing = true;
  let isReceived = (): void => undefined;
  let isBeaten = (_beat: { readonly nowMs: number }): void => undefined;
  let isSaid = (): void => undefined;
  let isNow = (_state: ConnectionState): void => undefined;
  const line = {
    get state() {
      return state;
    },
    get isServing() {
      return isServing;
    },
    on: (name: 'table:beat' | 'table:message' | 'table:statistics', listener: typeof isBeaten) => {
      if (name === 'table:beat') isBeaten = listener;
      else isSaid = () => listener({ nowMs: 0 });
      return () => undefined;
    },
    onReceived: (listener: () => void) => {
      isReceived = listener;
      return () => undefined;
    },
    onState: (listener: typeof isNow) => {
      isNow = listener;
      return () => undefined;
    },
    drop: () => void (dropped += 1),
  };
  const watch = new LineWatch(
    line,
    (quality) => reported.push(quality),
    () => Date.now(),
  );
  return {
    reported,
    watch,
    dropped: () => dropped,
    becomes: (now: ConnectionState) => {
      state = now;
      isNow(now);
    },
    receives: () => isReceived(),
    /** A message of a table. */
    hears: () => {
      isReceived();
      isSaid();
    },
    /** A beat that was on its way for so long. */
    beats: (awayMs = 20) => {
      isReceived();
      isBeaten({ nowMs: Date.now() - awayMs });
    },
    /** The player leaves the last table. */
    leaves: () => {
      isServing = false;
    },
    silent: (ms: number) => vi.advanceTimersByTime(ms),
  };
};

describe('a line', () => {
  it('is good while something comes every second, and lost within three seconds of silence', () => {
    const { reported, beats, becomes, silent, receives } = watched();
    becomes('connected');
    for (let second = 0; second < 20; second += 1) {
      if (second % 2 === 0) beats();
      else receives();
      silent(1_200);
    }
    expect(reported).toEqual(['good']);
    silent(2_500 - 1_200);
    expect(reported).toEqual(['good', 'slow', 'lost']);
    beats();
    expect(reported.at(-1)).toBe('good');
  });

  it('is given up after six seconds of silence, once', () => {
    const { dropped, beats, becomes, silent } = watched();
    becomes('connected');
    beats();
    silent(6_000 - LOOK_MS);
    expect(dropped()).toBe(0);
    silent(20_000);
    expect(dropped()).toBe(1);
  });

  it('may be silent where nobody beats', () => {
    const { reported, dropped, becomes, silent } = watched();
    becomes('connected');
    silent(60_000);
    expect([reported, dropped()]).toEqual([['good'], 0]);
  });

  it('is lost with the connection, and judged anew with the next', () => {
    const { reported, beats, becomes, silent } = watched();
    becomes('connected');
    beats();
    becomes('lost');
    silent(60_000);
    becomes('connected');
    silent(60_000);
    expect(reported).toEqual(['good', 'lost', 'good']);
  });

  it('is lost where a table has spoken and then nothing comes, though there was no beat', () => {
    const { reported, becomes, hears, silent } = watched();
    becomes('connected');
    hears();
    silent(3_000);
    expect(reported).toEqual(['good', 'slow', 'lost']);
  });

  it('may be silent when the last table is left', () => {
    const { reported, dropped, becomes, beats, leaves, silent } = watched();
    becomes('connected');
    beats();
    leaves();
    silent(60_000);
    expect([reported, dropped()]).toEqual([['good'], 0]);
  });

  it('is slow while its beats are late', () => {
    const { reported, beats, becomes } = watched();
    becomes('connected');
    for (const awayMs of [40, 20, 700, 1_000, 30]) beats(awayMs);
    expect(reported).toEqual(['good', 'slow', 'good']);
  });

  it('is not slow for one late beat, where others of its messages come in time', () => {
    const { reported, beats, becomes, receives, silent } = watched();
    becomes('connected');
    beats();
    beats(1_000);
    for (let second = 0; second < 3; second += 1) {
      silent(1_000);
      receives();
    }
    expect(reported).toEqual(['good', 'slow', 'good']);
  });

  it('is good though two clocks run apart', () => {
    const { reported, beats, becomes, silent } = watched();
    becomes('connected');
    for (let second = 0; second < 1_000; second += 1) {
      beats(20 + 2 * second);
      silent(1_000);
    }
    expect(reported).toEqual(['good']);
  });

  it('is not watched any more when that was stopped', () => {
    const { reported, watch, beats, becomes, silent } = watched();
    becomes('connected');
    beats();
    watch.stop();
    silent(60_000);
    expect(reported).toEqual(['good']);
  });
});
