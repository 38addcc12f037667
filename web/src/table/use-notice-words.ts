/** What the words of a seat’s notices are made of, as things are now. */
import { useTranslation } from 'react-i18next';
import { moneyText } from '../money.js';
import { useAccount, useSeat } from '../studio/use-studio.js';
import type { NoticeWords } from './notice-text.js';
import type { SeatViewStore } from './seat-view-store.js';

/** Undefined until the seat knows its table. */
export const useNoticeWords = (seat: SeatViewStore): NoticeWords | undefined => {
  const { t, i18n } = useTranslation();
  const settings = useSeat(seat, ({ copy }) => copy?.settings);
  const known = useSeat(seat, (view) => view.known);
  const balance = useAccount(({ session }) => session?.balance);
  if (settings === undefined) return undefined;
  const money = (value: bigint) =>
    moneyText(value, settings.currency, i18n.language, { whole: true });
  return { t, money, settings, known, balance: balance ?? known?.own.balance ?? 0n };
};
