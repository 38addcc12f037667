/** What a round brought the player, in words: a stake that comes back is not won. */
import type { TFunction } from 'i18next';
import type { PlayerResult } from '../../../src/protocol/player.js';
import { moneyText } from '../money.js';

type BetEnd = 'won' | 'returned' | 'lost';

/** Of one bet, or of all of a round together. Minor units. */
export const endOf = (stake: bigint, paid: bigint): BetEnd =>
  paid > stake ? 'won' : paid === stake ? 'returned' : 'lost';

export const ownResultText = (
  t: TFunction,
  result: Pick<PlayerResult, 'stakes' | 'paid'> & Partial<Pick<PlayerResult, 'outcome' | 'reason'>>,
  currency: string,
  language: string,
): string => {
  const [stakes, paid] = [BigInt(result.stakes), BigInt(result.paid)];
  const amount = moneyText(paid, currency, language);
  const net = moneyText(paid - stakes, currency, language, { signed: true });
  if (result.outcome === 'not_taken') {
    return t(`stage.notTaken.${result.reason ?? 'no_answer'}`, { amount });
  }
  if (endOf(stakes, paid) === 'returned') return t('stage.refunded', { amount });
  return paid === 0n ? t('stage.lost', { net }) : t('stage.paid', { amount, net });
};

/**
 * At the table. A round that is voided later is announced with its number; what another round paid
 * is not shown in this one: undefined.
 */
export const tableResultText = (
  t: TFunction,
  result: PlayerResult,
  game: string | undefined,
  ...written: [currency: string, language: string]
): string | undefined => {
  const text = ownResultText(t, result, ...written);
  if (result.game === game) return text;
  if (result.outcome !== 'refunded') return undefined;
  return `${t('table.game', { game: result.game })} · ${text}`;
};
