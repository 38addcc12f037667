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
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  expect(settings.store.getState()).toMatchObject({ isRead: true, kept: { video: false } });
  const preferences = preferencesOf(aStudio(3, { ...NO_PREFERENCES, watched: ['pb-2'] }));
  await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000);
  expect(preferences.store.getState()).toMatchObject({ isRead: true, kept: { watched: ['pb-2'] } });
});

it('settings that the studio will not give are asked for when the page connects, not before', async () => {
  const asked = vi.fn(() =>
    Promise.resolve(Response.json({ error: 'not_found' }, { status: 404 })),
  );
  vi.stubGlobal('fetch', asked);
  const line = createStore(() => ({ state: 'connected', quality: 'good' }));
  settingsOf({ line } as unknown as Studio);
  await vi.advanceTimersByTimeAsync(60_000);
  line.setState({ quality: 'slow' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(1);
  line.setState({ state: 'connecting' });
  line.setState({ state: 'connected' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveBeenCalledTimes(2);
});
