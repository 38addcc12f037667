import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../../src/round/settings.js';
import { type FieldFault, type Typed, readSettings, typedSettings } from './new-settings.js';

const SET = DEFAULT_SETTINGS;
const typed = (edits: Partial<Typed>, language = 'en') =>
  readSettings({ ...typedSettings(SET, language), ...edits }, SET, language);

describe('settings as they are typed', () => {
  it.each(['en', 'it'])('change nothing where nothing was typed (%s)', (language) => {
    const set = { ...SET, betMs: 3_600_500, cardsMaxMs: 1_200_000, streamLostMs: 1_500 };
    expect(readSettings(typedSettings(set, language), set, language)).toEqual({
      ok: true,
      change: {},
    });
  });

  it('are seconds and hours, with a point or a comma', () => {
    expect(typed({ betMs: '12,5', cardsMaxMs: '0.5', streamLostMs: '3' })).toEqual({
      ok: true,
      change: { betMs: 12_500, cardsMaxMs: 1_800_000, streamLostMs: 3_000 },
    });
  });

  it('are money for tips, and none where nothing is typed', () => {
    expect(typed({ tipMax: '50,5' }, 'it')).toEqual({ ok: true, change: { tipMax: '5050' } });
    const set = { ...SET, tipMax: '5000' };
    const empty = { ...typedSettings(set, 'en'), tipMax: '' };
    expect(readSettings(empty, set, 'en')).toEqual({ ok: true, change: { tipMax: null } });
  });

  it('name what changes, and the codes whole', () => {
    expect(
      typed({ name: ' Salon ', opensItself: 'false', confirms: 'dealer', cutCard: 'END' }),
    ).toEqual({
      ok: true,
      change: {
        name: 'Salon',
        opensItself: false,
        confirms: 'dealer',
        scanCodes: { ...SET.scanCodes, cutCard: 'END' },
      },
    });
  });

  it('left empty: no encoder is watched, no stream is shown', () => {
    const set = { ...SET, streamLostMs: 3_000, videoUrl: 'https://video.example/1' };
    const empty = { ...typedSettings(set, 'en'), streamLostMs: ' ', videoUrl: '' };
    expect(readSettings(empty, set, 'en')).toEqual({
      ok: true,
      change: { streamLostMs: null, videoUrl: null },
    });
  });

  it.each<[keyof Typed, string, FieldFault]>([
    ['betMs', 'soon', 'not_a_number'],
    ['betMs', '', 'not_a_number'],
    ['betMs', '0.9', 'out_of_range'],
    ['pauseMs', '601', 'out_of_range'],
    ['cardsMaxMs', '24.1', 'out_of_range'],
    ['lastBetsMs', '15.1', 'longer_than_bets'],
    ['name', ' ', 'missing'],
    ['videoUrl', 'javascript:alert(1)', 'not_a_url'],
    ['format', '<rank>', 'codes_unsound'],
    ['tipMax', '0', 'not_a_number'],
    ['tipMax', '5.001', 'not_a_number'],
    ['tipMax', '9999999999999', 'limits_too_high'],
  ])('%s “%s” is %s', (name, text, fault) => {
    expect(typed({ [name]: text })).toEqual({ ok: false, faults: { [name]: fault } });
  });
});
