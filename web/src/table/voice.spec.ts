/** Who listens to the table hears what the screen shows, and each bet that lies or is gone. */
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { TableCopy } from '../../../src/client/table-copy.js';
import type { PlayerResult } from '../../../src/protocol/player.js';
import { readStakes } from '../../../src/punto-banco/stakes.js';
import { DEFAULT_SETTINGS } from '../../../src/round/settings.js';
import { english } from '../i18n/en/index.js';
import type { SeatViewStore } from './seat-view-store.js';
import { Voice, saidBets } from './voice.js';

const i18n = i18next.createInstance();
await i18n.init({ lng: 'en', resources: { en: { translation: english } } });

const GAME = '1000000001';
const RESULT = { game: GAME, stakes: '2500', paid: '2500', outcome: 'refunded' } as const;

/** Everything that is said, part by part. */
const heard = (
  copy: Partial<TableCopy>,
  result?: Partial<PlayerResult>,
): Readonly<Record<string, string>> => {
  const settings = DEFAULT_SETTINGS;
  const whole = { settings, phase: 'settled', round: { game: GAME, cards: [] }, ...copy };
  const store = createStore(() => ({ copy: whole, result, asked: [] }));
  const voice = createElement(Voice, { seat: { store } as unknown as SeatViewStore });
  const page = renderToStaticMarkup(createElement(I18nextProvider, { i18n }, voice));
  const said = page.matchAll(/<p[^>]*data-part="([\w-]+)"[^>]*>([^<]*)<\/p>/g);
  return Object.fromEntries([...said].map(([, part, text]) => [part!, text!]));
};

const suspended = (from: 'dealing' | 'void', reason: string): Partial<TableCopy> => ({
  phase: 'suspended',
  suspended: { from, reason },
});

describe('who listens hears', () => {
  it('that the round is void, why, and what comes back', () => {
    expect(heard(suspended('void', 'cards_dropped'), RESULT)).toMatchObject({
      voice: 'ROUND VOID. Cards fell to the floor. They are being checked.',
      'voice-of-result': 'Returned €25.00',
    });
  });

  it('why the table waits', () => {
    expect(heard(suspended('dealing', 'misread'))['voice']).toBe(
      'PLEASE WAIT. A card was misread and is being checked.',
    );
    expect(heard(suspended('dealing', 'A card is worn'))['voice']).toBe(
      'PLEASE WAIT. The table waits for the shift manager (A card is worn).',
    );
  });

  it('that the wallet gave no stakes, while the round goes on', () => {
    const result = { ...RESULT, outcome: 'not_taken', reason: 'funds' } as const;
    expect(heard({ phase: 'dealing' }, result)['voice-of-result']).toBe(
      'Bets void, €25.00 back: your wallet has too little',
    );
  });

  it('the own result of the round on the table in place of what the table says', () => {
    const result = { ...RESULT, paid: '5000', outcome: 'settled' } as const;
    expect(heard({}, result)).toMatchObject({
      voice: '',
      'voice-of-result': 'You get €50.00 (+€25.00)',
    });
    expect(heard({}, { ...result, game: '1000000000' })).toMatchObject({
      voice: 'NEXT ROUND SOON',
      'voice-of-result': '',
    });
  });

  it('of a round that was made void later, with its number', () => {
    expect(heard({}, { ...RESULT, game: '1000000000' })['voice-of-result']).toContain(
      '1000000000 · Returned €25.00',
    );
  });
});

describe('of the bets is said', () => {
  const lies = (stakes: Record<string, string>, game = GAME) => ({
    game,
    stakes: readStakes(stakes),
  });
  const said = (...both: [before: ReturnType<typeof lies>, now: ReturnType<typeof lies>]) =>
    saidBets({ t: i18n.t, language: 'en' }, both[0], both[1], 'EUR');

  it.each([
    ['what is placed', {}, { punto: '2500' }, 'Punto: €25 on it'],
    ['what is taken off', { punto: '2500' }, {}, 'Punto: no bet'],
    [
      'all that Clear takes off',
      { punto: '2500', banco: '500' },
      {},
      'Punto: no bet, Banco: no bet',
    ],
  ])('%s', (_, before, now, words) => {
    expect(said(lies(before), lies(now))).toBe(words);
  });

  it.each([{ punto: '2500' }, { punto: '2500', banco: '500' }])(
    'nothing where a new round begins without them',
    (stakes) => {
      expect(said(lies(stakes), lies({}, '1000000002'))).toBeUndefined();
    },
  );
});
