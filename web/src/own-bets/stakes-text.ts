/** Stakes in words: `Punto €25 · Egalité €5`. */
import type { TFunction } from 'i18next';
import type { Stakes } from '../../../src/punto-banco/stakes.js';
import { moneyText } from '../money.js';

export const stakesText = (
  stakes: Stakes,
  t: TFunction,
  currency: string,
  language: string,
): string =>
  [...stakes]
    .map(
      ([spot, stake]) =>
        `${t(`spot.${spot}`)} ${moneyText(stake, currency, language, { whole: true })}`,
    )
    .join(' · ');
