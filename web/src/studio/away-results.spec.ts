import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { english } from '../i18n/en/index.js';
import { AwayResults } from './away-results.js';
import { ownPlayerOf } from './own-player.js';
import type { Studio } from './studio.js';
import { StudioContext } from './use-studio.js';

afterEach(() => void vi.unstubAllGlobals());

it('a result is in the player’s own currency where no seat has said it, once it is known', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined)); // not answered yet
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { translation: english } } });
  const result = { table: 'pb-1', game: '1000000001', outcome: 'settled' };
  const news = { result: { ...result, stakes: '1000', paid: '2000' }, name: 'pb-1' };
  const line = createStore(() => ({
    state: 'connected',
    away: [{ ...news, currency: undefined }],
  }));
  const studio = { line } as unknown as Studio;
  const drawn = () => {
    const atStudio = createElement(StudioContext, { value: studio }, createElement(AwayResults));
    return renderToStaticMarkup(createElement(I18nextProvider, { i18n }, atStudio));
  };
  expect(drawn()).toBe('');
  const player = {
    id: '1',
    name: 'Yuki',
    mode: 'normal',
    currency: 'JPY',
    tables: null,
  } as const;
  const { store } = ownPlayerOf(studio);
  store.setState({ player });
  store.getInitialState = store.getState; // what is drawn as text is drawn from
  expect(drawn()).toContain('¥2,000');
});
