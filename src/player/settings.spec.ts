import { describe, expect, it } from 'vitest';
import { DEFAULT_PLAYER_SETTINGS } from '../protocol/default-settings.js';
import { playerSettings } from '../protocol/http.js';
import { completeSettings } from './settings.js';

describe('settings', () => {
  it('that were never changed are the defaults', () => {
    expect(completeSettings({})).toEqual(DEFAULT_PLAYER_SETTINGS);
    expect(playerSettings.parse(DEFAULT_PLAYER_SETTINGS)).toEqual(DEFAULT_PLAYER_SETTINGS);
  });

  it('are what is stored, and the defaults for the rest', () => {
    expect(completeSettings({ language: 'it', video: false })).toEqual({
      ...DEFAULT_PLAYER_SETTINGS,
      language: 'it',
      video: false,
    });
  });

  it.each([
    ['a name that does not exist', { theme: 'pink' }],
    ['a value that no longer fits', { videoQuality: 'ultra', gameSounds: 'yes' }],
    ['a name of JavaScript’s own', JSON.parse('{"__proto__":{"video":false},"toString":1}')],
    ['nothing', null],
    ['a list', [1, 2]],
  ])('pass over %s', (_, stored) => {
    expect(completeSettings(stored)).toEqual(DEFAULT_PLAYER_SETTINGS);
  });
});
