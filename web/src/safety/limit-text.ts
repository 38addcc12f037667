/** A limit as the player reads it: an amount, or a time. */
import type { ProtectionChange } from '../../../src/protocol/play-limits.js';
import { moneyText } from '../money.js';
import type { useSafetyWords } from './words.js';

export const isOfTime = (kind: ProtectionChange['kind']): boolean =>
  kind === 'time' || kind === 'reality_check';

/** `value`: minor units of the currency, or minutes. */
export const limitText = (
  own: ReturnType<typeof useSafetyWords>,
  kind: ProtectionChange['kind'],
  value: string,
  currency: string,
  language: string,
): string =>
  isOfTime(kind)
    ? own('minutes', { minutes: value })
    : moneyText(BigInt(value), currency, language, { whole: true });
