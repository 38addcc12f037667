import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { english } from '../i18n/en/index.js';
import { SessionBanner } from './session-banner.js';
import type { Studio } from './studio.js';
import { StudioContext } from './use-studio.js';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: english } } });

const ENDED = { reason: 'idle', amount: 5_025n, atMs: 1_000 } as const;

/** What is said at 0 ms. */
const drawn = (state: string, account: object): string => {
  const studio = { line: createStore(() => ({ state })), account: createStore(() => account) };
  const banner = createElement(SessionBanner, { currency: 'EUR', nowMs: () => 0 });
  const atStudio = createElement(
    StudioContext,
    { value: studio as unknown as Studio },
    createElement(I18nextProvider, { i18n }, banner),
  );
  return renderToStaticMarkup(atStudio);
};

it('a warning comes before the end of an earlier session, which is said again after it', () => {
  expect(drawn('connected', { ended: ENDED, endsAtMs: 20_000 })).toContain('ends in 0:20');
  expect(drawn('connected', { ended: ENDED, endsAtMs: undefined })).toContain('€50.25');
  expect(drawn('connected', { ended: undefined, endsAtMs: undefined })).toBe('');
});

it('a page that is cut off warns of nothing, since the session may go on elsewhere', () => {
  const warned = { ended: undefined, endsAtMs: 20_000 };
  expect(drawn('lost', warned)).toContain('ends in 0:20');
  expect(drawn('ended', warned)).toBe('');
  expect(drawn('refused', warned)).toBe('');
});
