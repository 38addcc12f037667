/** Words, amounts and times in the language of the person at the pit. */
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { roundedMoney } from './rounded-money.js';
import { dateLocale } from '../i18n/date-locale.js';
import { moneyText } from '../money.js';

export const useWords = () => {
  const { t, i18n } = useTranslation('pit');
  const { t: game } = useTranslation();
  const { language } = i18n;
  return useMemo(() => wordsIn(language, t, game), [language, t, game]);
};

export const wordsIn = (language: string, t: TFunction<'pit'>, game: TFunction) => ({
  t,
  /** The words of the game itself: spots, outcomes, cards. */
  game,
  language,
  /** Null: the currency is not known, so its decimals are not either. */
  money: (minor: string | bigint, currency: string | null, signed = false): string =>
    currency === null
      ? t('minorUnits', { amount: countFormat(language).format(BigInt(minor)) })
      : moneyText(BigInt(minor), currency, language, { signed, distinct: true }),
  /** `€25.00 + CHF 15.00`: sums that are not added, because they are of several currencies. */
  sums: (minor: string, currency: string, further: Readonly<Record<string, string>> = {}): string =>
    [[currency, minor] as const, ...Object.entries(further)]
      .map(([its, sum]) => moneyText(BigInt(sum), its, language, { distinct: true }))
      .join(' + '),
  /** Whole units, rounded up, as there is room for on a tile. */
  rounded: (minor: string, currency: string): string =>
    roundedMoney(BigInt(minor), currency, language, 'ceil'),
  /** Whole units, the nearest. */
  nearest: (minor: string, currency: string): string =>
    roundedMoney(BigInt(minor), currency, language, 'halfExpand'),
  count: (value: number): string => countFormat(language).format(value),
  /** `1.2300` with four digits, and `1,2300` in Italian. */
  decimal: (value: number, digits: number): string =>
    value.toLocaleString(language, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    }),
  /**
   * What is wrong with what is typed. An amount of too many digits is said alike in every form, and
   * as the studio refuses it; all else by `other`.
   */
  faultText: <Fault extends string>(fault: Fault, other: (fault: Other<Fault>) => string): string =>
    isOther(fault) ? other(fault) : t('refusal.limits_too_high'),
  /** `14:05:09`. */
  time: (atMs: number): string => new Date(atMs).toLocaleTimeString(dateLocale(language), TIME),
  /** `14:05:09.120`: what a picture in the video is found by. */
  timecode: (atMs: number): string =>
    new Date(atMs).toLocaleTimeString(dateLocale(language), { ...TIME, fractionalSecondDigits: 3 }),
  /** `29 Mar 2026, 14:05:09`. */
  dateTime: (atMs: number): string =>
    new Date(atMs).toLocaleString(dateLocale(language), DATE_TIME),
});
export type Words = ReturnType<typeof wordsIn>;

type Other<Fault> = Exclude<Fault, 'limits_too_high'>;
const isOther = <Fault extends string>(fault: Fault): fault is Other<Fault> =>
  fault !== 'limits_too_high';

/** A format is slow to make. */
const counts = new Map<string, Intl.NumberFormat>();
const countFormat = (language: string): Intl.NumberFormat => {
  const known = counts.get(language);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language);
  counts.set(language, format);
  return format;
};

const TIME = {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
} as const;
const DATE_TIME = { ...TIME, day: 'numeric', month: 'short', year: 'numeric' } as const;
