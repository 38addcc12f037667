/**
 * The settings of a table: its clock, its limits, its shoe. Plain JSON, with amounts as strings of
 * minor units.
 */
import { DECKS_IN_SHOE } from '../cards/composition.js';
import { type Amount, makeAmount, parseAmount } from '../money/amount.js';
import { assert } from '../money/assert.js';
import { parseRate } from '../money/rate.js';
import { isMadeOfChips } from '../punto-banco/chips.js';
import { type BettingRules, DEFAULT_BETTING_RULES } from '../punto-banco/limits.js';
import { CURRENT_PAYTABLE, paytable } from '../punto-banco/paytable.js';
import { SPOTS, type Spot } from '../punto-banco/spot.js';
import { FURTHER_MAX, type FurtherCurrency, isBounded, settingsIn } from './currencies.js';
import {
  LIMIT_GROUP,
  LIMIT_GROUPS_MAX,
  type OfGroup,
  type SpotLimits,
  limitsOf,
} from './limits-of.js';
import { DEFAULT_SCAN_CODES, type ScanCodes, areSoundCodes } from './scan-code.js';

/**
 * Who decides that a coup is complete: the last card itself, or the dealer, who may withdraw a card
 * until then.
 */
export const CONFIRMATIONS = ['itself', 'dealer'] as const;

/** RULES 1.11: cards are changed every 24 hours. */
export const CARDS_MAX_MS = 24 * 3_600_000;

/**
 * A change holds from the next round on. What happens between two rounds changes from then on too
 * (`pauseMs`, `opensItself`). `decks` and `scanCodes` hold from the next shoe, `cardsMaxMs` from
 * the next new cards, `streamLostMs` and `tipMax` at once.
 */
export interface TableSettings {
  /** What players read: “Punto Banco 1”. */
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** From opening to closing the bets, in ms. */
  readonly betMs: number;
  /** How much of it, at the end, is LAST BETS, in ms. */
  readonly lastBetsMs: number;
  /** From the outcome to the next bets, in ms. */
  readonly pauseMs: number;
  /**
   * Whether the bets open by themselves after the pause. The first of a shoe are always opened by
   * hand.
   */
  readonly opensItself: boolean;
  readonly decks: number;
  readonly limits: Readonly<Record<Spot, SpotLimits>>;
  /** By limit group: what its players have in place of `limits`. */
  readonly groupLimits: Readonly<Record<string, OfGroup>>;
  readonly chips: readonly string[];
  readonly oppositeBets: 'reject' | 'allow';
  readonly placementsMax: number;
  /** The version of the paytable. */
  readonly paytable: string;
  /** Where the table's picture comes from, HLS or WHEP. Null: the table is drawn. */
  readonly videoUrl: string | null;
  /**
   * Where the same picture comes from by WHEP, with less delay: an address, or a path of the studio
   * itself. It is played first, and `videoUrl` where it is not to be had. Null: it is not.
   */
  readonly whepUrl: string | null;
  /** How the codes of the cards are made. */
  readonly scanCodes: ScanCodes;
  readonly confirms: (typeof CONFIRMATIONS)[number];
  /**
   * At a squeeze table, after how many ms a card that lies face down is shown by itself. Until then
   * the dealer opens it. Null: each card is open as it is dealt.
   */
  readonly squeezeMs: number | null;
  /** How long cards may be at the table, in ms (RULES 1.11). */
  readonly cardsMaxMs: number;
  /**
   * Without a heartbeat of the encoder for this long the stream is lost, in ms. Null: no encoder is
   * watched.
   */
  readonly streamLostMs: number | null;
  /** The most that a player may give the dealer at once. Null: no tips are taken. */
  readonly tipMax: string | null;
  /** By further currency: what the table has in it. Left out where it never had any. */
  readonly further?: Readonly<Record<string, FurtherCurrency>> | undefined;
}

/** Settings that were introduced after the first tables were opened. */
type Later =
  | ('videoUrl' | 'whepUrl' | 'scanCodes' | 'confirms')
  | ('squeezeMs' | 'cardsMaxMs' | 'streamLostMs' | 'tipMax' | 'groupLimits');

/**
 * Settings as a row or a log may hold them: those written before a setting was introduced lack it.
 */
export type StoredSettings = Omit<TableSettings, Later> & Partial<Pick<TableSettings, Later>>;

export const readSettings = (stored: StoredSettings): TableSettings => ({
  ...LATER_SETTINGS,
  ...stored,
  // A process of a version that knew of no further currencies kept one that was taken away as null.
  ...(stored.further && { further: withFurther({}, stored.further) }),
});

/**
 * What is to change. Of the limits, those of the spots that change; of the groups, those that
 * change. Null: the group has the table's own. Of the further currencies, those that change, each
 * as a whole. Null: the table no longer takes it. Where its own currency changes, none is left but
 * those that are given: the rates of the others were stated in the one before.
 */
export type SettingsChange = {
  readonly [Name in Exclude<keyof TableSettings, 'limits' | 'groupLimits' | 'further'>]?:
    | TableSettings[Name]
    | undefined;
} & {
  readonly limits?: OfGroup | undefined;
  readonly groupLimits?: Readonly<Record<string, OfGroup | null>> | undefined;
  readonly further?: Readonly<Record<string, FurtherCurrency | null>> | undefined;
};

export const changedSettings = (
  settings: TableSettings,
  { limits = {}, groupLimits = {}, further, ...change }: SettingsChange,
): TableSettings => ({
  ...settings,
  ...given(change),
  limits: { ...settings.limits, ...given(limits) },
  groupLimits: withGroups(settings.groupLimits, groupLimits),
  ...furtherAfter(settings, change.currency, further),
});

const furtherAfter = (
  { currency: before, further: held }: TableSettings,
  currency: string = before,
  change: SettingsChange['further'],
): Pick<TableSettings, 'further'> => {
  const kept = currency === before ? held : held && {};
  if (change === undefined) return kept === held ? {} : { further: kept };
  return { further: withFurther(kept, change) };
};

const withFurther = (
  held: TableSettings['further'],
  change: NonNullable<SettingsChange['further']>,
): NonNullable<TableSettings['further']> =>
  Object.fromEntries(
    Object.entries({ ...held, ...change }).flatMap(([currency, its]) =>
      its === null ? [] : [[currency, its]],
    ),
  );

const withGroups = (
  groups: TableSettings['groupLimits'],
  change: NonNullable<SettingsChange['groupLimits']>,
): TableSettings['groupLimits'] =>
  Object.fromEntries(
    Object.entries({ ...groups, ...change }).flatMap(([group, limits]) =>
      limits === null ? [] : [[group, given(limits)]],
    ),
  );

/** Without what is left out. */
const given = <T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

const toAmount = (text: string): Amount => {
  const value = parseAmount(text);
  assert(value !== undefined, 'settings hold amounts of plain digits');
  return value;
};

/** By settings and limit group. Every batch of bets asks for the same ones. */
const RULES = new WeakMap<TableSettings, Map<string | null, BettingRules>>();

/**
 * The rules of betting that `settings` give a player of the limit group, in minor units of the
 * table's own currency.
 */
export const bettingRules = (settings: TableSettings, group: string | null): BettingRules => {
  const ofGroups = RULES.get(settings) ?? new Map<string | null, BettingRules>();
  RULES.set(settings, ofGroups);
  const rules = ofGroups.get(group) ?? readRules(settings, group);
  ofGroups.set(group, rules);
  return rules;
};

const readRules = (settings: TableSettings, group: string | null): BettingRules => ({
  limits: Object.fromEntries(
    Object.entries(limitsOf(settings, group)).map(([spot, { min, max }]) => [
      spot,
      { min: toAmount(min), max: toAmount(max) },
    ]),
  ) as BettingRules['limits'],
  chips: settings.chips.map(toAmount),
  oppositeBets: settings.oppositeBets,
  placementsMax: settings.placementsMax,
});

/** Why a table cannot be run on its settings. */
export type SettingsFault = 'settings_are_unsound' | 'limits_too_high' | 'limits_not_made_of_chips';

/**
 * What is wrong with `settings`: something in them contradicts the rest, the paytable is not known,
 * an amount is too high to be added up for all players, or a least stake cannot be made of the
 * chips (RULES 1.10).
 */
export const settingsFault = (settings: TableSettings): SettingsFault | undefined => {
  if (!areConsistent(settings) || !areSoundFurther(settings)) return 'settings_are_unsound';
  if (!areBounded(settings)) return 'limits_too_high';
  return ofEachCurrency(settings).every(areMadeOfChips) ? undefined : 'limits_not_made_of_chips';
};

/** The same as a table refuses them: it is unsound, too, where no chips make a least stake. */
export const settingsRefusal = (
  settings: TableSettings,
): Exclude<SettingsFault, 'limits_not_made_of_chips'> | undefined => {
  const fault = settingsFault(settings);
  return fault === 'limits_not_made_of_chips' ? 'settings_are_unsound' : fault;
};

const areConsistent = (settings: TableSettings): boolean => {
  const { betMs, lastBetsMs, pauseMs, decks, placementsMax } = settings;
  const times = [betMs, lastBetsMs, pauseMs];
  return (
    times.every((ms) => Number.isInteger(ms) && ms >= 0) &&
    lastBetsMs <= betMs &&
    Number.isInteger(decks) &&
    decks >= 1 &&
    decks <= DECKS_IN_SHOE &&
    Number.isInteger(placementsMax) &&
    placementsMax >= 1 &&
    ofEachCurrency(settings).every(isSoundInCurrency) &&
    paytable(settings.paytable) !== undefined &&
    (settings.videoUrl === null || isWebUrl(settings.videoUrl)) &&
    (settings.whepUrl === null || isWebUrl(settings.whepUrl) || isOwnPath(settings.whepUrl)) &&
    areSoundCodes(settings.scanCodes) &&
    isTime(settings.cardsMaxMs) &&
    (settings.squeezeMs === null || isTime(settings.squeezeMs)) &&
    (settings.streamLostMs === null || isTime(settings.streamLostMs))
  );
};

/** The settings in each currency of the table, its own first. */
const ofEachCurrency = (settings: TableSettings): readonly TableSettings[] => [
  settings,
  ...Object.keys(settings.further ?? {}).map((currency) => settingsIn(settings, currency)),
];

const isSoundInCurrency = (settings: TableSettings): boolean =>
  settings.chips.length > 0 &&
  ascend(['1', ...settings.chips]) &&
  areSoundGroups(settings.groupLimits) &&
  ofEachGroup(settings).every(areSoundLimits) &&
  (settings.tipMax === null || ascend(['1', settings.tipMax]));

/** ISO 4217. */
const CURRENCY = /^[A-Z]{3}$/;

const areSoundFurther = ({ currency: own, further = {} }: TableSettings): boolean =>
  Object.keys(further).length <= FURTHER_MAX &&
  Object.entries(further).every(
    ([currency, { rate }]) =>
      currency !== own && CURRENCY.test(currency) && parseRate(rate) !== undefined,
  );

const areSoundGroups = (groups: TableSettings['groupLimits']): boolean => {
  const names = Object.keys(groups);
  return names.length <= LIMIT_GROUPS_MAX && names.every((name) => LIMIT_GROUP.test(name));
};

/** The table's own limits, and those of each group. */
const ofEachGroup = (settings: TableSettings): readonly TableSettings['limits'][] =>
  [null, ...Object.keys(settings.groupLimits)].map((group) => limitsOf(settings, group));

const areSoundLimits = (limits: TableSettings['limits']): boolean =>
  SPOTS.every((spot) => ascend(['1', limits[spot].min, limits[spot].max]));

/** Each amount in its own minor units, and by the stated rate in those of the table. */
const areBounded = (settings: TableSettings): boolean =>
  ofEachCurrency(settings).every((its) => {
    const { currency } = its;
    const rate = settings.further?.[currency]?.rate;
    const inOwn = rate === undefined ? undefined : { own: settings.currency, rate };
    return amountsOf(its).every((value) => isBounded(value, currency, inOwn));
  });

const amountsOf = (settings: TableSettings): readonly Amount[] =>
  [
    ...settings.chips,
    ...ofEachGroup(settings).flatMap((limits) => SPOTS.map((spot) => limits[spot].max)),
    settings.tipMax ?? '0',
  ].map(toAmount);

const areMadeOfChips = (settings: TableSettings): boolean => {
  const chips = settings.chips.map(toAmount);
  return ofEachGroup(settings).every((limits) =>
    SPOTS.every((spot) => isMadeOfChips(toAmount(limits[spot].min), chips)),
  );
};

const isTime = (ms: number): boolean => Number.isInteger(ms) && ms > 0;

const URL_MAX = 2_000;

const isWebUrl = (text: string): boolean =>
  text.length <= URL_MAX && /^https?:\/\/[^\s/]\S*$/.test(text) && URL.canParse(text);

/** Of the studio itself, and nobody else’s: `//` would be another host. */
const isOwnPath = (text: string): boolean =>
  text.length <= URL_MAX && /^\/[^\s/\\][^\s\\]*$/.test(text);

/** Amounts, none of them below the one before it. */
const ascend = (texts: readonly string[]): boolean => {
  const amounts = texts.map(parseAmount);
  return amounts.every(
    (value, index) =>
      value !== undefined && (index === 0 || value >= (amounts[index - 1] ?? value)),
  );
};

const LATER_SETTINGS: Pick<TableSettings, Later> = {
  videoUrl: null,
  whepUrl: null,
  scanCodes: DEFAULT_SCAN_CODES,
  confirms: 'itself',
  squeezeMs: null,
  cardsMaxMs: CARDS_MAX_MS,
  streamLostMs: null,
  tipMax: null,
  groupLimits: {},
};

/** RULES 1.9, 1.10 and 1.11: the defaults, in euro cents. */
export const DEFAULT_SETTINGS: TableSettings = {
  name: 'Punto Banco',
  currency: 'EUR',
  betMs: 15_000,
  lastBetsMs: 5_000,
  pauseMs: 6_000,
  opensItself: true,
  decks: DECKS_IN_SHOE,
  limits: Object.fromEntries(
    SPOTS.map((spot) => {
      const { min, max } = DEFAULT_BETTING_RULES.limits[spot];
      return [spot, { min: makeAmount(min), max: makeAmount(max) }];
    }),
  ) as TableSettings['limits'],
  chips: DEFAULT_BETTING_RULES.chips.map(makeAmount),
  oppositeBets: DEFAULT_BETTING_RULES.oppositeBets,
  placementsMax: DEFAULT_BETTING_RULES.placementsMax,
  paytable: CURRENT_PAYTABLE.version,
  ...LATER_SETTINGS,
};
