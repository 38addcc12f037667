import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { DEFAULT_SETTINGS } from '../../../src/round/settings.js';
import { english } from '../i18n/en/index.js';
import type { Studio } from '../studio/studio.js';
import { StudioContext } from '../studio/use-studio.js';
import { PhaseBar } from './phase-bar.js';
import type { SeatViewStore } from './seat-view-store.js';

it.each([
  ['lost', undefined, 'NO CONNECTION'],
  ['lost', 'not_allowed', 'NO CONNECTION'],
  ['good', undefined, 'NO CONNECTION'],
  ['good', 'not_allowed', 'This table is not open to you.'],
  ['good', 'table_is_moving', 'The table cannot be reached at the moment.'],
])('on a %s line, refused as %s, a table of before says %s', async (quality, absent, words) => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { translation: english } } });
  const copy = { phase: 'betting', round: null, settings: DEFAULT_SETTINGS };
  const store = createStore(() => ({ copy, asked: [], isHere: false, absent }));
  const studio = { line: createStore(() => ({ quality })) } as unknown as Studio;
  const bar = createElement(PhaseBar, { seat: { store } as unknown as SeatViewStore });
  const atStudio = createElement(StudioContext, { value: studio }, bar);
  const text = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, atStudio));
  expect(text).toContain(`<strong>${words}</strong><span>Accepted bets stay and play.</span>`);
});
