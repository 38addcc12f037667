import { describe, expect, it } from 'vitest';
import {
  aboutInOwn,
  furtherOf,
  isFurtherStill,
  settingsIn,
  takesCurrency,
  takesUnknown,
} from './currencies.js';
import { evolve } from './evolve.js';
import type { TableEvent } from './event.js';
import {
  DEFAULT_SETTINGS,
  bettingRules,
  changedSettings,
  readSettings,
  settingsFault,
} from './settings.js';
import { type TableState, emptyTable, stakesIn } from './state.js';

const inCurrency = (rate: string, chips: readonly string[], max: string) => ({
  ...{ rate, chips, groupLimits: {}, tipMax: null },
  limits: Object.fromEntries(
    Object.keys(DEFAULT_SETTINGS.limits).map((spot) => [spot, { min: chips[0]!, max }]),
  ) as typeof DEFAULT_SETTINGS.limits,
});
const CHF = inCurrency('1.06', ['500', '1000'], '50000');
const JPY = inCurrency('0.0061', ['100'], '2000000');
const SEVERAL = { ...DEFAULT_SETTINGS, further: { JPY, CHF } };

const of13 = { ...CHF, limits: inCurrency('1', ['500'], '1000000000000').limits };

describe('a table of several currencies', () => {
  it('takes each of them, and no other', () => {
    expect(furtherOf(SEVERAL)).toEqual(['CHF', 'JPY']);
    const asked = ['EUR', 'CHF', 'JPY', 'USD', 'constructor'];
    expect(asked.map((each) => takesCurrency(SEVERAL, each))).toEqual([
      ...[true, true, true, false, false],
    ]);
  });

  it('is, in each, a table of that currency alone', () => {
    const inYen = settingsIn(SEVERAL, 'JPY');
    expect(inYen).toMatchObject({ currency: 'JPY', chips: ['100'], name: DEFAULT_SETTINGS.name });
    expect(inYen).not.toHaveProperty('further');
    expect(inYen).not.toHaveProperty('rate');
    expect(bettingRules(inYen, null).limits.punto).toEqual({ min: 100n, max: 2_000_000n });
    expect(settingsIn(SEVERAL, 'EUR')).toBe(SEVERAL);
    expect(settingsIn(SEVERAL, 'USD')).toBe(SEVERAL);
  });

  it('counts all of them as one sum by its stated rates, and what it has none for not at all', () => {
    const sums = new Map([
      ['EUR', 1_000n],
      ['CHF', 1_000n],
      ['JPY', 10_000n],
      ['USD', 5n],
    ]);
    expect(aboutInOwn(SEVERAL, sums)).toBe(1_000n + 1_060n + 6_100n);
  });

  it('is changed currency by currency', () => {
    const added = changedSettings(DEFAULT_SETTINGS, { further: { CHF } });
    expect(added.further).toEqual({ CHF });
    expect(changedSettings(added, { further: { JPY } }).further).toEqual({ CHF, JPY });
    expect(changedSettings(SEVERAL, { further: { CHF: null } }).further).toEqual({ JPY });
    expect(changedSettings(SEVERAL, { pauseMs: 1 }).further).toEqual({ JPY, CHF });
    // The rates were stated in the currency of before.
    expect(changedSettings(SEVERAL, { currency: 'USD' }).further).toEqual({});
    expect(changedSettings(SEVERAL, { currency: 'USD', further: { CHF } }).further).toEqual({
      CHF,
    });
    expect(changedSettings(DEFAULT_SETTINGS, { currency: 'USD' })).not.toHaveProperty('further');
    // As a process of a version that knew of none has kept one that was taken away.
    const kept = { ...SEVERAL, further: { CHF, JPY: null } } as unknown as typeof SEVERAL;
    expect(readSettings(kept).further).toEqual({ CHF });
  });

  it.each([
    ['its own currency again', { EUR: CHF }, 'settings_are_unsound'],
    ['what is no currency', { francs: CHF }, 'settings_are_unsound'],
    ['a rate of nothing', { CHF: { ...CHF, rate: '0' } }, 'settings_are_unsound'],
    ['a rate that is no decimal', { CHF: { ...CHF, rate: '1,06' } }, 'settings_are_unsound'],
    ['no chips', { CHF: { ...CHF, chips: [] } }, 'settings_are_unsound'],
    ['chips that fall', { CHF: { ...CHF, chips: ['500', '100'] } }, 'settings_are_unsound'],
    ['limits of other chips', { CHF: { ...CHF, chips: ['300'] } }, 'limits_not_made_of_chips'],
    ['a limit of 13 digits', { CHF: of13 }, 'limits_too_high'],
    ['one that the rate makes so', { USD: { ...CHF, rate: '999999999' } }, 'limits_too_high'],
    ['a tip of nothing', { CHF: { ...CHF, tipMax: '0' } }, 'settings_are_unsound'],
  ])('has not %s', (_, further, fault) => {
    expect(settingsFault({ ...DEFAULT_SETTINGS, further })).toBe(fault);
  });

  it('is one that is in use, or that it has already', () => {
    const old = { ...SEVERAL, currency: 'DEM', further: { ABC: CHF } };
    expect(takesUnknown(SEVERAL)).toBe(false);
    expect(takesUnknown({ currency: 'XXX' })).toBe(false);
    expect(takesUnknown({ currency: 'DEM' })).toBe(true);
    expect(takesUnknown({ ...SEVERAL, further: { ABC: CHF } })).toBe(true);
    expect(takesUnknown(old)).toBe(true);
    expect(takesUnknown({ ...old, further: { ABC: JPY, CHF } }, old)).toBe(false);
    expect(takesUnknown({ ...old, further: { ABC: JPY, ABD: CHF } }, old)).toBe(true);
    expect(takesUnknown({ ...old, currency: 'ITL' }, old)).toBe(true);
  });

  it('knows whether what a change was made of is so still', () => {
    const { rate, ...rest } = CHF;
    expect(isFurtherStill(SEVERAL, undefined)).toBe(true);
    expect(isFurtherStill(SEVERAL, { CHF: { ...rest, rate }, USD: null })).toBe(true);
    expect(isFurtherStill(SEVERAL, { CHF: { ...CHF, rate: '1.1' } })).toBe(false);
    expect(isFurtherStill(SEVERAL, { CHF, JPY: null })).toBe(false);
    expect(isFurtherStill(SEVERAL, { USD: CHF })).toBe(false);
    expect(isFurtherStill(DEFAULT_SETTINGS, { CHF: null })).toBe(true);
    expect(isFurtherStill(DEFAULT_SETTINGS, { CHF })).toBe(false);
  });

  it('has eight further ones at most', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`AA${'ABCDEFGHI'[at]}`, CHF]));
    expect(settingsFault({ ...DEFAULT_SETTINGS, further: many(8) })).toBeUndefined();
    expect(settingsFault({ ...DEFAULT_SETTINGS, further: many(9) })).toBe('settings_are_unsound');
  });

  it('of before has none, and says nothing of it', () => {
    expect(readSettings(DEFAULT_SETTINGS)).not.toHaveProperty('further');
  });
});

describe('the stakes of a round', () => {
  const betting: TableState = {
    ...emptyTable('pb-1', SEVERAL),
    phase: 'betting',
    round: {
      ...{ game: '1000000001', roundInShoe: 1, paytable: '1', lastBetsAtMs: 0, closesAtMs: 0 },
      ...{ bets: 0, stakes: '0', cards: [], codes: [], faceDown: null, isLast: false },
    },
  };
  const after = (...events: readonly TableEvent[]): TableState =>
    events.reduce((state, event, at) => evolve(state, { seq: at + 1, atMs: 0, event }), betting);
  const accepted = (change: string, currency?: string): TableEvent => ({
    kind: 'bets_accepted',
    ...{ game: '1000000001', bets: 1, change, digest: '' },
    ...(currency !== undefined && { currency }),
  });

  it('are kept by currency', () => {
    const state = after(accepted('500'), accepted('700', 'CHF'), accepted('-200', 'CHF'));
    expect(stakesIn(state)).toEqual(
      new Map([
        ['EUR', 500n],
        ['CHF', 500n],
      ]),
    );
  });

  it('in one currency are as they were before there were others', () => {
    expect(after(accepted('500')).round).not.toHaveProperty('further');
  });

  it('lose what no wallet has given, by currency', () => {
    const taken = { kind: 'stakes_taken', game: '1000000001', taken: 0, voided: 2 } as const;
    const state = after(accepted('500'), accepted('700', 'CHF'), {
      ...taken,
      ...{ change: '-1200', further: { CHF: '-700' }, digest: '' },
    });
    expect(stakesIn(state)).toEqual(
      new Map([
        ['EUR', 0n],
        ['CHF', 0n],
      ]),
    );
  });
});
