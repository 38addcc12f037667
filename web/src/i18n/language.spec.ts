import { afterEach, expect, it, vi } from 'vitest';
import { preferredLanguage } from './index.js';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['Italian first', ['it-IT', 'it', 'en-US', 'en'], null, 'it'],
  ['English first', ['en-GB', 'en', 'it'], null, 'en'],
  ['one that the page has after one that it has not', ['de-CH', 'it', 'en'], null, 'it'],
  ['none that the page has', ['de-CH', 'fr'], null, 'en'],
  ['Italian first, where English was chosen', ['it-IT', 'en'], 'en', 'en'],
  ['English first, where Italian was chosen', ['en-US', 'it'], 'it', 'it'],
  ['English first, where an unknown one was chosen', ['it-IT', 'en'], 'de', 'it'],
])('a browser that wants %s', (_, languages, chosen, language) => {
  vi.stubGlobal('navigator', { languages });
  expect(preferredLanguage(chosen)).toBe(language);
});
