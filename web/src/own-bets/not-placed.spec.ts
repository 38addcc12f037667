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
import type { SeatViewStore } from '../table/seat-view-store.js';
import { NotPlaced } from './not-placed.js';

it('the credit that does not cover a bet is the account’s, not that of the last bet here', async () => {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: 'en', resources: { en: { translation: english } } });
  const account = createStore(() => ({ session: { balance: 1_200n } }));
  const refused = { kind: 'refusal', refusal: 'insufficient_funds', count: 1 };
  const store = createStore(() => ({
    copy: { settings: DEFAULT_SETTINGS },
    known: { own: { balance: 9_900n, stakes: new Map() } },
    notices: [{ ...refused, bet: { kind: 'place_all', stakes: {} } }],
  }));
  const studio = { account } as unknown as Studio;
  const notPlaced = createElement(NotPlaced, { seat: { store } as unknown as SeatViewStore });
  const atStudio = createElement(StudioContext, { value: studio }, notPlaced);
  const text = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, atStudio));
  expect(text).toContain('Your credit of €12 does not cover this.');
});
