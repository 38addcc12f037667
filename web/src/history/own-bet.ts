/** What a betting command was, in words. */
import type { TFunction } from 'i18next';
import type { Bet } from '../../../src/client/betting.js';
import { SPOTS, type Spot } from '../../../src/punto-banco/spot.js';
import { moneyText } from '../money.js';
import type { HistoryWords } from './words.js';

export const betText = (
  bet: Bet,
  currency: string,
  language: string,
  t: TFunction,
  own: HistoryWords,
): string => {
  const placed = (spot: Spot, amount: string) =>
    own('did.placed', {
      amount: moneyText(BigInt(amount), currency, language),
      spot: t(`spot.${spot}`),
    });
  switch (bet.kind) {
    case 'place':
      return placed(bet.spot, bet.amount);
    case 'place_all':
      return SPOTS.flatMap((spot) => {
        const stake = bet.stakes[spot];
        return stake === undefined ? [] : [placed(spot, stake)];
      }).join(', ');
    case 'mode':
      return own(`mode.${bet.mode}`);
    case 'undo':
    case 'clear':
    case 'repeat':
    case 'double':
      return own(`did.${bet.kind}`);
  }
};
