import { describe, expect, it } from 'vitest';
import { NO_PREFERENCES } from '../protocol/no-preferences.js';
import { playerPreferences } from '../protocol/preferences.js';
import { completePreferences } from './preferences.js';

describe('preferences', () => {
  it('of whoever has kept nothing are in order', () => {
    expect(playerPreferences.parse(NO_PREFERENCES)).toEqual(NO_PREFERENCES);
  });

  it('are what is stored, and none for the rest', () => {
    expect(completePreferences({ chip: '500' }, 2)).toEqual({
      ...NO_PREFERENCES,
      chip: '500',
      version: 2,
    });
  });

  it.each([
    ['a name that does not exist', { hat: 'pink' }],
    ['a value that no longer fits', { watched: ['PB 1'], chip: 5, favourites: {} }],
    ['a name of JavaScript’s own', JSON.parse('{"__proto__":{"chip":"5"},"toString":1}')],
    ['a count', { version: 9 }],
    ['nothing', null],
    ['a list', [1, 2]],
  ])('pass over %s', (_, stored) => {
    expect(completePreferences(stored, 0)).toEqual(NO_PREFERENCES);
  });
});
