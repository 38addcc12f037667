import { describe, expect, it } from 'vitest';
import { SPOTS } from '../punto-banco/spot.js';
import {
  DEFAULT_SETTINGS,
  type TableSettings,
  bettingRules,
  isSound,
  readSettings,
} from './settings.js';
import { DEFAULT_BETTING_RULES } from '../punto-banco/limits.js';

const limitsOf = (min: string, max: string): Partial<TableSettings> => ({
  limits: { ...DEFAULT_SETTINGS.limits, egalite: { min, max } },
});

describe('settings', () => {
  it('by default are valid, and give the betting rules of RULES 1.7', () => {
    expect(isSound(DEFAULT_SETTINGS)).toBe(true);
    expect(bettingRules(DEFAULT_SETTINGS)).toEqual(DEFAULT_BETTING_RULES);
    expect(Object.keys(DEFAULT_SETTINGS.limits)).toEqual([...SPOTS]);
  });

  it.each<[string, Partial<TableSettings>]>([
    ['LAST BETS for all of the betting', { betMs: 5_000, lastBetsMs: 5_000 }],
    ['no pause', { pauseMs: 0 }],
    ['one deck', { decks: 1 }],
    ['one chip', { chips: ['100'] }],
    ['one stake only', limitsOf('500', '500')],
    ['a stream', { videoUrl: 'https://video.example/pb-1/index.m3u8' }],
    ['a stream on the local network', { videoUrl: 'http://10.0.0.7:8889/pb-1/whep' }],
  ])('with %s are sound', (_, changed) => {
    expect(isSound({ ...DEFAULT_SETTINGS, ...changed })).toBe(true);
  });

  it.each<[string, Partial<TableSettings>]>([
    ['LAST BETS longer than the betting', { betMs: 5_000, lastBetsMs: 5_001 }],
    ['a negative pause', { pauseMs: -1 }],
    ['half a millisecond', { betMs: 10_000.5 }],
    ['no deck', { decks: 0 }],
    ['nine decks', { decks: 9 }],
    ['half a deck', { decks: 1.5 }],
    ['no placements', { placementsMax: 0 }],
    ['no chips', { chips: [] }],
    ['a chip worth nothing', { chips: ['0', '100'] }],
    ['chips that fall', { chips: ['500', '100'] }],
    ['a chip that is not an amount', { chips: ['1.00'] }],
    ['a maximum below the minimum', limitsOf('501', '500')],
    ['a minimum of nothing', limitsOf('0', '500')],
    ['a limit that is not an amount', limitsOf('100', 'unlimited')],
    ['an unknown paytable', { paytable: 'punto-banco-0' }],
    ['a stream from nowhere', { videoUrl: '' }],
    ['a stream that is a program', { videoUrl: 'javascript:alert(1)' }],
    ['a stream without a host', { videoUrl: 'https:///index.m3u8' }],
    ['a stream with a gap', { videoUrl: 'https://video.example/a b' }],
  ])('with %s are not', (_, changed) => {
    expect(isSound({ ...DEFAULT_SETTINGS, ...changed })).toBe(false);
  });

  it('that were written before there were streams have none', () => {
    const { videoUrl, ...stored } = DEFAULT_SETTINGS;
    expect(videoUrl).toBeNull();
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
    const streamed = { ...DEFAULT_SETTINGS, videoUrl: 'https://video.example/pb-1' };
    expect(readSettings(streamed)).toEqual(streamed);
  });
});
