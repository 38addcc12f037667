import { describe, expect, it } from 'vitest';
import { NO_PREFERENCES, WATCHED_MOST } from '../../../src/protocol/no-preferences.js';
import type { PlayerPreferences, PreferencesChange } from '../../../src/protocol/preferences.js';
import { HttpRefused } from '../studio/http.js';
import { KeptStore } from '../studio/kept-store.js';
import { changePin, withPin } from './watched-tables.js';

/** A studio that keeps these, and says what it was asked to keep. */
const keeping = (watched: string[], read: () => Promise<void> = () => Promise.resolve()) => {
  const sent: PreferencesChange[] = [];
  let kept: PlayerPreferences = { ...NO_PREFERENCES, watched };
  const preferences = new KeptStore<PlayerPreferences, PreferencesChange>(NO_PREFERENCES, {
    read: () => read().then(() => kept),
    change: async (change) => {
      sent.push(change);
      return (kept = { ...kept, ...change } as PlayerPreferences);
    },
  });
  return { sent, preferences };
};

describe('the watched tables', () => {
  it('are pinned and taken off in turn', () => {
    expect(withPin([], 'pb-2')).toEqual(['pb-2']);
    expect(withPin(['pb-2'], 'pb-1')).toEqual(['pb-2', 'pb-1']);
    expect(withPin(['pb-2', 'pb-1'], 'pb-2')).toEqual(['pb-1']);
  });

  it('are no more than fit', () => {
    const full = ['a', 'b', 'c', 'd'];
    expect(full).toHaveLength(WATCHED_MOST);
    expect(withPin(full, 'e')).toEqual(full);
    expect(withPin(full, 'c')).toEqual(['a', 'b', 'd']);
  });

  it('stay where one is pinned before they are read', async () => {
    const { sent, preferences } = keeping(['pb-2', 'pb-3']);
    void preferences.readAgain();
    expect(await changePin(preferences, {}, 'pb-1')).toEqual(['pb-2', 'pb-3', 'pb-1']);
    expect(await changePin(preferences, {}, 'pb-2')).toEqual(['pb-3', 'pb-1']);
    await preferences.readAgain();
    expect(sent).toEqual([{ watched: ['pb-2', 'pb-3', 'pb-1'] }, { watched: ['pb-3', 'pb-1'] }]);
  });

  it('give way where they are the player’s own no more', async () => {
    const { sent, preferences } = keeping(['a', 'b', 'c', 'd']);
    expect(await changePin(preferences, { tables: ['a', 'c', 'e'] }, 'e')).toEqual(['a', 'c', 'e']);
    await preferences.readAgain();
    expect(sent).toEqual([{ watched: ['a', 'c', 'e'] }]);
  });

  it('are left alone where they cannot be read', async () => {
    const refused = () => Promise.reject(new HttpRefused('no_answer'));
    const { sent, preferences } = keeping(['pb-2'], refused);
    expect(await changePin(preferences, {}, 'pb-1')).toBeUndefined();
    await preferences.readAgain();
    expect(sent).toEqual([]);
  });
});
