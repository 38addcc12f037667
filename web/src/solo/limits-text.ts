/** The least and the most that may be staked, in words: `Min €1 · Max €500`. */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import type { PlaceLimits } from './desk.js';
import { useSoloWords } from './words.js';

/** Empty until they are known. */
export const useLimitsText = (limits: PlaceLimits | undefined, currency: string): string => {
  const { i18n } = useTranslation();
  const own = useSoloWords();
  if (limits === undefined) return '';
  const money = (value: bigint) => moneyText(value, currency, i18n.language, { whole: true });
  return own('limits', { min: money(limits.min), max: money(limits.max) });
};
