import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_PLAYER_SETTINGS } from '../../../src/protocol/default-settings.js';
import type { PlayerSettings, PlayerSettingsChange } from '../../../src/protocol/http.js';
import { type HttpFault, HttpRefused } from './http.js';
import { KeptStore, readAgainAfter } from './kept-store.js';

/** A studio that keeps settings, and answers when the test lets it. */
const aPlace = (kept: Partial<PlayerSettings> = {}) => {
  let settings: PlayerSettings = { ...DEFAULT_PLAYER_SETTINGS, ...kept };
  const answers: (() => void)[] = [];
  const sent: PlayerSettingsChange[] = [];
  let reads = 0;
  let isRefusing = false;
  let fault: HttpFault = 'no_answer';
  return {
    sent,
    refuse: (is: boolean, why: HttpFault = 'no_answer') => {
      isRefusing = is;
      fault = why;
    },
    answer: async () => {
      answers.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    },
    reads: () => reads,
    read: async () => {
      reads += 1;
      if (isRefusing) throw new HttpRefused(fault);
      return settings;
    },
    change: (change: PlayerSettingsChange) =>
      new Promise<PlayerSettings>((resolve, reject) => {
        sent.push(change);
        answers.push(() => {
          if (isRefusing) return reject(new HttpRefused('too_many_messages'));
          settings = { ...settings, ...change } as PlayerSettings;
          resolve(settings);
        });
      }),
  };
};

const storeOf = (place: ReturnType<typeof aPlace>) =>
  new KeptStore<PlayerSettings, PlayerSettingsChange>(DEFAULT_PLAYER_SETTINGS, place);

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('what is kept of a player', () => {
  it('is as before anything was kept until it is read', () => {
    const { kept, isRead } = storeOf(aPlace({ video: false })).store.getState();
    expect({ kept, isRead }).toEqual({ kept: DEFAULT_PLAYER_SETTINGS, isRead: false });
  });

  it('is read once, and again where that failed', async () => {
    const place = aPlace({ video: false });
    const store = storeOf(place);
    place.refuse(true);
    await store.read();
    expect(store.store.getState()).toMatchObject({ isRead: false, fault: 'no_answer' });
    place.refuse(false);
    await store.read();
    expect(store.store.getState()).toMatchObject({ isRead: true, fault: undefined });
    expect(store.store.getState().kept.video).toBe(false);
  });

  it('is read until it has come, and no more then', async () => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => {
      vi.useRealTimers();
      vi.restoreAllMocks();
    });
    const place = aPlace({ video: false });
    const store = storeOf(place);
    place.refuse(true);
    void store.comes();
    await vi.advanceTimersByTimeAsync(500 + 1_000);
    expect(place.reads()).toBe(3);
    place.refuse(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(store.store.getState()).toMatchObject({ isRead: true, kept: { video: false } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(place.reads()).toBe(4);
  });

  it.each<[HttpFault, from: number, to: number]>([
    ['malformed_request', 1, 1],
    ['not_signed_in', 1, 1],
    ['not_allowed', 1, 1],
    ['not_found', 1, 1],
    ['no_answer', 20, 50],
    ['studio_is_busy', 20, 50],
    ['too_many_messages', 20, 50],
    ['internal_error', 20, 50],
  ])('is asked for within ten minutes of %s %i to %i times', async (fault, from, to) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const place = aPlace();
    place.refuse(true, fault);
    void storeOf(place).comes();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(place.reads()).toBeGreaterThanOrEqual(from);
    expect(place.reads()).toBeLessThanOrEqual(to);
  });

  it('is waited for longer each time, up to half a minute, and by chance', () => {
    const bounds = (chance: number) =>
      [1, 2, 3, 4, 5, 6, 2_000].map((failures) => readAgainAfter(failures, chance));
    expect(bounds(0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
    expect(bounds(1)).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('is not read twice for one who asks while it is being read', async () => {
    const place = aPlace({ video: false });
    const store = storeOf(place);
    void store.readAgain();
    await store.read();
    expect(store.store.getState()).toMatchObject({ isRead: true, kept: { video: false } });
    expect(place.reads()).toBe(1);
  });

  it('is drawn as changed before the studio answers', async () => {
    const place = aPlace();
    const store = storeOf(place);
    void store.change({ gameSounds: false });
    expect(store.store.getState().kept.gameSounds).toBe(false);
    await settled();
    await place.answer();
    expect(store.store.getState()).toMatchObject({ isRead: true, fault: undefined });
    expect(store.store.getState().kept.gameSounds).toBe(false);
  });

  it('is put back where the studio refuses, and other changes stay', async () => {
    const place = aPlace();
    const store = storeOf(place);
    void store.change({ gameSounds: false });
    void store.change({ video: false });
    await settled();
    place.refuse(true);
    await place.answer();
    expect(store.store.getState().fault).toBe('too_many_messages');
    expect(store.store.getState().kept).toMatchObject({ gameSounds: true, video: false });
    place.refuse(false);
    await settled();
    await place.answer();
    expect(store.store.getState().kept).toMatchObject({ gameSounds: true, video: false });
  });

  it('is read again after the changes that are under way', async () => {
    const place = aPlace();
    const store = storeOf(place);
    void store.change({ video: false });
    const read = store.readAgain();
    await settled();
    await place.answer();
    await read;
    expect(store.store.getState().kept.video).toBe(false);
  });

  it('is sent one change after the other', async () => {
    const place = aPlace();
    const store = storeOf(place);
    void store.change({ video: false });
    void store.change({ video: true });
    await settled();
    expect(place.sent).toEqual([{ video: false }]);
    await place.answer();
    expect(place.sent).toEqual([{ video: false }, { video: true }]);
    expect(store.store.getState().kept.video).toBe(true);
  });
});
