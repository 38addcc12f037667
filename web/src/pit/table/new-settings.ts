/** A table’s settings as a person types them: what is wrong with them, or what changes. */
import type { RequestOf } from '../../../../src/protocol/command.js';
import type { PitCommands } from '../../../../src/protocol/pit.js';
import { areSoundCodes } from '../../../../src/round/scan-code.js';
import { TIME_RANGES, type TimeName } from '../../../../src/round/setting-ranges.js';
import { typedText } from '../../money.js';
import type { Settings } from './new-limits.js';
import { readTipMax } from './typed-limit.js';

type SettingsChange = RequestOf<PitCommands['settings:change']>['settings'];

/** The unit that people say a time in, ms. */
const UNITS: Readonly<Record<TimeName, number>> = {
  betMs: 1_000,
  lastBetsMs: 1_000,
  pauseMs: 1_000,
  squeezeMs: 1_000,
  cardsMaxMs: 3_600_000,
  streamLostMs: 1_000,
};

/** The fields, by when they take effect. */
export const FIELDS = {
  round: [
    'name',
    'confirms',
    'opensItself',
    'betMs',
    'lastBetsMs',
    'pauseMs',
    'squeezeMs',
    'videoUrl',
    'whepUrl',
  ],
  shoe: ['format', 'cutCard', 'checksum'],
  cards: ['cardsMaxMs'],
  once: ['streamLostMs', 'tipMax'],
} as const;
export type HoldsFrom = keyof typeof FIELDS;
export type FieldName = (typeof FIELDS)[HoldsFrom][number];

export const CHOICES = {
  confirms: ['itself', 'dealer'],
  opensItself: ['true', 'false'],
  checksum: ['none', 'mod36'],
} as const;
type ChoiceName = keyof typeof CHOICES;

export type Typed = Readonly<Record<FieldName, string>>;
export type FieldFault =
  | 'not_a_number'
  | 'limits_too_high'
  | 'out_of_range'
  | 'longer_than_bets'
  | 'missing'
  | 'not_a_url'
  | 'codes_unsound';
type Faults = Partial<Record<FieldName, FieldFault>>;

type ReadSettings =
  | { readonly ok: true; readonly change: SettingsChange }
  | { readonly ok: false; readonly faults: Faults };

export const isTime = (name: FieldName): name is TimeName => name in TIME_RANGES;
export const isChoice = (name: FieldName): name is ChoiceName => name in CHOICES;

/** `12.5` as the language writes it, in the unit of the field. */
export const timeText = (name: TimeName, ms: number | null, language: string): string => {
  if (ms === null) return '';
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false });
  return format.format(ms / UNITS[name]);
};

export const typedSettings = (settings: Settings, language: string): Typed => {
  const { name, confirms, opensItself, videoUrl, whepUrl, scanCodes, tipMax, currency } = settings;
  const time = (of: TimeName) => timeText(of, settings[of], language);
  return {
    name,
    confirms,
    opensItself: String(opensItself),
    betMs: time('betMs'),
    lastBetsMs: time('lastBetsMs'),
    pauseMs: time('pauseMs'),
    squeezeMs: time('squeezeMs'),
    videoUrl: videoUrl ?? '',
    whepUrl: whepUrl ?? '',
    ...scanCodes,
    cardsMaxMs: time('cardsMaxMs'),
    streamLostMs: time('streamLostMs'),
    tipMax: tipMax === null ? '' : typedText(BigInt(tipMax), currency, language),
  };
};

/**
 * `set` are the settings that hold next. A value equal to them does not change, even if the pit
 * could not set it.
 */
export const readSettings = (typed: Typed, set: Settings, language: string): ReadSettings => {
  const faults: Faults = {};
  const timeOf = (name: TimeName): number | null | undefined => {
    if (typed[name] === timeText(name, set[name], language)) return set[name];
    const ms = typedTime(name, typed[name]);
    if (typeof ms === 'number') return ms;
    faults[name] = ms;
    return undefined;
  };
  const betMs = timeOf('betMs');
  const lastBetsMs = timeOf('lastBetsMs');
  const pauseMs = timeOf('pauseMs');
  const squeezeMs = typed.squeezeMs.trim() === '' ? null : timeOf('squeezeMs');
  const cardsMaxMs = timeOf('cardsMaxMs');
  const streamLostMs = typed.streamLostMs.trim() === '' ? null : timeOf('streamLostMs');
  if (typeof betMs === 'number' && typeof lastBetsMs === 'number' && lastBetsMs > betMs) {
    faults.lastBetsMs = 'longer_than_bets';
  }
  const name = typed.name.trim();
  if (name === '') faults.name = 'missing';
  const videoUrl = typed.videoUrl.trim() === '' ? null : typed.videoUrl.trim();
  if (videoUrl !== null && !isWebUrl(videoUrl)) faults.videoUrl = 'not_a_url';
  const whepUrl = typed.whepUrl.trim() === '' ? null : typed.whepUrl.trim();
  if (whepUrl !== null && !isWhepUrl(whepUrl)) faults.whepUrl = 'not_a_url';
  const scanCodes = {
    format: typed.format.trim(),
    cutCard: typed.cutCard.trim(),
    checksum: typed.checksum === 'mod36' ? ('mod36' as const) : ('none' as const),
  };
  if (!areSoundCodes(scanCodes)) faults.format = 'codes_unsound';
  const tipMax = readTipMax(typed.tipMax, set.currency, language);
  if (typeof tipMax === 'object' && tipMax !== null) {
    faults.tipMax = tipMax.fault === 'not_an_amount' ? 'not_a_number' : tipMax.fault;
  }
  if (Object.keys(faults).length > 0) return { ok: false, faults };
  const read = {
    name,
    confirms: typed.confirms === 'dealer' ? ('dealer' as const) : ('itself' as const),
    opensItself: typed.opensItself === 'true',
    betMs,
    lastBetsMs,
    pauseMs,
    squeezeMs,
    videoUrl,
    whepUrl,
    scanCodes,
    cardsMaxMs,
    streamLostMs,
    tipMax,
  };
  const changed = Object.entries(read).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(set[key as keyof typeof read]),
  );
  return { ok: true, change: Object.fromEntries(changed) };
};

const typedTime = (name: TimeName, text: string): number | 'not_a_number' | 'out_of_range' => {
  const [min, max] = TIME_RANGES[name];
  if (!/^\d{1,6}([.,]\d{1,6})?$/.test(text.trim())) return 'not_a_number';
  const ms = Math.round(Number(text.trim().replace(',', '.')) * UNITS[name]);
  return ms < min || ms > max ? 'out_of_range' : ms;
};

/** A path of the studio itself will do. */
const isWhepUrl = (text: string): boolean =>
  isWebUrl(text) || (/^\/[^\s/\\][^\s\\]*$/.test(text) && text.length <= 2_000);

const isWebUrl = (text: string): boolean =>
  /^https?:\/\/[^\s/]\S*$/.test(text) && URL.canParse(text) && text.length <= 2_000;
