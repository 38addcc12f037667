import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAYER_SETTINGS } from '../../../src/protocol/default-settings.js';
import type { PlayerSettings, SettingsChange } from '../../../src/protocol/http.js';
import { HttpRefused } from './http.js';
import { SettingsStore } from './settings-store.js';

/** A studio that keeps settings, and answers when the test lets it. */
const aPlace = (kept: Partial<PlayerSettings> = {}) => {
  let settings: PlayerSettings = { ...DEFAULT_PLAYER_SETTINGS, ...kept };
  const answers: (() => void)[] = [];
  const sent: SettingsChange[] = [];
  let isRefusing = false;
  return {
    sent,
    refuse: (is: boolean) => (isRefusing = is),
    answer: async () => {
      answers.shift()!();
      await new Promise((resolve) => setImmediate(resolve));
    },
    read: async () => {
      if (isRefusing) throw new HttpRefused('no_answer');
      return settings;
    },
    change: (change: SettingsChange) =>
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

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the settings', () => {
  it('are the studio’s defaults until they are read', () => {
    const { settings, isRead } = new SettingsStore(aPlace({ video: false })).store.getState();
    expect({ settings, isRead }).toEqual({ settings: DEFAULT_PLAYER_SETTINGS, isRead: false });
  });

  it('are read once, and again where that failed', async () => {
    const place = aPlace({ video: false });
    const store = new SettingsStore(place);
    place.refuse(true);
    await store.read();
    expect(store.store.getState()).toMatchObject({ isRead: false, fault: 'no_answer' });
    place.refuse(false);
    await store.read();
    expect(store.store.getState()).toMatchObject({ isRead: true, fault: undefined });
    expect(store.store.getState().settings.video).toBe(false);
  });

  it('are drawn as changed before the studio answers', async () => {
    const place = aPlace();
    const store = new SettingsStore(place);
    void store.change({ gameSounds: false });
    expect(store.store.getState().settings.gameSounds).toBe(false);
    await settled();
    await place.answer();
    expect(store.store.getState()).toMatchObject({ isRead: true, fault: undefined });
    expect(store.store.getState().settings.gameSounds).toBe(false);
  });

  it('are put back where the studio refuses, and other changes stay', async () => {
    const place = aPlace();
    const store = new SettingsStore(place);
    void store.change({ gameSounds: false });
    void store.change({ video: false });
    await settled();
    place.refuse(true);
    await place.answer();
    expect(store.store.getState().fault).toBe('too_many_messages');
    expect(store.store.getState().settings).toMatchObject({ gameSounds: true, video: false });
    place.refuse(false);
    await settled();
    await place.answer();
    expect(store.store.getState().settings).toMatchObject({ gameSounds: true, video: false });
  });

  it('are sent one change after the other', async () => {
    const place = aPlace();
    const store = new SettingsStore(place);
    void store.change({ video: false });
    void store.change({ video: true });
    await settled();
    expect(place.sent).toEqual([{ video: false }]);
    await place.answer();
    expect(place.sent).toEqual([{ video: false }, { video: true }]);
    expect(store.store.getState().settings.video).toBe(true);
  });
});
