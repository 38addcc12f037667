import { afterEach, expect, it, vi } from 'vitest';
import { browserKeeps, tabKeeps } from './browser-keeps.js';

afterEach(() => void vi.unstubAllGlobals());

/** A storage of Chromium with its cookies blocked: each use of it throws. */
const refuse = () =>
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('denied');
    },
    removeItem: () => {
      throw new Error('denied');
    },
  });

const taking = (): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  return kept;
};

it('keeps in the browser what the browser takes', () => {
  const kept = taking();
  browserKeeps.setItem('a', '1');
  expect(kept.get('a')).toBe('1');
  expect(browserKeeps.getItem('a')).toBe('1');
  browserKeeps.removeItem('a');
  expect(browserKeeps.getItem('a')).toBeNull();
});

it('keeps it until the page is closed where the browser refuses', () => {
  refuse();
  expect(browserKeeps.getItem('b')).toBeNull();
  browserKeeps.setItem('b', '1');
  expect(browserKeeps.getItem('b')).toBe('1');
  browserKeeps.removeItem('b');
  expect(browserKeeps.getItem('b')).toBeNull();
});

it('forgets what it kept itself once the browser takes it', () => {
  refuse();
  browserKeeps.setItem('c', 'own');
  const kept = taking();
  browserKeeps.setItem('c', 'the browser’s');
  expect(browserKeeps.getItem('c')).toBe('the browser’s');
  kept.set('c', 'another tab’s');
  expect(browserKeeps.getItem('c')).toBe('another tab’s');
});

it('does without where there is no storage at all', () => {
  expect(tabKeeps.getItem('d')).toBeNull();
  tabKeeps.setItem('d', '1');
  expect(tabKeeps.getItem('d')).toBe('1');
  tabKeeps.clear();
  expect(tabKeeps.getItem('d')).toBeNull();
});
