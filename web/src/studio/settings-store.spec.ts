import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_PLAYER_SETTINGS } from '../../../src/protocol/default-settings.js';
import { NO_PREFERENCES } from '../../../src/protocol/no-preferences.js';
import { preferencesOf } from './preferences-store.js';
import { settingsOf } from './settings-store.js';
import type { Studio } from './studio.js';
import { keepToken } from './token.js';

beforeEach(() => {
  vi.useFakeTimers();
  keepToken({ token: 'given', name: null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A studio that is too busy for the first questions, over a connection that works. */
const aStudio = (refusals: number, answer: object): Studio => {
  let asked = 0;
  vi.stubGlobal('fetch', () => {
    asked += 1;
    const busy = Response.json({ error: 'studio_is_busy' }, { status: 503 });
    return Promise.resolve(asked > refusals ? Response.json(answer) : busy);
  });
  return { line: createStore(() => ({ state: 'connected' })) } as unknown as Studio;
};

it('settings and preferences that fail at first come without a reconnect', async () => {
  const settings = settingsOf(aStudio(3, { ...DEFAULT_PLAYER_SETTINGS, video: false }));
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 1_500);
  expect(settings.store.getState()).toMatchObject({ isRead: true, kept: { video: false } });
  const preferences = preferencesOf(aStudio(3, { ...NO_PREFERENCES, watched: ['pb-2'] }));
  await vi.advanceTimersByTimeAsync(500 + 1_000 + 1_500);
  expect(preferences.store.getState()).toMatchObject({ isRead: true, kept: { watched: ['pb-2'] } });
});
