/** What a betting command was, in words. */
import type { TFunction } from 'i18next';
import type { Bet } from '../../../src/client/betting.js';
import { moneyText } from '../money.js';
import type { HistoryWords } from './words.js';

export const betText = (
  bet: Bet,
  currency: string,
  language: string,
  t: TFunction,
  own: HistoryWords,
): string => {
  switch (bet.kind) {
    case 'place':
      return own('did.placed', {
        amount: moneyText(BigInt(bet.amount), currency, language),
        spot: t(`spot.${bet.spot}`),
      });
    case 'mode':
      return own(`mode.${bet.mode}`);
    case 'undo':
    case 'clear':
    case 'repeat':
    case 'double':
      return own(`did.${bet.kind}`);
  }
};
