import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { afterEach, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { tabKeeps } from '../browser-keeps.js';
import { english } from '../i18n/en/index.js';
import { ConnectionBanner } from './connection-banner.js';
import type { Studio } from './studio.js';
import { StudioContext } from './use-studio.js';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: english } } });

const drawn = (state: string, reason: string): string => {
  const line = createStore(() => ({ state, reason, quality: 'lost', note: '', outcomes: [] }));
  const atStudio = createElement(
    StudioContext,
    { value: { line } as unknown as Studio },
    createElement(I18nextProvider, { i18n }, createElement(ConnectionBanner)),
  );
  return renderToStaticMarkup(atStudio);
};

afterEach(() => tabKeeps.clear());

it('whoever was launched and is signed in no more is shown the way back', () => {
  const ways = { returnUrl: 'https://casino.example/lobby', cashierUrl: null };
  tabKeeps.setItem('sabot.launch', JSON.stringify(ways));
  const said = drawn('refused', 'not_signed_in');
  expect(said).toContain('<a href="https://casino.example/lobby">Back to the casino</a>');
  expect(said).not.toContain('<button');
  expect(drawn('ended', 'second_login')).toContain('Play here</button>');
});

it('whoever was not launched can connect again', () => {
  expect(drawn('refused', 'not_signed_in')).toContain('Connect again</button>');
});
