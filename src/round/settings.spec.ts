import { describe, expect, it } from 'vitest';
import { SPOTS } from '../punto-banco/spot.js';
import {
  DEFAULT_SETTINGS,
  type TableSettings,
  bettingRules,
  changedSettings,
  readSettings,
  settingsFault,
} from './settings.js';
import { DEFAULT_BETTING_RULES } from '../punto-banco/limits.js';

const limitsOf = (min: string, max: string): Partial<TableSettings> => ({
  limits: { ...DEFAULT_SETTINGS.limits, egalite: { min, max } },
});

const ofPunto = (min: string, max: string) => ({ punto: { min, max } });
const groups = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, each) => [`g${each}`, {}]));

describe('settings', () => {
  it('by default are valid, and give the betting rules of RULES 1.7', () => {
    expect(settingsFault(DEFAULT_SETTINGS)).toBeUndefined();
    expect(bettingRules(DEFAULT_SETTINGS, null)).toEqual(DEFAULT_BETTING_RULES);
    expect(Object.keys(DEFAULT_SETTINGS.limits)).toEqual([...SPOTS]);
  });

  it('by default are those of RULES 1.9 to 1.11', () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      name: 'Punto Banco',
      currency: 'EUR',
      betMs: 15_000,
      lastBetsMs: 5_000,
      pauseMs: 6_000,
      opensItself: true,
      decks: 8,
      chips: ['100', '500', '2500', '10000', '50000', '100000'],
      oppositeBets: 'reject',
      placementsMax: 64,
      paytable: 'punto-banco-1',
      videoUrl: null,
      whepUrl: null,
      groupLimits: {},
      scanCodes: { format: '[<deck>-]<rank><suit>', cutCard: 'CUT', checksum: 'none' },
      confirms: 'itself',
      cardsMaxMs: 24 * 3_600_000,
      streamLostMs: null,
      tipMax: null,
    });
    const { punto, banco, egalite, ...side } = DEFAULT_SETTINGS.limits;
    expect([punto, banco]).toEqual(Array(2).fill({ min: '100', max: '1000000' }));
    expect(egalite).toEqual({ min: '100', max: '100000' });
    for (const limits of Object.values(side)) expect(limits).toEqual({ min: '100', max: '50000' });
  });

  it('are changed where something else is given, and of the limits only those of the spots given', () => {
    const { limits } = DEFAULT_SETTINGS;
    const egalite = { min: '200', max: '300' };
    const change = { name: undefined, betMs: 9_000, limits: { egalite, punto: undefined } };
    expect(changedSettings(DEFAULT_SETTINGS, change)).toEqual({
      ...DEFAULT_SETTINGS,
      betMs: 9_000,
      limits: { ...limits, egalite },
    });
    expect(changedSettings(DEFAULT_SETTINGS, {})).toEqual(DEFAULT_SETTINGS);
  });

  it('are changed for the limit groups that are given, and null takes one away', () => {
    const [low, high] = [
      { punto: { min: '100', max: '200' } },
      { banco: { min: '500', max: '900' } },
    ];
    const one = changedSettings(DEFAULT_SETTINGS, { groupLimits: { low } });
    expect(one).toEqual({ ...DEFAULT_SETTINGS, groupLimits: { low } });
    const two = changedSettings(one, { groupLimits: { high, low: null } });
    expect(two).toEqual({ ...DEFAULT_SETTINGS, groupLimits: { high } });
  });

  it('give a player the limits of the group, and on the other spots the table’s own', () => {
    const settings = { ...DEFAULT_SETTINGS, groupLimits: { vip: ofPunto('500', '99900') } };
    expect(bettingRules(settings, 'vip').limits).toEqual({
      ...DEFAULT_BETTING_RULES.limits,
      punto: { min: 500n, max: 99_900n },
    });
    for (const group of [null, 'other', 'constructor']) {
      expect(bettingRules(settings, group).limits).toEqual(DEFAULT_BETTING_RULES.limits);
    }
  });

  it('that hold no amount give no betting rules', () => {
    const broken = { ...DEFAULT_SETTINGS, chips: ['one'] };
    expect(() => bettingRules(broken, null)).toThrow('settings hold amounts of plain digits');
  });

  it.each<[string, Partial<TableSettings>]>([
    ['LAST BETS for all of the betting', { betMs: 5_000, lastBetsMs: 5_000 }],
    ['no pause', { pauseMs: 0 }],
    ['one deck', { decks: 1 }],
    ['one chip', { chips: ['100'] }],
    ['one stake only', limitsOf('500', '500')],
    ['two chips of one value', { chips: ['100', '100'] }],
    ['one placement', { placementsMax: 1 }],
    ['cards for a millisecond', { cardsMaxMs: 1 }],
    ['a stream lost after a millisecond', { streamLostMs: 1 }],
    ['tips of a cent at most', { tipMax: '1' }],
    ['the longest address of a stream', { videoUrl: `https://v.example/${'x'.repeat(1_982)}` }],
    ['a stream by WHEP', { whepUrl: 'https://video.example/pb-1/whep' }],
    ['a stream of the studio itself', { whepUrl: '/picture/pb-1/whep' }],
    ['a stream', { videoUrl: 'https://video.example/pb-1/index.m3u8' }],
    ['a group with limits of its own', { groupLimits: { vip: ofPunto('500', '500') } }],
    ['as many groups as there may be', { groupLimits: groups(20) }],
    ['a stream on the local network', { videoUrl: 'http://10.0.0.7:8889/pb-1/whep' }],
  ])('with %s are sound', (_, changed) => {
    expect(settingsFault({ ...DEFAULT_SETTINGS, ...changed })).toBeUndefined();
  });

  it.each<[string, Partial<TableSettings>]>([
    ['LAST BETS longer than the betting', { betMs: 5_000, lastBetsMs: 5_001 }],
    ['a negative pause', { pauseMs: -1 }],
    ['negative LAST BETS', { lastBetsMs: -1 }],
    ['half a millisecond', { betMs: 10_000.5 }],
    ['half a millisecond of LAST BETS', { lastBetsMs: 0.5 }],
    ['half a placement', { placementsMax: 1.5 }],
    ['cards for no time', { cardsMaxMs: 0 }],
    ['cards for half a millisecond', { cardsMaxMs: 0.5 }],
    ['a stream that is lost at once', { streamLostMs: 0 }],
    ['tips of nothing', { tipMax: '0' }],
    ['tips of less than nothing', { tipMax: '-1' }],
    ['a stream that is lost after half a millisecond', { streamLostMs: 0.5 }],
    ['codes without a rank', { scanCodes: { ...DEFAULT_SETTINGS.scanCodes, format: '<suit>' } }],
    ['an address that is too long', { videoUrl: `https://v.example/${'x'.repeat(1_983)}` }],
    ['a stream from a port that is none', { videoUrl: 'https://video.example:port/' }],
    ['an address with something before it', { videoUrl: ' https://video.example' }],
    ['no deck', { decks: 0 }],
    ['nine decks', { decks: 9 }],
    ['half a deck', { decks: 1.5 }],
    ['no placements', { placementsMax: 0 }],
    ['no chips', { chips: [] }],
    ['a chip worth nothing', { chips: ['0', '100'] }],
    ['chips that fall', { chips: ['500', '100'] }],
    ['a chip that is not an amount', { chips: ['1.00'] }],
    ['a maximum below the minimum', limitsOf('501', '500')],
    ['a minimum that the chips cannot make', limitsOf('150', '500')],
    ['a minimum below the smallest chip', { chips: ['500', '1000'] }],
    ['a minimum of nothing', limitsOf('0', '500')],
    ['a limit that is not an amount', limitsOf('100', 'unlimited')],
    ['an unknown paytable', { paytable: 'punto-banco-0' }],
    ['a stream of another host without a scheme', { whepUrl: '//video.example/whep' }],
    ['a stream by WHEP that is a program', { whepUrl: 'javascript:alert(1)' }],
    ['a stream by WHEP with a gap', { whepUrl: '/a b' }],
    ['a stream from nowhere', { videoUrl: '' }],
    ['a stream that is a program', { videoUrl: 'javascript:alert(1)' }],
    ['a stream without a host', { videoUrl: 'https:///index.m3u8' }],
    ['too many groups', { groupLimits: groups(21) }],
    ['a group without a name', { groupLimits: { '': {} } }],
    ['a group whose most is below its least', { groupLimits: { vip: ofPunto('500', '100') } }],
    ['a least of a group that no chips make', { groupLimits: { vip: ofPunto('150', '500') } }],
    ['a limit of a group that is no amount', { groupLimits: { vip: ofPunto('1', 'all') } }],
    ['a stream with a gap', { videoUrl: 'https://video.example/a b' }],
  ])('with %s are not', (_, changed) => {
    expect(settingsFault({ ...DEFAULT_SETTINGS, ...changed })).toBeDefined();
  });

  it.each<[string, Partial<TableSettings>]>([
    ['the table’s own limits', { chips: ['500'], ...limitsOf('750', '5000') }],
    ['a group’s', { groupLimits: { vip: ofPunto('150', '5000') } }],
  ])('with a minimum that no chips make, in %s, are refused by name', (_, changed) => {
    const settings = { ...DEFAULT_SETTINGS, ...changed };
    expect(settingsFault(settings)).toBe('limits_not_made_of_chips');
    expect(settingsFault({ ...settings, betMs: -1 })).toBe('settings_are_unsound');
  });

  it.each<[string, Partial<TableSettings>]>([
    ['a limit', limitsOf('100', '1000000000000')],
    ['a limit of a group', { groupLimits: { vip: ofPunto('100', '1000000000000') } }],
    ['a chip', { chips: ['100', '1000000000000'] }],
    ['a limit of tips', { tipMax: '1000000000000' }],
  ])('with %s of more than 12 digits are refused by name', (_, changed) => {
    const settings = { ...DEFAULT_SETTINGS, ...changed };
    expect(settingsFault(settings)).toBe('limits_too_high');
    expect(settingsFault({ ...settings, betMs: -1 })).toBe('settings_are_unsound');
    const lower = JSON.parse(
      JSON.stringify(settings).replaceAll('1000000000000', '999999999900'),
    ) as TableSettings;
    expect(settingsFault(lower)).toBeUndefined();
  });

  it('that were written before there were streams have none', () => {
    const { videoUrl, ...stored } = DEFAULT_SETTINGS;
    expect(videoUrl).toBeNull();
    expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
    const streamed = { ...DEFAULT_SETTINGS, videoUrl: 'https://video.example/pb-1' };
    expect(readSettings(streamed)).toEqual(streamed);
  });
});
